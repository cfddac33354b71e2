/* SPDX-License-Identifier: MIT */
/* The table of predefined operations, and the life of those that a user makes. */
#include "op/op.h"

#include "base/must.h"
#include "base/note.h"
#include "op/kernel.h"
#include "op/op_user.h"
#include "type/pair.h"

enum { HANDLE_BASE = 0x20, HANDLE_SPAN = 0x20 };

enum class_set {
    C_INTEGERS = 1 << CLASS_C_INTEGER,
    FORTRAN_INTEGERS = 1 << CLASS_FORTRAN_INTEGER,
    FLOATINGS = 1 << CLASS_FLOATING,
    LOGICALS = 1 << CLASS_LOGICAL,
    COMPLEXES = 1 << CLASS_COMPLEX,
    BYTES = 1 << CLASS_BYTE,
    MULTI_LANGUAGES = 1 << CLASS_MULTI_LANGUAGE,
    CHARACTERS = 1 << CLASS_CHARACTER,
    PAIRS = 1 << CLASS_PAIR
};

static const struct op ops[HANDLE_SPAN] = {
#define OP(op_name, handle, allowed, others_take, op_kernels) \
    [(handle) - HANDLE_BASE] = {                 \
        .name = "MPI_" #op_name,                 \
        .commutes = true,                        \
        .number = (handle) - HANDLE_BASE + 1,    \
        .classes = (allowed),                    \
        .tolerated = (others_take),              \
        .kernels = (op_kernels),                 \
    },
#include "op/op.def"
};

const struct op *op_predefined(MPI_Op handle)
{
    uintptr_t number = (uintptr_t)handle - HANDLE_BASE;

    if (number >= HANDLE_SPAN || ops[number].name == NULL)
        return NULL;
    return &ops[number];
}

bool op_tolerates(const struct op *op, const struct type *type)
{
    return (op->tolerated & UINT32_C(1) << type->class) != 0 && op->kernels[type->element] != NULL;
}

bool op_allows(const struct op *op, const struct type *type)
{
    if (op_is_users(op))
        return true;
    if ((op->classes & UINT32_C(1) << type->class) == 0)
        return op_tolerates(op, type);
    return type->element == ELEMENT_PAIR || op->kernels[type->element] != NULL;
}

void op_combine(const struct op *op, const void *left, const void *right, void *out,
                MPI_Count count, const struct type *type)
{
    if (op_is_users(op)) {
        op_combine_users(op, left, right, out, count, type);
        return;
    }
    must(op_allows(op, type));
    if (type->element == ELEMENT_PAIR) {
        pair_combine(op->kernels == maxloc_kernels, left, right, out, count, type);
        return;
    }
    op->kernels[type->element](left, right, out, count);
}

/* ---- users' operations ----------------------------------------------------------------------- */

int op_create(struct store *store, MPI_User_function *function, MPI_User_function_c *function_c,
              bool commutes, struct op **created)
{
    struct op *op = object_create(store, OBJECT_OP);

    if (op == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for an operation");
    op->store = store;
    op->commutes = commutes;
    op->function = function;
    op->function_c = function_c;
    *created = op;
    return MPI_SUCCESS;
}

/* Reference counts change although operations are const. */
static struct object *op_object(const struct op *op)
{
    return &((struct op *)(uintptr_t)op)->object;
}

void op_hold(const struct op *op)
{
    if (op_is_users(op))
        object_hold(op_object(op));
}

void op_drop(const struct op *op)
{
    if (op != NULL && op_is_users(op) && object_drop(op_object(op)))
        object_destroy(op->store, op_object(op));
}
