/* SPDX-License-Identifier: MIT */
/* Reduction operations: which types each takes, and the loops that apply them.
 *
 * Values are combined in the standard's order, left op right, element by element, and where a
 * choice between equals shows (MAX of -0.0 and 0.0, MAXLOC of a NaN) the rules are those of
 * op.def. Integers wrap. */
#ifndef TYPE_OP_H
#define TYPE_OP_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi.h"
#include "type/type.h"

/* out[i] = left[i] op right[i]. `out` may be `left` or `right` itself, else they do not overlap. */
typedef void op_kernel(const void *left, const void *right, void *out, MPI_Count count);

struct op {
    const char *name;
    bool commutes;
    uint32_t classes; /* the type classes that a reduction takes: bit 1 << enum type_class */
    op_kernel *const *kernels; /* by enum element; NULL in an operation that is for RMA only */
};

/* The predefined operation of that handle; NULL when it is none (MPI_OP_NULL, an address). */
const struct op *op_predefined(MPI_Op handle);

/* Whether a reduction may combine elements of that type. */
bool op_allows(const struct op *op, const struct type *type);

/* Allowed (op_allows) types only; elements lie an extent apart. */
void op_combine(const struct op *op, const void *left, const void *right, void *out,
                MPI_Count count, const struct type *type);

/* inout[i] = in[i] op inout[i], as the standard defines a reduction's step. */
static inline void op_apply(const struct op *op, const void *in, void *inout, MPI_Count count,
                            const struct type *type)
{
    op_combine(op, in, inout, inout, count, type);
}

#endif
