/* SPDX-License-Identifier: MIT */
/* Random types, each with a naive model of it: the list of the offsets of all its bytes. */
#ifndef TESTS_TYPE_MODEL_H
#define TESTS_TYPE_MODEL_H

#include <criterion/criterion.h>

#include "base/container.h"
#include "random.h"
#include "store.h"
#include "type/type.h"

enum { MODEL_BYTES_MAX = 4096, DEPTH_MAX = 5 };

/* A type as the list of the offsets of its bytes. `entries` are the basic types' first bytes. */
struct model {
    int bytes;
    MPI_Count offsets[MODEL_BYTES_MAX];
    int elements;
    int ends[MODEL_BYTES_MAX]; /* how many bytes the elements up to this one have */
    MPI_Count lb, ub;
    bool has_limits, has_markers;
    int alignment;
};

struct made {
    const struct type *type;
    struct model model;
};

/* What follows `model`: another one, moved. False when it becomes too large. */
static bool model_add(struct model *model, const struct model *other, MPI_Count displacement)
{
    int i;

    if (model->bytes + other->bytes > MODEL_BYTES_MAX)
        return false;
    for (i = 0; i < other->elements; i++)
        model->ends[model->elements++] = model->bytes + other->ends[i];
    for (i = 0; i < other->bytes; i++)
        model->offsets[model->bytes++] = displacement + other->offsets[i];
    if (other->bytes == 0 && !other->has_markers)
        return true;
    if (other->alignment > model->alignment)
        model->alignment = other->alignment;
    if (model->has_markers && !other->has_markers)
        return true;
    if (other->has_markers && !model->has_markers)
        model->has_limits = false;
    model->has_markers = other->has_markers;
    if (!model->has_limits || other->lb + displacement < model->lb)
        model->lb = other->lb + displacement;
    if (!model->has_limits || other->ub + displacement > model->ub)
        model->ub = other->ub + displacement;
    model->has_limits = true;
    return true;
}

/* After the last entry: the extent is a multiple of the alignment. */
static void model_end(struct model *model)
{
    while (!model->has_markers && model->alignment > 0 &&
           (model->ub - model->lb) % model->alignment != 0)
        model->ub++;
}

static MPI_Count model_extent(const struct model *model)
{
    return model->ub - model->lb;
}

static bool model_add_copies(struct model *model, const struct model *old, MPI_Count displacement,
                             MPI_Count count)
{
    for (MPI_Count i = 0; i < count; i++)
        if (!model_add(model, old, displacement + i * model_extent(old)))
            return false;
    return true;
}

/* `count` blocks of `length`, at a stride in bytes. */
static bool model_repeat(struct model *model, MPI_Count count, MPI_Count length, MPI_Count stride)
{
    static struct model old;

    old = *model;
    *model = (struct model){.bytes = 0};
    for (MPI_Count i = 0; i < count; i++)
        if (!model_add_copies(model, &old, i * stride, length))
            return false;
    model_end(model);
    return true;
}

static void model_runs(struct model *model, int first, int gap, int second, int extent,
                       int alignment)
{
    *model = (struct model){.ub = extent, .has_limits = true, .alignment = alignment};
    for (int i = 0; i < first; i++)
        model->offsets[model->bytes++] = i;
    model->ends[model->elements++] = first;
    for (int i = 0; i < second; i++)
        model->offsets[model->bytes++] = first + gap + i;
    if (second > 0)
        model->ends[model->elements++] = first + second;
}

static void make_basic(struct random *random, struct made *made)
{
    static const struct {
        MPI_Datatype handle;
        int first, gap, second, extent, alignment;
    } basics[] = {
        {MPI_CHAR, 1, 0, 0, 1, 1},         {MPI_SHORT, 2, 0, 0, 2, 2},
        {MPI_INT, 4, 0, 0, 4, 4},          {MPI_DOUBLE, 8, 0, 0, 8, 8},
        {MPI_INTEGER16, 16, 0, 0, 16, 16}, {MPI_SHORT_INT, 2, 2, 4, 8, 4},
        {MPI_DOUBLE_INT, 8, 0, 4, 16, 8},  {MPI_LONG_DOUBLE_INT, 16, 0, 4, 32, 16},
    };
    size_t i = (size_t)random_in(random, 0, ARRAY_LENGTH(basics) - 1);

    made->type = type_predefined(basics[i].handle);
    model_runs(&made->model, basics[i].first, basics[i].gap, basics[i].second, basics[i].extent,
               basics[i].alignment);
}

static void make_type(struct random *random, struct made *made, int64_t depth);

enum { BLOCKS_MAX = 6 };

/* Blocks at random places: often one behind another, at a constant distance, or anywhere. */
struct lists {
    int count;
    int lengths[BLOCKS_MAX];
    int elements[BLOCKS_MAX];      /* displacements in extents */
    int64_t displacements[BLOCKS_MAX]; /* and in bytes */
};

static void make_lists(struct random *random, struct lists *lists, MPI_Count extent)
{
    int64_t rule = random_in(random, 0, 3), at = random_in(random, -4, 4);
    int64_t step = random_in(random, -6, 9);

    lists->count = (int)random_in(random, 0, BLOCKS_MAX);
    for (int i = 0; i < lists->count; i++) {
        lists->lengths[i] =
            rule == 2 && i > 0 ? lists->lengths[0] : (int)random_in(random, 0, 3);
        lists->elements[i] = (int)at;
        lists->displacements[i] = at * (rule == 3 ? 1 : extent);
        if (rule == 0)
            at += lists->lengths[i] + random_in(random, 0, 1);
        else if (rule == 1)
            at = random_in(random, -20, 40);
        else
            at += step;
    }
}

static bool model_lists(struct model *model, const struct lists *lists, const int64_t *in_bytes,
                        int length)
{
    static struct model old;

    old = *model;
    *model = (struct model){.bytes = 0};
    for (int i = 0; i < lists->count; i++) {
        MPI_Count place =
            in_bytes != NULL ? in_bytes[i] : lists->elements[i] * model_extent(&old);

        if (!model_add_copies(model, &old, place, length >= 0 ? length : lists->lengths[i]))
            return false;
    }
    model_end(model);
    return true;
}

static bool make_list(struct random *random, struct made *made, struct type **type)
{
    const struct type *old = made->type;
    struct lists lists;
    int length = (int)random_in(random, 0, 3), err;
    struct int_view lengths = view_narrow(lists.lengths), places = view_narrow(lists.elements);

    make_lists(random, &lists, model_extent(&made->model));
    switch (random_in(random, 0, 3)) {
    case 0:
        if (!model_lists(&made->model, &lists, NULL, -1))
            return false;
        err = type_indexed(store, FORM_PLAIN, lists.count, lengths, places, old, type);
        break;
    case 1:
        if (!model_lists(&made->model, &lists, lists.displacements, -1))
            return false;
        err = type_hindexed(store, FORM_PLAIN, lists.count, lengths,
                            view_wide(lists.displacements), old, type);
        break;
    case 2:
        if (!model_lists(&made->model, &lists, NULL, length))
            return false;
        err = type_indexed_block(store, FORM_PLAIN, lists.count, length, places, old, type);
        break;
    default:
        if (!model_lists(&made->model, &lists, lists.displacements, length))
            return false;
        err = type_hindexed_block(store, FORM_PLAIN, lists.count, length,
                                  view_wide(lists.displacements), old, type);
    }
    cr_assert_eq(err, MPI_SUCCESS);
    return true;
}

/* Makes a struct of the type and of others. */
static bool make_struct(struct random *random, struct made *made, struct type **type)
{
    struct made *others = calloc(BLOCKS_MAX, sizeof *others);
    const struct type *olds[BLOCKS_MAX];
    struct lists lists;
    bool fits = true;

    make_lists(random, &lists, 4);
    others[0] = *made;
    made->model = (struct model){.bytes = 0};
    for (int i = 0; i < lists.count; i++) {
        if (i > 0)
            make_type(random, &others[i], random_in(random, 0, 1));
        olds[i] = others[i].type;
        fits = fits && model_add_copies(&made->model, &others[i].model, lists.displacements[i],
                                        lists.lengths[i]);
    }
    model_end(&made->model);
    if (fits)
        cr_assert_eq(type_struct(store, FORM_PLAIN, lists.count, view_narrow(lists.lengths),
                                 view_wide(lists.displacements), olds, type),
                     MPI_SUCCESS);
    for (int i = 1; i < lists.count; i++)
        type_drop(others[i].type);
    free(others);
    return fits;
}

static bool make_vector(struct random *random, struct made *made, struct type **type)
{
    MPI_Count count = random_in(random, 0, 5), length = random_in(random, 0, 4);
    MPI_Count stride = random_in(random, -5, 9), old_extent = model_extent(&made->model);
    int err;

    switch (random_in(random, 0, 2)) {
    case 0:
        if (!model_repeat(&made->model, 1, count, 0))
            return false;
        err = type_contiguous(store, FORM_PLAIN, count, made->type, type);
        break;
    case 1:
        if (!model_repeat(&made->model, count, length, stride * old_extent))
            return false;
        err = type_vector(store, FORM_PLAIN, count, length, stride, made->type, type);
        break;
    default:
        stride *= random_in(random, 1, 30);
        if (!model_repeat(&made->model, count, length, stride))
            return false;
        err = type_hvector(store, FORM_PLAIN, count, length, stride, made->type, type);
    }
    cr_assert_eq(err, MPI_SUCCESS);
    return true;
}

static void make_resized(struct random *random, struct made *made, struct type **type)
{
    MPI_Count old_extent = model_extent(&made->model);

    made->model.lb = random_in(random, -5, 9);
    made->model.ub = made->model.lb + random_in(random, 0, 2 * (old_extent > 0 ? old_extent : 1));
    made->model.has_markers = made->model.has_limits = true;
    cr_assert_eq(type_resized(store, FORM_PLAIN, made->model.lb, model_extent(&made->model),
                              made->type, type),
                 MPI_SUCCESS);
}

enum { DIMENSIONS_MAX = 3 };

/* Element (place[0], place[1], ...) of an array, in extents. */
static MPI_Count array_index(int dimensions, const int sizes[], const int place[], int order)
{
    MPI_Count index = 0;

    for (int i = 0; i < dimensions; i++) {
        int at = order == MPI_ORDER_C ? i : dimensions - 1 - i;

        index = index * sizes[at] + place[at];
    }
    return index;
}

static bool model_array(struct model *model, int dimensions, const int sizes[], int order,
                        bool (*holds)(const void *about, const int place[]), const void *about)
{
    static struct model old;
    int place[DIMENSIONS_MAX] = {0};
    MPI_Count elements = 1;

    old = *model;
    *model = (struct model){.bytes = 0};
    for (int i = 0; i < dimensions; i++)
        elements *= sizes[i];
    for (MPI_Count index = 0; index < elements; index++) {
        MPI_Count rest = index;

        for (int i = 0; i < dimensions; i++) { /* the fastest first */
            int at = order == MPI_ORDER_C ? dimensions - 1 - i : i;

            place[at] = (int)(rest % sizes[at]);
            rest /= sizes[at];
        }
        cr_assert_eq(array_index(dimensions, sizes, place, order), index);
        if (holds(about, place) && !model_add(model, &old, index * model_extent(&old)))
            return false;
    }
    model->has_markers = model->has_limits = true;
    model->lb = 0;
    model->ub = elements * model_extent(&old);
    return true;
}

struct box {
    int dimensions;
    int sizes[DIMENSIONS_MAX], subsizes[DIMENSIONS_MAX], starts[DIMENSIONS_MAX];
};

static bool box_holds(const void *about, const int place[])
{
    const struct box *box = about;

    for (int i = 0; i < box->dimensions; i++)
        if (place[i] < box->starts[i] || place[i] >= box->starts[i] + box->subsizes[i])
            return false;
    return true;
}

static bool make_subarray(struct random *random, struct made *made, struct type **type)
{
    struct box box = {.dimensions = (int)random_in(random, 1, DIMENSIONS_MAX)};
    int order = random_in(random, 0, 1) == 0 ? MPI_ORDER_C : MPI_ORDER_FORTRAN;

    for (int i = 0; i < box.dimensions; i++) {
        box.sizes[i] = (int)random_in(random, 1, 5);
        box.subsizes[i] = (int)random_in(random, 1, box.sizes[i]);
        box.starts[i] = (int)random_in(random, 0, box.sizes[i] - box.subsizes[i]);
    }
    if (!model_array(&made->model, box.dimensions, box.sizes, order, box_holds, &box))
        return false;
    cr_assert_eq(type_subarray(store, FORM_PLAIN,
                               &(struct subarray){.dimensions = box.dimensions,
                                                  .sizes = view_narrow(box.sizes),
                                                  .subsizes = view_narrow(box.subsizes),
                                                  .starts = view_narrow(box.starts),
                                                  .order = order},
                               made->type, type),
                 MPI_SUCCESS);
    return true;
}

struct deals {
    int dimensions;
    int sizes[DIMENSIONS_MAX], kinds[DIMENSIONS_MAX], arguments[DIMENSIONS_MAX];
    int grid[DIMENSIONS_MAX], coordinates[DIMENSIONS_MAX];
};

static bool deals_hold(const void *about, const int place[])
{
    const struct deals *deals = about;

    for (int i = 0; i < deals->dimensions; i++) {
        int block = deals->arguments[i];

        if (deals->kinds[i] == MPI_DISTRIBUTE_NONE)
            continue;
        if (block == MPI_DISTRIBUTE_DFLT_DARG)
            block = deals->kinds[i] == MPI_DISTRIBUTE_CYCLIC
                        ? 1
                        : (deals->sizes[i] + deals->grid[i] - 1) / deals->grid[i];
        if (place[i] / block % deals->grid[i] != deals->coordinates[i])
            return false;
    }
    return true;
}

static void make_deal(struct random *random, struct deals *deals, int i)
{
    static const int kinds[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE};

    deals->kinds[i] = kinds[random_in(random, 0, 2)];
    deals->sizes[i] = (int)random_in(random, 1, 9);
    deals->grid[i] =
        deals->kinds[i] == MPI_DISTRIBUTE_NONE ? 1 : (int)random_in(random, 1, 3);
    deals->arguments[i] = MPI_DISTRIBUTE_DFLT_DARG;
    if (random_in(random, 0, 1) == 0)
        deals->arguments[i] = (int)random_in(random, 1, 4);
    if (deals->kinds[i] == MPI_DISTRIBUTE_BLOCK &&
        deals->arguments[i] * deals->grid[i] < deals->sizes[i])
        deals->arguments[i] = MPI_DISTRIBUTE_DFLT_DARG;
    deals->coordinates[i] = (int)random_in(random, 0, deals->grid[i] - 1);
}

static bool make_darray(struct random *random, struct made *made, struct type **type)
{
    struct deals deals = {.dimensions = (int)random_in(random, 1, DIMENSIONS_MAX)};
    int order = random_in(random, 0, 1) == 0 ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
    int ranks = 1, rank = 0;

    for (int i = 0; i < deals.dimensions; i++) {
        make_deal(random, &deals, i);
        ranks *= deals.grid[i];
        rank = rank * deals.grid[i] + deals.coordinates[i];
    }
    if (!model_array(&made->model, deals.dimensions, deals.sizes, order, deals_hold, &deals))
        return false;
    cr_assert_eq(type_darray(store, FORM_PLAIN,
                             &(struct darray){.ranks = ranks,
                                              .rank = rank,
                                              .dimensions = deals.dimensions,
                                              .sizes = view_narrow(deals.sizes),
                                              .distributions = deals.kinds,
                                              .arguments = deals.arguments,
                                              .grid = deals.grid,
                                              .order = order},
                             made->type, type),
                 MPI_SUCCESS);
    return true;
}

/* Puts one more constructor round it; false when the result would be too large. */
static bool make_next(struct random *random, struct made *made)
{
    const struct type *old = made->type;
    struct type *type;
    bool fits = true;

    switch (random_in(random, 0, 9)) {
    case 0:
    case 1:
        fits = make_vector(random, made, &type);
        break;
    case 2:
        make_resized(random, made, &type);
        break;
    case 3:
        cr_assert_eq(type_dup(store, old, &type), MPI_SUCCESS);
        break;
    case 4:
        fits = make_subarray(random, made, &type);
        break;
    case 5:
        fits = make_darray(random, made, &type);
        break;
    case 6:
    case 7:
        fits = make_struct(random, made, &type);
        break;
    default:
        fits = make_list(random, made, &type);
    }
    if (!fits)
        return false;
    type_drop(old);
    made->type = type;
    return true;
}

static void make_type(struct random *random, struct made *made, int64_t depth)
{
    struct model *fitting = malloc(sizeof *fitting);

    make_basic(random, made);
    for (; depth > 0; depth--) {
        *fitting = made->model;
        if (!make_next(random, made)) {
            made->model = *fitting;
            break;
        }
    }
    free(fitting);
}

#endif
