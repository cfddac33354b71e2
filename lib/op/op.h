/* SPDX-License-Identifier: MIT */
/* Reduction operations: which types each takes, and the loops that apply them.
 *
 * Values are combined in the standard's order, left op right, element by element. The rules of
 * op.def decide where a choice between equals shows (MAX of -0.0 and 0.0, MAXLOC of a NaN).
 * Integers wrap. A user's operation takes any type, and its function receives the type's handle. */
#ifndef TYPE_OP_H
#define TYPE_OP_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi_types.h"
#include "object/object.h"
#include "type/type.h"

/* Computes out[i] = left[i] op right[i]. `out` is `left`, is `right`, or overlaps neither. */
typedef void op_kernel(const void *left, const void *right, void *out, MPI_Count count);

struct op {
    struct object object; /* used by a user's operation; a predefined one is a constant */
    struct store *store;
    const char *name; /* NULL in a user's operation */
    bool commutes;
    uint8_t number; /* identifies a predefined operation; 0 in a user's */
    uint32_t classes; /* the type classes that it reduces: bit 1 << enum type_class */
    uint32_t tolerated; /* classes that other libraries reduce, too */
    op_kernel *const *kernels; /* by enum element; NULL in an operation that is for RMA only */
    MPI_User_function *function; /* a user's operation has one of these two */
    MPI_User_function_c *function_c;
};

static_assert(sizeof(struct op) <= OBJECT_OTHER_BYTES, "an operation fits its slot");

/* Returns the predefined operation of a handle, or NULL if the handle is something else
 * (MPI_OP_NULL, an address). */
const struct op *op_predefined(MPI_Op handle);

/* Makes a user's operation; the caller gets its reference. Exactly one of the functions is
 * given. */
int op_create(struct store *store, MPI_User_function *function, MPI_User_function_c *function_c,
              bool commutes, struct op **created);

void op_hold(const struct op *op);
void op_drop(const struct op *op); /* the last one frees; accepts NULL */

static inline bool op_is_users(const struct op *op)
{
    return op->name == NULL;
}

/* Returns the kernel of a predefined operation for a named type. Returns NULL if there is none, or
 * if the operation takes more than a kernel. */
static inline op_kernel *op_kernel_for(const struct op *op, const struct type *type)
{
    bool is_allowed = op->kernels != NULL && (op->classes & UINT32_C(1) << type->class) != 0;

    return likely(is_allowed) ? op->kernels[type->element] : NULL;
}

/* True if a reduction can combine elements of that type. */
bool op_allows(const struct op *op, const struct type *type);

/* True if it can, although the standard does not list the type, as other libraries do. */
bool op_tolerates(const struct op *op, const struct type *type);

/* Combines elements that lie an extent apart. op_allows must hold for the type. `out` is as for a
 * kernel. */
void op_combine(const struct op *op, const void *left, const void *right, void *out,
                MPI_Count count, const struct type *type);

/* Computes inout[i] = in[i] op inout[i], as the standard defines a reduction's step. */
static inline void op_apply(const struct op *op, const void *in, void *inout, MPI_Count count,
                            const struct type *type)
{
    op_combine(op, in, inout, inout, count, type);
}

#endif
