/* SPDX-License-Identifier: MIT */
/* Reduction operations: which types each takes, and the loops that apply them.
 *
 * Values are combined in the standard's order, left op right, element by element, and where a
 * choice between equals shows (MAX of -0.0 and 0.0, MAXLOC of a NaN) the rules are those of
 * op.def. Integers wrap. A user's operation takes any type, and its function is told the handle. */
#ifndef TYPE_OP_H
#define TYPE_OP_H

#include <stdbool.h>
#include <stdint.h>

#include "mpi.h"
#include "object/object.h"
#include "type/type.h"

/* out[i] = left[i] op right[i]. `out` may be `left` or `right` itself, else they do not overlap. */
typedef void op_kernel(const void *left, const void *right, void *out, MPI_Count count);

struct op {
    struct object object; /* of a user's operation; a predefined one is a constant */
    struct store *store;
    const char *name; /* NULL in a user's operation */
    bool commutes;
    uint8_t number; /* tells predefined ones apart; 0 in a user's */
    uint32_t classes; /* the type classes that a reduction takes: bit 1 << enum type_class */
    op_kernel *const *kernels; /* by enum element; NULL in an operation that is for RMA only */
    MPI_User_function *function; /* a user's operation has one of the two */
    MPI_User_function_c *function_c;
};

static_assert(sizeof(struct op) <= OBJECT_OTHER_BYTES, "an operation fits its slot");

/* The predefined operation of that handle; NULL when it is none (MPI_OP_NULL, an address). */
const struct op *op_predefined(MPI_Op handle);

/* A user's operation, which its creator holds; exactly one of the functions is given. */
int op_create(struct store *store, MPI_User_function *function, MPI_User_function_c *function_c,
              bool commutes, struct op **created);

void op_hold(const struct op *op);
void op_drop(const struct op *op); /* the last one frees; NULL is fine */

static inline bool op_is_users(const struct op *op)
{
    return op->name == NULL;
}

/* The kernel of a predefined operation for that named type; NULL: there is none, or it takes more
 * than a kernel. */
static inline op_kernel *op_kernel_for(const struct op *op, const struct type *type)
{
    bool is_allowed = op->kernels != NULL && (op->classes & UINT32_C(1) << type->class) != 0;

    return likely(is_allowed) ? op->kernels[type->element] : NULL;
}

/* Whether a reduction may combine elements of that type. */
bool op_allows(const struct op *op, const struct type *type);

/* Allowed (op_allows) types only; elements lie an extent apart. `out` is as for a kernel. */
void op_combine(const struct op *op, const void *left, const void *right, void *out,
                MPI_Count count, const struct type *type);

/* inout[i] = in[i] op inout[i], as the standard defines a reduction's step. */
static inline void op_apply(const struct op *op, const void *in, void *inout, MPI_Count count,
                            const struct type *type)
{
    op_combine(op, in, inout, inout, count, type);
}

#endif
