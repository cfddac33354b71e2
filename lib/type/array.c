/* SPDX-License-Identifier: MIT */
/* Subarrays and distributed arrays. Each dimension, the fastest first, becomes a type around that
 * of the dimension before; the array's part has the last of them as its child. */
#include <stddef.h>

#include "base/note.h"
#include "type/build.h"

/* Returns the index of the i-th fastest dimension. */
static size_t dimension(int order, int dimensions, int i)
{
    return (size_t)(order == MPI_ORDER_C ? dimensions - 1 - i : i);
}

/* Drops *type and replaces it by a type that was made of it. */
static int replace(int err, struct type **type, struct type *made)
{
    type_drop(*type);
    *type = err == MPI_SUCCESS ? made : NULL;
    return err;
}

/* Replaces *type by `count` copies of it at a stride, from `displacement` on. */
static int replicate(struct store *store, MPI_Count count, MPI_Count stride,
                     MPI_Count displacement, struct type **type)
{
    const int64_t displacements[] = {displacement};
    struct type *made;
    int err = type_hvector(store, FORM_LARGE, count, 1, stride, *type, &made);

    err = replace(err, type, made);
    if (err != MPI_SUCCESS)
        return err;
    err = type_hindexed_block(store, FORM_LARGE, 1, 1, view_wide(displacements), *type, &made);
    return replace(err, type, made);
}

static int note_too_large(void)
{
    return note(MPI_ERR_COUNT, "an array of more than 2^63 - 1 bytes");
}

/* Makes the data of a subarray at their place in the array, and computes the array's length in
 * bytes. */
static int select_part(struct store *store, const struct subarray *subarray,
                       const struct type *old, struct type **part, MPI_Count *bytes)
{
    int i, err = type_dup(store, old, part);

    *bytes = old->extent;
    for (i = 0; err == MPI_SUCCESS && i < subarray->dimensions; i++) {
        size_t at = dimension(subarray->order, subarray->dimensions, i);
        MPI_Count displacement;

        if (__builtin_mul_overflow(*bytes, view_at(subarray->starts, at), &displacement))
            err = note_too_large();
        if (err == MPI_SUCCESS)
            err = replicate(store, view_at(subarray->subsizes, at), *bytes, displacement, part);
        if (err == MPI_SUCCESS &&
            __builtin_mul_overflow(*bytes, view_at(subarray->sizes, at), bytes))
            err = note_too_large();
    }
    return err;
}

static int *put_ints(int *to, struct int_view from, int count)
{
    int i;

    for (i = 0; i < count; i++)
        *to++ = (int)view_at(from, (size_t)i);
    return to;
}

static MPI_Count *put_counts(MPI_Count *to, struct int_view from, int count)
{
    int i;

    for (i = 0; i < count; i++)
        *to++ = view_at(from, (size_t)i);
    return to;
}

static void keep_subarray(struct contents *contents, const struct subarray *subarray)
{
    int dimensions = subarray->dimensions, *integers = contents->integers;

    *integers++ = dimensions;
    if (contents->large_count == 0) {
        integers = put_ints(integers, subarray->sizes, dimensions);
        integers = put_ints(integers, subarray->subsizes, dimensions);
        integers = put_ints(integers, subarray->starts, dimensions);
    } else {
        MPI_Count *larges = put_counts(contents->larges, subarray->sizes, dimensions);

        larges = put_counts(larges, subarray->subsizes, dimensions);
        put_counts(larges, subarray->starts, dimensions);
    }
    *integers = subarray->order;
}

/* Completes the array type: bounds of the whole array, and the data of the part. */
static int finish_array(struct type *type, struct type *part, MPI_Count bytes,
                        struct type **created)
{
    int err;

    type->shape = (struct shape){.count = 1, .blocklength = 1, .child = part};
    err = build_end_marked(type, 0, bytes);
    if (err == MPI_SUCCESS)
        *created = type;
    return err;
}

int type_subarray(struct store *store, enum form form, const struct subarray *subarray,
                  const struct type *old, struct type **created)
{
    int numbers = 3 * subarray->dimensions;
    const struct contents contents = {.combiner = MPI_COMBINER_SUBARRAY,
                                      .integer_count = 2 + (form == FORM_LARGE ? 0 : numbers),
                                      .large_count = form == FORM_LARGE ? numbers : 0,
                                      .type_count = 1};
    struct type *part = NULL, *type;
    MPI_Count bytes;
    int err = select_part(store, subarray, old, &part, &bytes);

    if (err == MPI_SUCCESS)
        err = build_begin(store, &contents, &old, &type);
    if (err == MPI_SUCCESS) {
        keep_subarray(&type->contents, subarray);
        err = finish_array(type, part, bytes, created);
    }
    type_drop(part);
    return err;
}

/* One dimension of a distributed array, as one rank has it: whole blocks of `block` elements,
 * `next` elements from one to the next, and perhaps a shorter last block. */
struct deal {
    MPI_Count size;
    MPI_Count first; /* first element of the rank's first block */
    MPI_Count block;
    MPI_Count next; /* 0: no rank has two blocks */
    MPI_Count whole_blocks;
    MPI_Count last_block; /* elements of the shorter last block; 0: none */
};

/* Treats MPI_DISTRIBUTE_BLOCK as a cyclic distribution whose blocks are so long that no rank gets
 * two. */
static struct deal deal_dimension(const struct darray *darray, size_t at, int place)
{
    MPI_Count size = view_at(darray->sizes, at), ranks = darray->grid[at];
    MPI_Count block = darray->arguments[at], blocks, mine, rest, last;

    if (darray->distributions[at] == MPI_DISTRIBUTE_NONE)
        block = size;
    else if (block == MPI_DISTRIBUTE_DFLT_DARG)
        block = darray->distributions[at] == MPI_DISTRIBUTE_BLOCK ? (size - 1) / ranks + 1 : 1;
    blocks = (size - 1) / block + 1;
    mine = blocks / ranks + (place < blocks % ranks);
    /* In the last round, each rank up to the owner of the shorter block has a block. */
    rest = size % block;
    last = rest != 0 && (blocks - 1) % ranks == place ? rest : 0;
    return (struct deal){.size = size,
                         .first = place * block,
                         .block = block,
                         .next = blocks > ranks ? ranks * block : 0,
                         .whole_blocks = mine - (last != 0),
                         .last_block = last};
}

/* Wraps *type for one dimension of the array. */
static int distribute(struct store *store, const struct deal *deal, struct type **type)
{
    const struct type *old = *type;
    MPI_Count bytes, extent = old->extent;
    const int64_t lengths[] = {1, deal->last_block};
    int64_t displacements[] = {0, 0};
    const struct type *parts[] = {NULL, old};
    struct type *wholes, *made = NULL;
    int err;

    if (__builtin_mul_overflow(extent, deal->size, &bytes))
        return note_too_large();
    /* A block that does not exist keeps displacement 0, because its displacement could overflow. */
    if (deal->whole_blocks > 0)
        displacements[0] = deal->first * extent;
    if (deal->last_block > 0)
        displacements[1] = (deal->first + deal->whole_blocks * deal->next) * extent;
    err = type_vector(store, FORM_LARGE, deal->whole_blocks, deal->block, deal->next, old,
                      &wholes);
    if (err != MPI_SUCCESS)
        return err;
    parts[0] = wholes;
    err = type_struct(store, FORM_LARGE, 2, view_wide(lengths), view_wide(displacements), parts,
                      &made);
    type_drop(wholes);
    err = replace(err, type, made);
    if (err != MPI_SUCCESS)
        return err;
    err = type_resized(store, FORM_LARGE, 0, bytes, *type, &made);
    return replace(err, type, made);
}

/* Returns the rank's coordinate in that dimension of the grid, whose last dimension is the
 * fastest. */
static int place_in_grid(const struct darray *darray, size_t at)
{
    int rank = darray->rank;
    size_t i;

    for (i = (size_t)darray->dimensions - 1; i > at; i--)
        rank /= darray->grid[i];
    return rank % darray->grid[at];
}

static void keep_darray(struct contents *contents, const struct darray *darray)
{
    int dimensions = darray->dimensions, *integers = contents->integers;

    *integers++ = darray->ranks;
    *integers++ = darray->rank;
    *integers++ = dimensions;
    if (contents->large_count == 0)
        integers = put_ints(integers, darray->sizes, dimensions);
    else
        put_counts(contents->larges, darray->sizes, dimensions);
    integers = put_ints(integers, view_narrow(darray->distributions), dimensions);
    integers = put_ints(integers, view_narrow(darray->arguments), dimensions);
    integers = put_ints(integers, view_narrow(darray->grid), dimensions);
    *integers = darray->order;
}

int type_darray(struct store *store, enum form form, const struct darray *darray,
                const struct type *old, struct type **created)
{
    int sizes = darray->dimensions, i;
    const struct contents contents = {.combiner = MPI_COMBINER_DARRAY,
                                      .integer_count =
                                          4 + (form == FORM_LARGE ? 3 : 4) * (MPI_Count)sizes,
                                      .large_count = form == FORM_LARGE ? sizes : 0,
                                      .type_count = 1};
    struct type *part = NULL, *type;
    int err = type_dup(store, old, &part);

    for (i = 0; err == MPI_SUCCESS && i < darray->dimensions; i++) {
        size_t at = dimension(darray->order, darray->dimensions, i);
        struct deal deal = deal_dimension(darray, at, place_in_grid(darray, at));

        err = distribute(store, &deal, &part);
    }
    if (err == MPI_SUCCESS)
        err = build_begin(store, &contents, &old, &type);
    if (err == MPI_SUCCESS) {
        keep_darray(&type->contents, darray);
        err = finish_array(type, part, part->extent, created);
    }
    type_drop(part);
    return err;
}
