/* SPDX-License-Identifier: MIT */
#include "layout/walk.h"

#include <stddef.h>

#include "layout/copy.h"
#include "layout/runs.h"

enum {
    CACHED_BYTES = 16384, /* stay in the nearest cache while a list is copied again and again */
    SHORT_LOOP = 8,       /* copies; a loop with fewer is exchanged with the loop around it */
    FLAT_MAX = 64,        /* most runs in a loop nest that is flattened */
    FLAT_BYTES = 64,      /* longest run in such a loop nest */
    FLAT_ROUNDS = 4,      /* fewest rounds that are worth the flattening */
};

/* Repeats a copy: how many times, and how far apart on each side. */
struct rounds {
    MPI_Count count;
    MPI_Count near;
    MPI_Count far;
};

static inline MPI_Count least(MPI_Count a, MPI_Count b)
{
    return a < b ? a : b;
}

/* Returns how many rounds stay in the cache. */
static inline MPI_Count cached_rounds(const struct rounds *rounds, MPI_Count bytes)
{
    MPI_Count step = rounds->near < 0 ? -rounds->near : rounds->near;
    MPI_Count fitting = CACHED_BYTES / (step + bytes);

    return fitting > 1 ? fitting : 1;
}

static inline void move_one(enum walk_way way, char *near, char *far, MPI_Count bytes)
{
    if (way == WALK_UNPACK)
        copy_run(near, far, (size_t)bytes);
    else
        copy_run(far, near, (size_t)bytes);
}

static inline void move_rounds(enum walk_way way, char *near, char *far,
                               const struct rounds *rounds, MPI_Count bytes)
{
    if (rounds->count == 1)
        move_one(way, near, far, bytes);
    else if (way == WALK_UNPACK)
        copy_pieces(near, rounds->near, far, rounds->far, bytes, rounds->count);
    else
        copy_pieces(far, rounds->far, near, rounds->near, bytes, rounds->count);
}

static struct steps steps_of(enum walk_way way, const struct rounds *rounds)
{
    if (way == WALK_UNPACK)
        return (struct steps){.count = rounds->count, .to = rounds->near, .from = rounds->far};
    return (struct steps){.count = rounds->count, .to = rounds->far, .from = rounds->near};
}

/* Copies a loop over a loop over a run. */
static void move_grid(enum walk_way way, char *near, char *far, const struct rounds *outer,
                      const struct rounds *inner, MPI_Count bytes)
{
    struct steps rows = steps_of(way, outer), row = steps_of(way, inner);

    if (way == WALK_UNPACK)
        copy_grid(near, far, bytes, &rows, &row);
    else
        copy_grid(far, near, bytes, &rows, &row);
}

static void copy_table(enum walk_way way, const struct piece *piece, char *near, char *far,
                       const struct rounds *rounds)
{
    struct places table = {.start = near + piece->offset, .offsets = piece->offsets};
    struct places other = {.start = far, .stride = piece->bytes};
    struct steps steps = steps_of(way, rounds);

    if (way == WALK_ALIKE) {
        other.start += piece->offset;
        other.offsets = piece->offsets;
    }
    if (way == WALK_UNPACK)
        copy_places(&table, &other, piece->bytes, piece->count, &steps);
    else
        copy_places(&other, &table, piece->bytes, piece->count, &steps);
}

/* A loop nest of few short runs of one length, as a table of them. */
struct flat {
    struct piece table;
    int32_t offsets[FLAT_MAX];
};

static bool is_small_nest(const struct piece *piece)
{
    const struct piece *inner = piece;

    while (inner->pieces != NULL)
        inner = inner->pieces;
    return inner != piece && inner->runs == NULL && inner->bytes <= FLAT_BYTES &&
           piece->count * piece->bytes <= FLAT_MAX * inner->bytes;
}

static bool flatten(const struct piece *piece, MPI_Count start, struct flat *flat)
{
    struct piece *table = &flat->table;
    MPI_Count i, j;

    if (table->count == 0)
        table->bytes = piece->bytes; /* must be the length of the first run, and of all others */
    if (piece->runs != NULL || (piece->pieces == NULL && piece->bytes != table->bytes))
        return false;
    for (i = 0; i < piece->count; i++) {
        MPI_Count place = start + piece_place(piece, i);

        for (j = 0; j < piece->body_count; j++)
            if (!flatten(&piece->pieces[j], place, flat))
                return false;
        if (piece->pieces != NULL)
            continue;
        if (table->count == FLAT_MAX || place != (int32_t)place)
            return false;
        flat->offsets[table->count++] = (int32_t)place;
    }
    return true;
}

static void copy_piece(enum walk_way way, const struct piece *piece, char *near, char *far,
                       const struct rounds *rounds);

/* Copies the body once each round. */
static void copy_body(enum walk_way way, const struct piece *piece, char *near, char *far,
                      const struct rounds *rounds)
{
    MPI_Count i;

    if (piece->runs != NULL && rounds->count == 1) {
        runs_copy(way, piece->runs, piece->body_count, near, far);
        return;
    }
    for (i = 0; piece->runs != NULL && i < piece->body_count; i++) {
        const struct run *run = &piece->runs[i];
        MPI_Count there = way == WALK_ALIKE ? run->offset : run->before;

        move_rounds(way, near + run->offset, far + there, rounds, run_bytes(run));
    }
    for (i = 0; piece->pieces != NULL && i < piece->body_count; i++) {
        const struct piece *part = &piece->pieces[i];

        copy_piece(way, part, near, far + (way == WALK_ALIKE ? 0 : part->before), rounds);
    }
}

/* Copies a body that is a list, once each round. Each entry becomes a loop over as many rounds as
 * stay in the cache. */
static void copy_bodies(enum walk_way way, const struct piece *piece, char *near, char *far,
                        const struct rounds *rounds)
{
    MPI_Count tile = cached_rounds(rounds, piece->bytes), i;

    if (piece->body_count == 1 || rounds->count <= tile) {
        copy_body(way, piece, near, far, rounds);
        return;
    }
    for (i = 0; i < rounds->count; i += tile) {
        struct rounds some = *rounds;

        some.count = least(tile, rounds->count - i);
        copy_body(way, piece, near + i * rounds->near, far + i * rounds->far, &some);
    }
}

static void copy_scattered(enum walk_way way, const struct piece *piece, char *near, char *far,
                           const struct rounds *rounds)
{
    const struct rounds once = {.count = 1};
    MPI_Count i, j;

    for (i = 0; i < rounds->count; i++)
        for (j = 0; j < piece->count; j++) {
            MPI_Count place = piece_place(piece, j);
            MPI_Count there = way == WALK_ALIKE ? place : j * piece->bytes;

            copy_body(way, piece, near + i * rounds->near + place, far + i * rounds->far + there,
                      &once);
        }
}

/* Copies a loop over lists inside a loop. The loop of fewer copies becomes the outer one, but the
 * rounds that it then repeats are cut to what stays in the cache. */
static void copy_nest(enum walk_way way, const struct piece *piece, char *near, char *far,
                      const struct rounds *rounds, const struct rounds *own)
{
    MPI_Count tile = cached_rounds(rounds, piece->bytes * piece->count), i, j;

    if (own->count >= SHORT_LOOP || own->count >= rounds->count) {
        for (i = 0; i < rounds->count; i++)
            copy_bodies(way, piece, near + i * rounds->near, far + i * rounds->far, own);
        return;
    }
    for (i = 0; i < rounds->count; i += tile) {
        struct rounds some = *rounds;

        some.count = least(tile, rounds->count - i);
        for (j = 0; j < own->count; j++)
            copy_bodies(way, piece, near + i * rounds->near + j * own->near,
                        far + i * rounds->far + j * own->far, &some);
    }
}

/* Copies the whole piece once each round. */
static void copy_piece(enum walk_way way, const struct piece *piece, char *near, char *far,
                       const struct rounds *rounds)
{
    struct rounds own = {.count = piece->count, .near = piece->stride, .far = piece->bytes};

    if (piece->offsets != NULL && piece_is_run(piece)) {
        copy_table(way, piece, near, far, rounds);
        return;
    }
    if (rounds->count >= FLAT_ROUNDS && is_small_nest(piece)) {
        struct flat flat;

        flat.table = (struct piece){.offsets = flat.offsets};
        if (flatten(piece, 0, &flat)) {
            copy_table(way, &flat.table, near, far, rounds);
            return;
        }
    }
    if (piece->offsets != NULL) {
        copy_scattered(way, piece, near, far, rounds);
        return;
    }
    near += piece->offset;
    if (way == WALK_ALIKE) {
        far += piece->offset;
        own.far = own.near;
    }
    if (piece_is_run(piece) && rounds->count > 1 && own.count > 1)
        move_grid(way, near, far, rounds, &own, piece->bytes);
    else if (piece_is_run(piece))
        move_rounds(way, near, far, own.count > 1 ? &own : rounds, piece->bytes);
    else if (own.count == 1)
        copy_bodies(way, piece, near, far, rounds);
    else if (rounds->count == 1)
        copy_bodies(way, piece, near, far, &own);
    else
        copy_nest(way, piece, near, far, rounds, &own);
}

/* Copies the bytes [low, high) of one copy of the body. `far` is where byte 0 of the copy would be
 * packed. */
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

/* Copies the copies [first, first + count) of the body, all of their bytes. */
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
               &(struct rounds){.count = 1});
}

/* Copies a single loop of runs, which most types are and which needs no rounds. Returns false for
 * other pieces. */
static inline bool copy_loop_alone(enum walk_way way, const struct piece *piece, char *near,
                                   char *far)
{
    MPI_Count bytes = piece->bytes;

    if (!piece_is_run(piece) || piece->offsets != NULL)
        return false;
    near += piece->offset;
    if (way == WALK_PACK)
        copy_pieces(far, bytes, near, piece->stride, bytes, piece->count);
    else if (way == WALK_UNPACK)
        copy_pieces(near, piece->stride, far, bytes, bytes, piece->count);
    else
        copy_pieces(far + piece->offset, piece->stride, near, piece->stride, bytes, piece->count);
    return true;
}

void walk_range(enum walk_way way, const struct piece *piece, char *near, char *far,
                MPI_Count low, MPI_Count high)
{
    bool is_alike = way == WALK_ALIKE;
    MPI_Count bytes = piece->bytes, first, begun, end;

    if (low == 0 && high == bytes * piece->count) {
        if (copy_loop_alone(way, piece, near, far))
            return;
        copy_piece(way, piece, near, far, &(struct rounds){.count = 1});
        return;
    }
    first = low / bytes;
    begun = low - first * bytes;
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
