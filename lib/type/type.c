/* SPDX-License-Identifier: MIT */
/* The constructors: bounds, layout and motif of a new type from those of the old one. */
#include "type/type.h"

#include <stddef.h>

#include "base/note.h"

/* The lowest byte of a type and the first one after it, with and without its margins. */
struct bounds {
    MPI_Count lb, ub;
    MPI_Count true_lb, true_ub;
};

static struct bounds bounds_of(const struct type *type)
{
    return (struct bounds){.lb = type->lb,
                           .ub = type->lb + type->extent,
                           .true_lb = type->true_lb,
                           .true_ub = type->true_lb + type->true_extent};
}

/* What `count` copies at a stride of bytes cover; false when that is more than an MPI_Count. */
static bool bounds_repeat(struct bounds *bounds, MPI_Count count, MPI_Count stride)
{
    MPI_Count last; /* where the last copy starts */
    MPI_Count extent;

    if (count == 0) {
        *bounds = (struct bounds){.lb = 0};
        return true;
    }
    if (__builtin_mul_overflow(count - 1, stride, &last))
        return false;
    if (last < 0)
        return !__builtin_add_overflow(bounds->lb, last, &bounds->lb) &&
               !__builtin_add_overflow(bounds->true_lb, last, &bounds->true_lb) &&
               !__builtin_sub_overflow(bounds->ub, bounds->lb, &extent);
    return !__builtin_add_overflow(bounds->ub, last, &bounds->ub) &&
           !__builtin_add_overflow(bounds->true_ub, last, &bounds->true_ub) &&
           !__builtin_sub_overflow(bounds->ub, bounds->lb, &extent);
}

static bool type_is_dense(const struct type *type)
{
    if (type->size == 0)
        return true;
    return type->layout.body == NULL && type->layout.count == 1 && type->extent == type->size;
}

static bool bytes_multiply(MPI_Count bytes, MPI_Count first, MPI_Count second, MPI_Count *product)
{
    return !__builtin_mul_overflow(bytes, first, product) &&
           !__builtin_mul_overflow(*product, second, product);
}

/* The layout of a type whose size and recipe are set: a loop over blocks, each a loop over old. */
static void type_lay_out(struct type *type, MPI_Count count, MPI_Count blocklength,
                         MPI_Count stride_bytes)
{
    const struct type *old = type->recipe.child;

    type->block = piece_simplify((struct piece){.count = blocklength,
                                                .stride = old->extent,
                                                .bytes = old->size,
                                                .body = &old->layout,
                                                .body_count = 1});
    type->layout = piece_simplify((struct piece){.count = count,
                                                 .stride = stride_bytes,
                                                 .bytes = old->size * blocklength,
                                                 .body = &type->block,
                                                 .body_count = 1});
}

/* The one way to make a type: `count` blocks of `blocklength` old elements, at a stride. */
static int type_create(struct store *store, const struct recipe *recipe, MPI_Count count,
                       MPI_Count blocklength, MPI_Count stride_bytes, struct type **created)
{
    const struct type *old = recipe->child;
    struct bounds bounds = bounds_of(old);
    struct type *type;
    MPI_Count size;

    if (!bytes_multiply(old->size, count, blocklength, &size) ||
        !bounds_repeat(&bounds, blocklength, old->extent) ||
        !bounds_repeat(&bounds, count, stride_bytes))
        return note(MPI_ERR_COUNT, "a datatype of more than 2^63 - 1 bytes");
    type = object_create(store, OBJECT_TYPE);
    if (type == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a datatype");
    type->store = store;
    type->size = size;
    type->lb = bounds.lb;
    type->extent = bounds.ub - bounds.lb;
    type->true_lb = bounds.true_lb;
    type->true_extent = bounds.true_ub - bounds.true_lb;
    type->motif = size == 0 ? MOTIF_EMPTY : old->motif;
    type->alignment = old->alignment;
    type->name = "";
    type->recipe = *recipe;
    type_lay_out(type, count, blocklength, stride_bytes);
    type->is_dense = type_is_dense(type);
    type_hold(old);
    *created = type;
    return MPI_SUCCESS;
}

int type_contiguous(struct store *store, MPI_Count count, const struct type *old,
                    struct type **created)
{
    const struct recipe recipe = {.combiner = MPI_COMBINER_CONTIGUOUS,
                                  .number_count = 1,
                                  .numbers = {count},
                                  .child = old};

    return type_create(store, &recipe, 1, count, 0, created);
}

int type_vector(struct store *store, MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                const struct type *old, struct type **created)
{
    const struct recipe recipe = {.combiner = MPI_COMBINER_VECTOR,
                                  .number_count = 3,
                                  .numbers = {count, blocklength, stride},
                                  .child = old};
    MPI_Count stride_bytes = 0;

    /* A stride that is not used may be anything. */
    if (count > 1 && __builtin_mul_overflow(stride, old->extent, &stride_bytes))
        return note(MPI_ERR_COUNT, "a stride of more than 2^63 - 1 bytes");
    return type_create(store, &recipe, count, blocklength, stride_bytes, created);
}

int type_hvector(struct store *store, MPI_Count count, MPI_Count blocklength,
                 MPI_Count stride_bytes, const struct type *old, struct type **created)
{
    const struct recipe recipe = {.combiner = MPI_COMBINER_HVECTOR,
                                  .number_count = 3,
                                  .numbers = {count, blocklength, stride_bytes},
                                  .child = old};

    return type_create(store, &recipe, count, blocklength, stride_bytes, created);
}

int type_resized(struct store *store, MPI_Count lb, MPI_Count extent, const struct type *old,
                 struct type **created)
{
    const struct recipe recipe = {.combiner = MPI_COMBINER_RESIZED,
                                  .number_count = 2,
                                  .numbers = {lb, extent},
                                  .child = old};
    int err = type_create(store, &recipe, 1, 1, 0, created);

    if (err != MPI_SUCCESS)
        return err;
    (*created)->lb = lb;
    (*created)->extent = extent;
    (*created)->is_dense = type_is_dense(*created);
    return MPI_SUCCESS;
}

int type_dup(struct store *store, const struct type *old, struct type **created)
{
    const struct recipe recipe = {.combiner = MPI_COMBINER_DUP, .child = old};
    int err = type_create(store, &recipe, 1, 1, 0, created);

    if (err == MPI_SUCCESS)
        (*created)->is_committed = old->is_committed;
    return err;
}

void type_commit(struct type *type)
{
    type->is_committed = true;
}

/* Counting is not part of what is immutable. */
static struct object *type_object(const struct type *type)
{
    return &((struct type *)type)->object;
}

void type_hold(const struct type *type)
{
    if (!type->is_predefined)
        object_hold(type_object(type));
}

void type_drop(const struct type *type)
{
    while (type != NULL && !type->is_predefined && object_drop(type_object(type))) {
        const struct type *old = type->recipe.child;

        object_destroy(type->store, type_object(type));
        type = old;
    }
}
