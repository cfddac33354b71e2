/* SPDX-License-Identifier: MIT */
/* The recursion over the arguments of a type's constructors. Displacements in elements become
 * displacements in elements of the file; those in bytes stay (14.5.2). */
#include "io/filetype.h"

#include <string.h>

#include "base/memory.h"
#include "base/note.h"
#include "rank/world.h"
#include "type/type.h"

static bool is_basic(const struct type *type)
{
    return type->is_predefined && type->pair[0] == NULL;
}

/* Bytes of a basic element in the file. */
static int basic_size(const struct datarep *datarep, const struct type *type, MPI_Count *bytes)
{
    MPI_Aint extent = 0;
    int result;

    if (datarep->kind != DATAREP_OF_USER) {
        *bytes = datarep->kind == DATAREP_EXTERNAL32 ? type->external : type->size;
        return MPI_SUCCESS;
    }
    result = datarep->extent(type_handle(type), &extent, datarep->extra_state);
    if (result != MPI_SUCCESS)
        return note(MPI_ERR_CONVERSION, "the extent function of datarep \"%s\" returned %d",
                    datarep->name, result);
    if (extent == MPI_UNDEFINED)
        return note(MPI_ERR_VALUE_TOO_LARGE, "datarep \"%s\" says that %s is too large",
                    datarep->name, type->name != NULL ? type->name : "a type");
    if (extent < 0)
        return note(MPI_ERR_CONVERSION, "datarep \"%s\" says that an element has %lld bytes",
                    datarep->name, (long long)extent);
    *bytes = extent;
    return MPI_SUCCESS;
}

int filetype_size(const struct datarep *datarep, const struct type *type, MPI_Count *bytes)
{
    MPI_Count of_part, i;
    int err = MPI_SUCCESS;

    *bytes = 0;
    if (is_basic(type))
        return basic_size(datarep, type, bytes);
    if (type->shape.child != NULL) {
        err = filetype_size(datarep, type->shape.child, &of_part);
        if (err == MPI_SUCCESS)
            *bytes = type->shape.count * type->shape.blocklength * of_part;
        return err;
    }
    for (i = 0; i < 2 && type->pair[0] != NULL && err == MPI_SUCCESS; i++) {
        err = filetype_size(datarep, type->pair[i], &of_part);
        *bytes += err == MPI_SUCCESS ? of_part : 0;
    }
    for (i = 0; i < type->shape.count && type->pair[0] == NULL && err == MPI_SUCCESS; i++) {
        struct block block = type_block(type, i);

        err = filetype_size(datarep, block.child, &of_part);
        *bytes += err == MPI_SUCCESS ? block.length * of_part : 0;
    }
    return err;
}

/* ---- types in the file ----------------------------------------------------------------------- */

/* One type on the way from memory to the file. */
struct making {
    const struct datarep *datarep;
    struct store *store;
    const struct type *old;
    const struct type *child; /* the child in the file, held; NULL: not needed */
    struct type *made;
};

static int make_bytes(struct making *making, MPI_Count bytes)
{
    return type_contiguous(making->store, FORM_LARGE, bytes, type_predefined(MPI_BYTE),
                           &making->made);
}

/* A pair: the two parts without a gap. */
static int make_pair(struct making *making)
{
    MPI_Count bytes;
    int err = filetype_size(making->datarep, making->old, &bytes);

    return err == MPI_SUCCESS ? make_bytes(making, bytes) : err;
}

/* The arguments of an array, in whichever form they were given. */
static struct int_view numbers_of(const struct contents *contents, MPI_Count narrow,
                                  MPI_Count wide)
{
    return contents->large_count > 0 ? view_wide(contents->larges + wide)
                                     : view_narrow(contents->integers + narrow);
}

static int make_subarray(struct making *making)
{
    const struct contents *contents = &making->old->contents;
    int n = contents->integers[0];
    const struct subarray subarray = {
        .dimensions = n,
        .sizes = numbers_of(contents, 1, 0),
        .subsizes = numbers_of(contents, 1 + n, n),
        .starts = numbers_of(contents, 1 + 2 * n, 2 * n),
        .order = contents->integers[contents->integer_count - 1],
    };

    return type_subarray(making->store, contents->large_count > 0 ? FORM_LARGE : FORM_PLAIN,
                         &subarray, making->child, &making->made);
}

static int make_darray(struct making *making)
{
    const struct contents *contents = &making->old->contents;
    int n = contents->integers[2];
    const int *behind = contents->integers + (contents->large_count > 0 ? 3 : 3 + n);
    const struct darray darray = {
        .ranks = contents->integers[0],
        .rank = contents->integers[1],
        .dimensions = n,
        .sizes = numbers_of(contents, 3, 0),
        .distributions = behind,
        .arguments = behind + n,
        .grid = behind + 2 * n,
        .order = contents->integers[contents->integer_count - 1],
    };

    return type_darray(making->store, contents->large_count > 0 ? FORM_LARGE : FORM_PLAIN, &darray,
                       making->child, &making->made);
}

static bool counts_in_elements(int combiner)
{
    return combiner == MPI_COMBINER_INDEXED || combiner == MPI_COMBINER_INDEXED_BLOCK;
}

/* The lists of a type of listed blocks, in the file. */
struct listed {
    MPI_Count *lengths, *displacements;
    const struct type **children; /* held */
    MPI_Count count;
};

static int fill_lists(const struct making *making, struct listed *listed)
{
    const struct type *old = making->old;
    MPI_Count i;
    int err = MPI_SUCCESS;

    for (i = 0; i < old->shape.count && err == MPI_SUCCESS; i++) {
        struct block block = type_block(old, i);

        err = datarep_type(making->datarep, block.child, &listed->children[i]);
        if (err != MPI_SUCCESS)
            break;
        listed->count++;
        listed->lengths[i] = block.length;
        listed->displacements[i] = block.displacement;
        if (counts_in_elements(old->contents.combiner) && block.child->extent != 0)
            listed->displacements[i] =
                block.displacement / block.child->extent * listed->children[i]->extent;
    }
    return err;
}

static int make_listed(struct making *making)
{
    size_t count = (size_t)making->old->shape.count;
    struct listed listed = {.lengths = memory_take((2 * count + 1) * sizeof(MPI_Count)),
                            .children = memory_take((count + 1) * sizeof *listed.children)};
    int err;

    if (listed.lengths == NULL || listed.children == NULL) {
        err = note(MPI_ERR_NO_MEM, "no memory for a type in a file");
    } else {
        listed.displacements = listed.lengths + count;
        err = fill_lists(making, &listed);
    }
    if (err == MPI_SUCCESS)
        err = type_struct(making->store, FORM_LARGE, (MPI_Count)count, view_wide(listed.lengths),
                          view_wide(listed.displacements), listed.children, &making->made);
    while (listed.count > 0)
        type_drop(listed.children[--listed.count]);
    memory_give(listed.lengths);
    memory_give(listed.children);
    return err;
}

/* A constructor with one child, which has been made. */
static int make_of_child(struct making *making)
{
    const struct type *old = making->old, *child = making->child;
    const struct shape *shape = &old->shape;
    struct store *store = making->store;
    MPI_Count stride;

    switch (old->contents.combiner) {
    case MPI_COMBINER_CONTIGUOUS:
        return type_contiguous(store, FORM_LARGE, shape->count * shape->blocklength, child,
                               &making->made);
    case MPI_COMBINER_VECTOR:
        stride = shape->child->extent != 0 ? shape->stride / shape->child->extent : 0;
        return type_vector(store, FORM_LARGE, shape->count, shape->blocklength, stride, child,
                           &making->made);
    case MPI_COMBINER_HVECTOR:
        return type_hvector(store, FORM_LARGE, shape->count, shape->blocklength, shape->stride,
                            child, &making->made);
    case MPI_COMBINER_RESIZED:
        return type_resized(store, FORM_LARGE, old->lb, old->extent, child, &making->made);
    case MPI_COMBINER_SUBARRAY:
        return make_subarray(making);
    case MPI_COMBINER_DARRAY:
        return make_darray(making);
    default: /* a duplicate */
        return type_dup(store, child, &making->made);
    }
}

static int make_filetype(struct making *making)
{
    const struct type *old = making->old;
    MPI_Count bytes;
    int err;

    if (is_basic(old)) {
        err = basic_size(making->datarep, old, &bytes);
        return err == MPI_SUCCESS ? make_bytes(making, bytes) : err;
    }
    if (old->pair[0] != NULL || old->contents.combiner == MPI_COMBINER_VALUE_INDEX)
        return make_pair(making);
    if (old->shape.child == NULL)
        return make_listed(making);
    err = datarep_type(making->datarep, old->contents.types[0], &making->child);
    if (err == MPI_SUCCESS)
        err = make_of_child(making);
    type_drop(making->child);
    return err;
}

int filetype_make(const struct datarep *datarep, const struct type *type,
                  const struct type **in_file)
{
    struct making making = {
        .datarep = datarep, .store = rank_self()->world->store, .old = type};
    int err = make_filetype(&making);

    if (err != MPI_SUCCESS)
        return err;
    making.made->object.is_freed = true; /* no handle of the user's refers to it */
    *in_file = making.made;
    return MPI_SUCCESS;
}

/* ---- prefixes -------------------------------------------------------------------------------- */

static void measure_many(struct filetype_prefix *prefix, const struct type *type, MPI_Count count)
{
    MPI_Count bytes, whole;

    if (count == 0 || type->size == 0 || prefix->left == 0)
        return;
    if (datarep_size(prefix->datarep, type, &bytes) != MPI_SUCCESS || bytes == 0) {
        prefix->left = 0;
        return;
    }
    whole = prefix->left / bytes < count ? prefix->left / bytes : count;
    prefix->left -= whole * bytes;
    prefix->here += whole * type->size;
    prefix->items += whole * type->elements;
    if (whole == count)
        return;
    if (is_basic(type))
        prefix->left = 0; /* part of an element does not count */
    else
        filetype_measure(prefix, type);
    prefix->left = 0;
}

void filetype_measure(struct filetype_prefix *prefix, const struct type *type)
{
    MPI_Count i;

    if (is_basic(type)) {
        measure_many(prefix, type, 1);
    } else if (type->shape.child != NULL) {
        measure_many(prefix, type->shape.child, type->shape.count * type->shape.blocklength);
    } else if (type->pair[0] != NULL) {
        measure_many(prefix, type->pair[0], 1);
        measure_many(prefix, type->pair[1], 1);
    } else {
        for (i = 0; i < type->shape.count && prefix->left > 0; i++) {
            struct block block = type_block(type, i);

            measure_many(prefix, block.child, block.length);
        }
    }
}
