/* SPDX-License-Identifier: MIT */
#include "type/walk.h"

#include <stddef.h>

#include "type/copy.h"

enum {
    CACHED_BYTES = 16384, /* stay in the nearest cache while a list is gone through again */
    TILE_BYTES = 64,      /* a line */
    SHORT_LOOP = 8,       /* copies: with fewer, the loop around becomes the inner one */
};

/* Repetitions of something, on both sides: how many and how far apart. */
struct steps {
    MPI_Count count;
    MPI_Count near;
    MPI_Count far;
};

static inline MPI_Count least(MPI_Count a, MPI_Count b)
{
    return a < b ? a : b;
}

static inline MPI_Count distance(MPI_Count stride)
{
    return stride < 0 ? -stride : stride;
}

static inline void move(enum walk_way way, struct places near, struct places far,
                        MPI_Count bytes, MPI_Count count)
{
    if (way == WALK_UNPACK)
        copy_pieces(near, far, bytes, count);
    else
        copy_pieces(far, near, bytes, count);
}

static inline void move_one(enum walk_way way, char *near, char *far, MPI_Count bytes)
{
    if (way == WALK_UNPACK)
        copy_bytes(near, far, (size_t)bytes);
    else
        copy_bytes(far, near, (size_t)bytes);
}

static inline void move_steps(enum walk_way way, char *near, char *far, struct steps steps,
                              MPI_Count bytes)
{
    if (steps.count == 1)
        move_one(way, near, far, bytes);
    else
        move(way, (struct places){.start = near, .stride = steps.near},
             (struct places){.start = far, .stride = steps.far}, bytes, steps.count);
}

/* A loop over a loop over a run. The one with the longer strides goes round in tiles of the other,
 * so that a line is used while it is there; a loop of few copies goes outside. */
static void copy_two_loops(enum walk_way way, char *near, char *far, struct steps outer,
                           struct steps inner, MPI_Count bytes)
{
    MPI_Count tile = 1, i, j;

    if (distance(outer.near) < distance(inner.near) && distance(outer.near) < TILE_BYTES)
        tile = TILE_BYTES / (bytes < 4 ? 4 : bytes);
    else if (inner.count < SHORT_LOOP && inner.count < outer.count)
        tile = CACHED_BYTES / (distance(outer.near) + bytes);
    if (tile <= 1) {
        for (i = 0; i < outer.count; i++)
            move_steps(way, near + i * outer.near, far + i * outer.far, inner, bytes);
        return;
    }
    for (i = 0; i < outer.count; i += tile) {
        struct steps some = outer;

        some.count = least(tile, outer.count - i);
        for (j = 0; j < inner.count; j++)
            move_steps(way, near + i * outer.near + j * inner.near,
                       far + i * outer.far + j * inner.far, some, bytes);
    }
}

static void copy_table(enum walk_way way, const struct piece *piece, char *near, char *far,
                       struct steps steps)
{
    MPI_Count i;

    for (i = 0; i < steps.count; i++) {
        struct places table = {.start = near + i * steps.near + piece->offset,
                               .offsets = piece->offsets};
        struct places other = {.start = far + i * steps.far, .stride = piece->bytes};

        if (way == WALK_ALIKE) {
            other.start += piece->offset;
            other.offsets = piece->offsets;
        }
        move(way, table, other, piece->bytes, piece->count);
    }
}

static void copy_piece(enum walk_way way, const struct piece *piece, char *near, char *far,
                       struct steps steps);

/* Entries [first, end) of the piece's list, in as many copies as there are steps. */
static void copy_list(enum walk_way way, const struct piece *piece, char *near, char *far,
                      struct steps steps, MPI_Count first, MPI_Count end)
{
    MPI_Count i;

    for (i = first; piece->runs != NULL && i < end; i++) {
        const struct run *run = &piece->runs[i];
        MPI_Count there = way == WALK_ALIKE ? run->offset : run->before;

        move_steps(way, near + run->offset, far + there, steps, run_bytes(run));
    }
    for (i = first; piece->pieces != NULL && i < end; i++) {
        const struct piece *part = &piece->pieces[i];

        copy_piece(way, part, near, far + (way == WALK_ALIKE ? 0 : part->before), steps);
    }
}

/* All of the list, in as many copies as there are steps: entry by entry through a number of copies
 * that stay in the cache, as each entry then is a loop of its own. */
static void copy_lists(enum walk_way way, const struct piece *piece, char *near, char *far,
                       struct steps steps)
{
    MPI_Count tile = CACHED_BYTES / (distance(steps.near) + piece->bytes), i;

    if (tile < 1)
        tile = 1;
    for (i = 0; i < steps.count; i += tile) {
        struct steps some = steps;

        some.count = least(tile, steps.count - i);
        copy_list(way, piece, near + i * steps.near, far + i * steps.far, some, 0,
                  piece->body_count);
    }
}

/* The whole piece, as often as there are steps. */
static void copy_piece(enum walk_way way, const struct piece *piece, char *near, char *far,
                       struct steps steps)
{
    struct steps own = {.count = piece->count, .near = piece->stride, .far = piece->bytes};
    MPI_Count i, j;

    if (piece->offsets != NULL && piece_is_run(piece)) {
        copy_table(way, piece, near, far, steps);
        return;
    }
    if (piece->offsets != NULL) {
        for (i = 0; i < steps.count; i++)
            for (j = 0; j < piece->count; j++) {
                MPI_Count place = piece_place(piece, j);

                copy_lists(way, piece, near + i * steps.near + place,
                           far + i * steps.far +
                               (way == WALK_ALIKE ? place : j * piece->bytes),
                           (struct steps){.count = 1});
            }
        return;
    }
    near += piece->offset;
    if (way == WALK_ALIKE) {
        far += piece->offset;
        own.far = own.near;
    }
    if (piece_is_run(piece) && steps.count > 1 && own.count > 1) {
        copy_two_loops(way, near, far, steps, own, piece->bytes);
    } else if (piece_is_run(piece)) {
        move_steps(way, near, far, own.count > 1 ? own : steps, piece->bytes);
    } else if (own.count == 1) {
        copy_lists(way, piece, near, far, steps);
    } else {
        for (i = 0; i < steps.count; i++)
            copy_lists(way, piece, near + i * steps.near, far + i * steps.far, own);
    }
}

/* Bytes [low, high) of one copy of the body. `far` is where byte 0 of the copy would be packed. */
static void copy_part(enum walk_way way, const struct piece *piece, MPI_Count copy, char *near,
                      char *far, MPI_Count low, MPI_Count high)
{
    MPI_Count first, last, place = piece_place(piece, copy);

    near += place;
    if (way == WALK_ALIKE)
        far += place;
    if (piece_is_run(piece)) {
        move_one(way, near + low, far + low, high - low);
        return;
    }
    first = piece_find(piece, low);
    last = piece_find(piece, high - 1);
    if (piece->runs != NULL) {
        for (; first <= last; first++) {
            const struct run *run = &piece->runs[first];
            MPI_Count skip = low > run->before ? low - run->before : 0;
            MPI_Count bytes = least(high - run->before, run_bytes(run)) - skip;
            MPI_Count there = way == WALK_ALIKE ? run->offset : run->before;

            move_one(way, near + run->offset + skip, far + there + skip, bytes);
        }
        return;
    }
    for (; first <= last; first++) {
        const struct piece *part = &piece->pieces[first];
        MPI_Count skip = low > part->before ? low - part->before : 0;
        MPI_Count end = least(high - part->before, part->count * part->bytes);

        walk_range(way, part, near, far + (way == WALK_ALIKE ? 0 : part->before), skip, end);
    }
}

/* Copies [first, first + count) of the body, all of their bytes. */
static void copy_copies(enum walk_way way, const struct piece *piece, char *near, char *far,
                        MPI_Count first, MPI_Count count)
{
    struct piece some = *piece;

    some.count = count;
    if (piece->offsets != NULL)
        some.offsets += first;
    else
        some.offset += first * piece->stride;
    copy_piece(way, &some, near, far + (way == WALK_ALIKE ? 0 : first * piece->bytes),
               (struct steps){.count = 1});
}

void walk_range(enum walk_way way, const struct piece *piece, char *near, char *far,
                MPI_Count low, MPI_Count high)
{
    MPI_Count bytes = piece->bytes, first = low / bytes, begun = low - first * bytes, end;
    bool is_alike = way == WALK_ALIKE;

    if (begun > 0) {
        end = least(bytes, high - first * bytes);
        copy_part(way, piece, first, near, far + (is_alike ? 0 : first * bytes), begun, end);
        first++;
    }
    if (high <= first * bytes)
        return;
    end = high / bytes;
    if (end > first)
        copy_copies(way, piece, near, far, first, end - first);
    if (high > end * bytes)
        copy_part(way, piece, end, near, far + (is_alike ? 0 : end * bytes), 0,
                  high - end * bytes);
}
