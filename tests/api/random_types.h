/* SPDX-License-Identifier: MIT */
/* Random types, each with a naive model of it: the list of (offset, basic type). Extents are the
 * library's. All ranks draw the same types. */
#ifndef RANDOM_TYPES_H
#define RANDOM_TYPES_H

#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include "check.h"

enum { ENTRIES_MAX = 400, DEPTH_MAX = 5, BLOCKS_MAX = 5 };

struct entry {
    MPI_Aint offset;
    int basic;
};

struct model {
    int count;
    struct entry entries[ENTRIES_MAX];
};

static struct {
    MPI_Datatype type;
    int bytes;
} basics[5];

static uint64_t state;

static int draw(int low, int high)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return low + (int)((state * UINT64_C(0x2545f4914f6cdd1d) >> 33) % (uint64_t)(high - low + 1));
}

/* The seed is printed, and TYPES_SEED sets it. */
static void start(void)
{
    const char *given = getenv("TYPES_SEED");
    long long seed = given != NULL ? atoll(given) : (long long)time(NULL);

    MPI_Bcast(&seed, 1, MPI_LONG_LONG, 0, MPI_COMM_WORLD);
    if (check_rank == 0)
        fprintf(stderr, "# TYPES_SEED=%lld\n", seed);
    basics[0].type = MPI_CHAR, basics[0].bytes = 1;
    basics[1].type = MPI_SHORT, basics[1].bytes = 2;
    basics[2].type = MPI_INT, basics[2].bytes = 4;
    basics[3].type = MPI_DOUBLE, basics[3].bytes = 8;
    basics[4].type = MPI_FLOAT, basics[4].bytes = 4;
    state = UINT64_C(0x9e3779b97f4a7c15) * (uint64_t)seed | 1;
}

static int add(struct model *to, const struct model *from, MPI_Aint offset)
{
    int i;

    if (to->count + from->count > ENTRIES_MAX)
        return 0;
    for (i = 0; i < from->count; i++) {
        to->entries[to->count] = from->entries[i];
        to->entries[to->count++].offset += offset;
    }
    return 1;
}

static int add_block(struct model *to, const struct model *from, MPI_Aint offset, int length,
                     MPI_Aint extent)
{
    int i;

    for (i = 0; i < length; i++)
        if (!add(to, from, offset + i * extent))
            return 0;
    return 1;
}

static MPI_Aint extent_of(MPI_Datatype type)
{
    MPI_Aint lb, extent;

    MPI_Type_get_extent(type, &lb, &extent);
    return extent;
}

/* Each makes *made of old, and *result of *model; 0 when that has become too large. */

static int make_vector(MPI_Datatype old, const struct model *model, MPI_Datatype *made,
                       struct model *result)
{
    int count = draw(0, 4), length = draw(0, 3), stride = draw(-4, 7), kind = draw(0, 2), i;
    MPI_Aint extent = extent_of(old), bytes = stride * extent;

    if (kind == 0) {
        MPI_Type_contiguous(count, old, made);
        return add_block(result, model, 0, count, extent);
    }
    if (kind == 1)
        MPI_Type_vector(count, length, stride, old, made);
    else
        MPI_Type_create_hvector(count, length, bytes += draw(0, 3) * 8, old, made);
    for (i = 0; i < count; i++)
        if (!add_block(result, model, i * bytes, length, extent))
            return 0;
    return 1;
}

static int make_indexed(MPI_Datatype old, const struct model *model, MPI_Datatype *made,
                        struct model *result)
{
    int count = draw(0, BLOCKS_MAX), length = draw(0, 3), kind = draw(0, 3), i;
    int lengths[BLOCKS_MAX], places[BLOCKS_MAX];
    MPI_Aint extent = extent_of(old), displacements[BLOCKS_MAX];

    for (i = 0; i < count; i++) {
        lengths[i] = kind < 2 ? draw(0, 3) : length;
        places[i] = draw(-6, 12);
        displacements[i] = places[i] * extent;
        if (kind == 1 || kind == 3)
            displacements[i] += draw(0, 2) * 8;
    }
    if (kind == 0)
        MPI_Type_indexed(count, lengths, places, old, made);
    else if (kind == 1)
        MPI_Type_create_hindexed(count, lengths, displacements, old, made);
    else if (kind == 2)
        MPI_Type_create_indexed_block(count, length, places, old, made);
    else
        MPI_Type_create_hindexed_block(count, length, displacements, old, made);
    for (i = 0; i < count; i++)
        if (!add_block(result, model, displacements[i], lengths[i], extent))
            return 0;
    return 1;
}

static int make_struct(MPI_Datatype old, const struct model *model, MPI_Datatype *made,
                       struct model *result)
{
    int count = draw(0, BLOCKS_MAX), i, fits = 1, lengths[BLOCKS_MAX];
    MPI_Datatype types[BLOCKS_MAX];
    MPI_Aint displacements[BLOCKS_MAX];

    for (i = 0; i < count; i++) {
        struct model basic = {.count = 1, .entries = {{.basic = draw(0, 4)}}};
        const struct model *field = draw(0, 1) == 0 ? model : &basic;

        types[i] = field == model ? old : basics[basic.entries[0].basic].type;
        lengths[i] = draw(0, 2);
        displacements[i] = draw(-10, 60) * 4;
        fits = fits && add_block(result, field, displacements[i], lengths[i], extent_of(types[i]));
    }
    MPI_Type_create_struct(count, lengths, displacements, types, made);
    return fits;
}

static int make_subarray(MPI_Datatype old, const struct model *model, MPI_Datatype *made,
                         struct model *result)
{
    int sizes[2], subsizes[2], starts[2], i, j, fits = 1;
    int order = draw(0, 1) == 0 ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
    MPI_Aint extent = extent_of(old);

    for (i = 0; i < 2; i++) {
        sizes[i] = draw(1, 5);
        subsizes[i] = draw(1, sizes[i]);
        starts[i] = draw(0, sizes[i] - subsizes[i]);
    }
    MPI_Type_create_subarray(2, sizes, subsizes, starts, order, old, made);
    for (i = 0; i < subsizes[order == MPI_ORDER_C ? 0 : 1]; i++)
        for (j = 0; j < subsizes[order == MPI_ORDER_C ? 1 : 0]; j++) {
            int slow = order == MPI_ORDER_C ? 0 : 1;
            int index = (starts[slow] + i) * sizes[1 - slow] + starts[1 - slow] + j;

            fits = fits && add(result, model, index * extent);
        }
    return fits;
}

/* The rank of that dimension's that has the index. */
static int owner_of(int distribution, int block, int ranks, int size, int index)
{
    if (distribution == MPI_DISTRIBUTE_NONE)
        return 0;
    if (block == MPI_DISTRIBUTE_DFLT_DARG)
        block = distribution == MPI_DISTRIBUTE_BLOCK ? (size + ranks - 1) / ranks : 1;
    return index / block % ranks;
}

static int make_darray(MPI_Datatype old, const struct model *model, MPI_Datatype *made,
                       struct model *result)
{
    const int kinds[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE};
    int sizes[2], kind[2], blocks[2], grid[2], place[2], index[2], i, fits = 1;
    int order = draw(0, 1) == 0 ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
    int slow = order == MPI_ORDER_C ? 0 : 1;
    MPI_Aint extent = extent_of(old);

    for (i = 0; i < 2; i++) {
        sizes[i] = draw(1, 7);
        kind[i] = kinds[draw(0, 2)];
        grid[i] = kind[i] == MPI_DISTRIBUTE_NONE ? 1 : draw(1, 3);
        place[i] = draw(0, grid[i] - 1);
        blocks[i] = draw(1, 4);
        if (draw(0, 1) == 0 || (kind[i] == MPI_DISTRIBUTE_BLOCK && blocks[i] * grid[i] < sizes[i]))
            blocks[i] = MPI_DISTRIBUTE_DFLT_DARG;
    }
    MPI_Type_create_darray(grid[0] * grid[1], place[0] * grid[1] + place[1], 2, sizes, kind,
                           blocks, grid, order, old, made);
    for (index[slow] = 0; index[slow] < sizes[slow]; index[slow]++)
        for (index[1 - slow] = 0; index[1 - slow] < sizes[1 - slow]; index[1 - slow]++) {
            int is_mine = 1;

            for (i = 0; i < 2; i++)
                is_mine = is_mine && place[i] == owner_of(kind[i], blocks[i], grid[i], sizes[i],
                                                          index[i]);
            if (is_mine)
                fits = fits && add(result, model,
                                   (index[slow] * sizes[1 - slow] + index[1 - slow]) * extent);
        }
    return fits;
}

static void make_type(MPI_Datatype *type, struct model *model)
{
    int depth = draw(0, DEPTH_MAX);
    struct model *result = malloc(sizeof *result);

    model->count = 1;
    model->entries[0].offset = 0;
    model->entries[0].basic = draw(0, 4);
    MPI_Type_dup(basics[model->entries[0].basic].type, type);
    while (depth-- > 0) {
        MPI_Datatype old = *type, made;
        int fits;

        result->count = 0;
        switch (draw(0, 5)) {
        case 0:
            fits = make_vector(old, model, &made, result);
            break;
        case 1:
            fits = make_indexed(old, model, &made, result);
            break;
        case 2:
            fits = make_struct(old, model, &made, result);
            break;
        case 3:
            fits = make_subarray(old, model, &made, result);
            break;
        case 4:
            fits = make_darray(old, model, &made, result);
            break;
        default:
            MPI_Type_create_resized(old, draw(-9, 9), draw(-3, 12) * 8, &made);
            *result = *model;
            fits = 1;
        }
        MPI_Type_free(fits ? &old : &made);
        if (!fits)
            break;
        *type = made;
        *model = *result;
    }
    MPI_Type_commit(type);
    free(result);
}

/* `count` elements of the type, entry by entry; 0 when they are too many. */
static int expand(MPI_Datatype type, const struct model *model, int count, struct model *all)
{
    all->count = 0;
    return add_block(all, model, 0, count, extent_of(type));
}

/* Another layout of the first `count` basic types: one after the other with gaps. */
static void make_other(const struct model *model, int count, MPI_Datatype *type,
                       struct model *other)
{
    int lengths[ENTRIES_MAX], i;
    MPI_Aint displacements[ENTRIES_MAX], at = 0;
    MPI_Datatype types[ENTRIES_MAX];

    other->count = count;
    for (i = 0; i < count; i++) {
        other->entries[i].basic = model->entries[i].basic;
        other->entries[i].offset = displacements[i] = at;
        at += basics[model->entries[i].basic].bytes + draw(0, 3);
        types[i] = basics[model->entries[i].basic].type;
        lengths[i] = 1;
    }
    MPI_Type_create_struct(count, lengths, displacements, types, type);
    MPI_Type_commit(type);
}

struct buffer {
    unsigned char *block;
    MPI_Aint low, bytes;
};

static void open_buffer(struct buffer *buffer, const struct model *model, int fill)
{
    MPI_Aint high = 0, i;

    buffer->low = 0;
    for (i = 0; i < model->count; i++) {
        const struct entry *entry = &model->entries[i];

        if (entry->offset < buffer->low)
            buffer->low = entry->offset;
        if (entry->offset + basics[entry->basic].bytes > high)
            high = entry->offset + basics[entry->basic].bytes;
    }
    buffer->bytes = high - buffer->low;
    buffer->block = malloc((size_t)buffer->bytes + 1);
    for (i = 0; i < buffer->bytes; i++)
        buffer->block[i] = (unsigned char)(fill != 0 ? fill : draw(1, 255));
}

static unsigned char *entry_at(const struct buffer *buffer, const struct entry *entry)
{
    return buffer->block + (entry->offset - buffer->low);
}

static unsigned char *base(const struct buffer *buffer)
{
    return buffer->block - buffer->low;
}

static int overlaps(const struct buffer *buffer, const struct model *model)
{
    char *seen = calloc((size_t)buffer->bytes + 1, 1);
    int i, j, twice = 0;

    for (i = 0; i < model->count; i++)
        for (j = 0; j < basics[model->entries[i].basic].bytes; j++)
            twice |= seen[model->entries[i].offset - buffer->low + j]++;
    free(seen);
    return twice;
}

/* The first `count` entries are those of the other buffer, and no other byte has changed. */
static int is_copied(const struct buffer *to, const struct model *to_model,
                     const struct buffer *from, const struct model *from_model, int count,
                     int filled)
{
    unsigned char *expected = malloc((size_t)to->bytes + 1);
    int i, same;

    memset(expected, filled, (size_t)to->bytes + 1);
    for (i = 0; i < count; i++)
        memcpy(expected + (to_model->entries[i].offset - to->low),
               entry_at(from, &from_model->entries[i]),
               (size_t)basics[from_model->entries[i].basic].bytes);
    same = memcmp(expected, to->block, (size_t)to->bytes) == 0;
    free(expected);
    return same;
}

/* A random type and data of it, and another layout for the first of them. */
struct pair {
    MPI_Datatype type, other;
    int count, part;
    struct model model, all, rest;
    struct buffer buffer, far;
    int bytes; /* in `part` entries */
};

static void open_pair(struct pair *pair)
{
    int i;

    for (;;) {
        make_type(&pair->type, &pair->model);
        pair->count = draw(0, 3);
        if (expand(pair->type, &pair->model, pair->count, &pair->all))
            break;
        MPI_Type_free(&pair->type);
    }
    pair->part = draw(0, 1) == 0 ? pair->all.count : draw(0, pair->all.count);
    make_other(&pair->all, pair->part, &pair->other, &pair->rest);
    for (pair->bytes = 0, i = 0; i < pair->part; i++)
        pair->bytes += basics[pair->all.entries[i].basic].bytes;
}

static void close_pair(struct pair *pair)
{
    MPI_Type_free(&pair->type);
    MPI_Type_free(&pair->other);
    free(pair->buffer.block);
    free(pair->far.block);
}

#endif
