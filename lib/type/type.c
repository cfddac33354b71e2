/* SPDX-License-Identifier: MIT */
/* Making a type from its contents and shape: bounds, layout, signature; and freeing it. */
#include "type/type.h"

#include <stddef.h>

#include "base/container.h"
#include "base/memory.h"
#include "base/must.h"
#include "base/note.h"
#include "type/build.h"
#include "type/nest.h"

/* The lowest byte of some data and the first byte behind them: by the types' bounds (lb, ub) and by
 * their bytes (true_lb, true_ub). */
struct bounds {
    bool has_markers;
    bool has_limits; /* lb and ub are set */
    bool has_bytes;  /* true_lb and true_ub are set */
    MPI_Count lb, ub;
    MPI_Count true_lb, true_ub;
    int alignment;
};

static void widen(bool is_first, MPI_Count *low, MPI_Count *high, MPI_Count lb, MPI_Count ub)
{
    if (is_first || lb < *low)
        *low = lb;
    if (is_first || ub > *high)
        *high = ub;
}

/* Computes the range that a block's repetitions of a child cover. Returns false if it exceeds
 * MPI_Count. */
static bool spread(const struct block *block, MPI_Count lb, MPI_Count extent, MPI_Count *low,
                   MPI_Count *high)
{
    MPI_Count last, begin, end;

    if (__builtin_mul_overflow(block->length - 1, block->child->extent, &last) ||
        __builtin_add_overflow(block->displacement, lb, &begin) ||
        __builtin_add_overflow(begin, extent, &end))
        return false;
    *low = begin;
    *high = end;
    return !__builtin_add_overflow(last < 0 ? begin : end, last, last < 0 ? low : high);
}

/* Adds a block to the bounds. Once a child has explicit bounds, only explicit ones count. Returns
 * false if the bounds become too large. */
static bool bounds_add(struct bounds *bounds, const struct block *block)
{
    const struct type *child = block->child;
    MPI_Count low, high;

    if (block->length == 0 || (child->size == 0 && !child->has_markers))
        return true;
    if (child->alignment > bounds->alignment)
        bounds->alignment = child->alignment;
    if (!spread(block, child->lb, child->extent, &low, &high))
        return false;
    if (child->has_markers && !bounds->has_markers)
        bounds->has_limits = false;
    if (child->has_markers >= bounds->has_markers) {
        widen(!bounds->has_limits, &bounds->lb, &bounds->ub, low, high);
        bounds->has_limits = true;
        bounds->has_markers = child->has_markers;
    }
    if (child->size == 0)
        return true;
    if (!spread(block, child->true_lb, child->true_extent, &low, &high))
        return false;
    widen(!bounds->has_bytes, &bounds->true_lb, &bounds->true_ub, low, high);
    bounds->has_bytes = true;
    return true;
}

/* Rounds the extent up to a multiple of the alignment, unless it was set explicitly. */
static bool bounds_round(struct bounds *bounds)
{
    MPI_Count extent, true_extent, beyond;

    if (__builtin_sub_overflow(bounds->ub, bounds->lb, &extent) ||
        __builtin_sub_overflow(bounds->true_ub, bounds->true_lb, &true_extent))
        return false;
    if (bounds->has_markers || bounds->alignment == 0)
        return true;
    beyond = extent % bounds->alignment;
    return beyond == 0 || !__builtin_add_overflow(bounds->ub, bounds->alignment - beyond,
                                                  &bounds->ub);
}

static int note_too_large(void)
{
    return note(MPI_ERR_COUNT, "a datatype of more than 2^63 - 1 bytes");
}

/* Measures blocks at a stride by the first and the last block. */
static bool measure_loop(struct type *type, struct bounds *bounds)
{
    const struct shape *shape = &type->shape;
    struct block block = {.length = shape->blocklength, .child = shape->child};
    MPI_Count children;

    if (__builtin_mul_overflow(shape->count, shape->blocklength, &children) ||
        __builtin_mul_overflow(children, shape->child->size, &type->size))
        return false;
    type->elements = children * shape->child->elements;
    type->external = children * shape->child->external;
    if (children == 0)
        return true;
    if (!bounds_add(bounds, &block))
        return false;
    return !__builtin_mul_overflow(shape->count - 1, shape->stride, &block.displacement) &&
           bounds_add(bounds, &block);
}

static bool measure_list(struct type *type, struct bounds *bounds)
{
    MPI_Count i, bytes;

    for (i = 0; i < type->shape.count; i++) {
        struct block block = type_block(type, i);

        if (__builtin_mul_overflow(block.length, block.child->size, &bytes) ||
            __builtin_add_overflow(type->size, bytes, &type->size) ||
            !bounds_add(bounds, &block))
            return false;
        type->elements += block.length * block.child->elements;
        type->external += block.length * block.child->external;
    }
    return true;
}

static int measure(struct type *type)
{
    struct bounds bounds = {.has_markers = false};
    bool is_list = type->shape.child == NULL;

    if (!(is_list ? measure_list(type, &bounds) : measure_loop(type, &bounds)) ||
        !bounds_round(&bounds))
        return note_too_large();
    type->lb = bounds.lb;
    type->extent = bounds.ub - bounds.lb;
    type->true_lb = bounds.true_lb;
    type->true_extent = bounds.true_ub - bounds.true_lb;
    type->has_markers = bounds.has_markers;
    type->alignment = (uint8_t)bounds.alignment;
    return MPI_SUCCESS;
}

/* Returns a block of children as one piece, which refers to the child's layout. */
static struct piece lay_out_block(const struct block *block)
{
    return piece_simplify((struct piece){.offset = block->displacement,
                                         .count = block->length,
                                         .stride = block->child->extent,
                                         .bytes = block->child->size,
                                         .pieces = &block->child->layout,
                                         .body_count = 1});
}

static struct piece lay_out_part(const void *source, MPI_Count i)
{
    struct block block = type_block(source, i);

    return lay_out_block(&block);
}

static void lay_out_loop(struct type *type)
{
    const struct shape *shape = &type->shape;
    struct block block = {.length = shape->blocklength, .child = shape->child};

    type->block = lay_out_block(&block);
    type->layout = piece_simplify((struct piece){.count = shape->count,
                                                 .stride = shape->stride,
                                                 .bytes = shape->child->size * block.length,
                                                 .pieces = &type->block,
                                                 .body_count = 1});
}

/* Returns a block of dense children as one run. */
static struct byte_range lay_out_run(const void *source, MPI_Count i)
{
    struct block block = type_block(source, i);

    return (struct byte_range){.offset = block.displacement + block.child->true_lb,
                            .bytes = block.length * block.child->size};
}

static bool has_dense_children(const struct type *type)
{
    MPI_Count i;

    for (i = 0; i < type->contents.type_count; i++)
        if (!type->contents.types[i]->is_dense)
            return false;
    return true;
}

static bool lay_out_list(struct type *type)
{
    if (has_dense_children(type))
        return piece_list_of_runs(lay_out_run, type, type->shape.count, &type->tables,
                                  &type->layout);
    return piece_list(lay_out_part, type, type->shape.count, &type->tables, &type->layout);
}

static int lay_out(struct type *type)
{
    if (type->shape.child != NULL)
        lay_out_loop(type);
    else if (!lay_out_list(type))
        return note(MPI_ERR_NO_MEM, "no memory for the layout of a datatype");
    return MPI_SUCCESS;
}

static bool type_is_dense(const struct type *type)
{
    if (type->size == 0)
        return true;
    return piece_is_run(&type->layout) && type->layout.count == 1 && type->extent == type->size;
}

static int nest(struct type *type)
{
    MPI_Count i, count = type->shape.child != NULL ? 1 : type->contents.type_count;
    int deepest = 0;

    for (i = 0; i < count; i++) {
        const struct type *child =
            type->shape.child != NULL ? type->shape.child : type->contents.types[i];

        if (child->depth > deepest)
            deepest = child->depth;
    }
    if (deepest >= TYPE_DEPTH_MAX)
        return note(MPI_ERR_OTHER, "datatypes nest %d deep, the limit", deepest);
    type->depth = (uint16_t)(deepest + 1);
    return MPI_SUCCESS;
}

/* Allocates the arguments and children in one block, the widest first, for alignment. */
static int contents_create(struct contents *contents, const struct type *const children[])
{
    size_t larges = (size_t)contents->large_count, addresses = (size_t)contents->address_count;
    size_t types = (size_t)contents->type_count, integers = (size_t)contents->integer_count, i;
    char *block = memory_take((larges + addresses + types) * 8 + integers * sizeof(int) + 1);

    if (block == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for the arguments of a datatype");
    contents->larges = (MPI_Count *)(void *)block;
    contents->addresses = (MPI_Aint *)(void *)(contents->larges + larges);
    contents->types = (const struct type **)(void *)(contents->addresses + addresses);
    contents->integers = (int *)(void *)(contents->types + types);
    for (i = 0; i < types; i++) {
        contents->types[i] = children[i];
        type_hold(children[i]);
    }
    return MPI_SUCCESS;
}

int build_begin(struct store *store, const struct contents *counts,
                const struct type *const children[], struct type **created)
{
    struct contents contents = *counts;
    struct type *type = object_create(store, OBJECT_TYPE);
    int err = MPI_SUCCESS;

    if (type == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a datatype");
    type->store = store;
    err = contents_create(&contents, children);
    if (err != MPI_SUCCESS) {
        object_destroy(store, &type->object);
        return err;
    }
    type->contents = contents;
    *created = type;
    return MPI_SUCCESS;
}

static int build(struct type *type)
{
    int err = nest(type);

    if (type->shape.child != NULL)
        type_hold(type->shape.child);
    if (err == MPI_SUCCESS)
        err = measure(type);
    if (err == MPI_SUCCESS)
        signature_find(type);
    if (err == MPI_SUCCESS)
        err = lay_out(type);
    return err;
}

void type_check(const struct type *type)
{
    const bool is_duplicate = type->contents.combiner == MPI_COMBINER_DUP;
    MPI_Count i;

    piece_check(&type->layout);
    must(type->layout.count * type->layout.bytes == type->size);
    must(type->elements <= type->size && type->external <= type->size);
    if (type->is_dense)
        must(type->size == 0 || (type->layout.count == 1 && piece_is_run(&type->layout)));
    must(type->depth <= TYPE_DEPTH_MAX);
    for (i = 0; i < type->contents.type_count; i++) /* a duplicate is as deep as its original */
        must(type->contents.types[i]->depth < type->depth + is_duplicate);
}

/* Completes a type whose bounds are known, or drops it on error. */
static int complete_type(struct type *type, int err)
{
    if (err != MPI_SUCCESS) {
        type_drop(type);
        return err;
    }
    type->is_dense = type_is_dense(type);
    if (LAWS_ARE_CHECKED)
        type_check(type);
    return MPI_SUCCESS;
}

int build_end(struct type *type)
{
    return complete_type(type, build(type));
}

int build_end_marked(struct type *type, MPI_Count lb, MPI_Count extent)
{
    int err = build(type);

    type->lb = lb;
    type->extent = extent;
    type->has_markers = true;
    return complete_type(type, err);
}

void type_commit(struct type *type)
{
    if (!type->is_committed && !type->is_dense)
        type->nest = nest_create(type);
    type->is_committed = true;
}

/* Reference counts change although types are const. */
static struct object *type_object(const struct type *type)
{
    return &((struct type *)(uintptr_t)type)->object;
}

void type_hold_derived(const struct type *type)
{
    object_hold(type_object(type));
}

/* Drops one reference. If it was the last, adds the type to the list of those to be destroyed. */
static void drop_one(const struct type *dropped, struct type **dead)
{
    struct type *type = (struct type *)(uintptr_t)dropped;

    if (type == NULL || type->is_named || !object_drop(&type->object))
        return;
    type->next_dropped = *dead;
    *dead = type;
}

void type_drop_derived(const struct type *type)
{
    struct type *dead = NULL;

    for (drop_one(type, &dead); dead != NULL;) {
        struct type *last = dead;
        MPI_Count i;

        dead = last->next_dropped;
        drop_one(last->shape.child, &dead);
        for (i = 0; i < last->contents.type_count; i++)
            drop_one(last->contents.types[i], &dead);
        memory_give(last->contents.larges);
        if (last->shape.child == NULL)
            memory_give(last->tables.block);
        memory_give(last->skips.begun);
        memory_give(last->nest);
        memory_give(last->own_name);
        object_destroy(last->store, &last->object);
    }
}
