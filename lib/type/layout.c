/* SPDX-License-Identifier: MIT */
/* Loops: merging them, finding a byte in them, comparing them. */
#include "type/layout.h"

#include <stddef.h>
#include <string.h>

/* Whether the inner copies go on at their stride from one copy of the outer loop to the next. */
static bool is_one_loop(const struct piece *outer, const struct piece *inner)
{
    MPI_Count length;

    return outer->offsets == NULL && inner->offsets == NULL &&
           !__builtin_mul_overflow(inner->count, inner->stride, &length) &&
           outer->stride == length;
}

/* A piece of one copy needs no table. */
static struct piece piece_settle(struct piece piece)
{
    if (piece.count == 1) {
        piece.offset = piece_place(&piece, 0);
        piece.offsets = NULL;
        piece.stride = piece.bytes;
    }
    return piece;
}

/* A body of one piece takes the place of the loop around it where one loop can do for both. */
static struct piece piece_absorb(struct piece outer, const struct piece *only)
{
    struct piece merged = *only;

    outer = piece_settle(outer);
    merged.before = outer.before;
    if (outer.count == 1 || is_one_loop(&outer, only)) {
        merged.count = outer.count * only->count;
        merged.offset = outer.offset + only->offset;
        return merged;
    }
    if (only->count != 1)
        return outer;
    merged.count = outer.count;
    merged.stride = outer.stride;
    merged.offsets = outer.offsets;
    merged.offset = outer.offset + piece_place(only, 0);
    return merged;
}

struct piece piece_simplify(struct piece piece)
{
    if (piece.count == 0 || piece.bytes == 0)
        return (struct piece){.count = 0};
    if (piece.pieces != NULL && piece.body_count == 1)
        piece = piece_absorb(piece, piece.pieces);
    if (piece_is_run(&piece) && piece.offsets == NULL && piece.stride == piece.bytes) {
        piece.bytes *= piece.count;
        piece.count = 1;
    }
    return piece_settle(piece);
}

MPI_Count piece_find(const struct piece *piece, MPI_Count offset)
{
    MPI_Count low = 0, high = piece->body_count; /* it is in [low, high) */

    while (high - low > 1) {
        MPI_Count middle = low + (high - low) / 2;
        MPI_Count before = piece->runs != NULL ? piece->runs[middle].before
                                               : piece->pieces[middle].before;

        if (before <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static bool bodies_equal(const struct piece *one, const struct piece *other)
{
    MPI_Count i;

    if ((one->pieces == NULL) != (other->pieces == NULL) ||
        (one->runs == NULL) != (other->runs == NULL))
        return false;
    if (one->runs != NULL && one->runs != other->runs)
        return memcmp(one->runs, other->runs,
                      (size_t)(one->body_count + 1) * sizeof *one->runs) == 0;
    if (one->pieces != NULL && one->pieces != other->pieces)
        for (i = 0; i < one->body_count; i++)
            if (!piece_equals(&one->pieces[i], &other->pieces[i]))
                return false;
    return true;
}

bool piece_equals(const struct piece *one, const struct piece *other)
{
    if (one->offset != other->offset || one->count != other->count ||
        one->bytes != other->bytes || one->body_count != other->body_count ||
        (one->offsets == NULL) != (other->offsets == NULL))
        return false;
    if (one->offsets == NULL && one->count > 1 && one->stride != other->stride)
        return false;
    if (one->offsets != other->offsets &&
        memcmp(one->offsets, other->offsets, (size_t)one->count * sizeof *one->offsets) != 0)
        return false;
    return bodies_equal(one, other);
}
