/* SPDX-License-Identifier: MIT */
/* Loops over runs: merging them, finding a byte in them, comparing them. */
#include "layout/layout.h"

#include <stddef.h>
#include <string.h>

#include "base/must.h"

/* True if the inner copies continue at their stride from one copy of the outer loop to the next. */
static bool is_one_loop(const struct piece *outer, const struct piece *inner)
{
    MPI_Count length;

    return outer->offsets == NULL && inner->offsets == NULL &&
           !__builtin_mul_overflow(inner->count, inner->stride, &length) &&
           outer->stride == length;
}

/* Removes the table and the stride of a piece with one copy. */
static struct piece piece_settle(struct piece piece)
{
    if (piece.count == 1) {
        piece.offset = piece_place(&piece, 0);
        piece.offsets = NULL;
        piece.stride = piece.bytes;
    }
    return piece;
}

/* Merges a loop with the only piece of its body if one loop can represent both. */
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

/* Laws 2 and 3. */
static void check_runs(const struct piece *piece)
{
    MPI_Count i;

    must(piece->pieces == NULL && piece->body_count > 0);
    must(piece->runs[0].before == 0);
    for (i = 0; i < piece->body_count; i++)
        must(run_bytes(&piece->runs[i]) > 0);
    must(piece->runs[piece->body_count].before == piece->bytes);
}

static void check_pieces(const struct piece *piece)
{
    MPI_Count before = 0, i;

    must(piece->body_count > 0);
    for (i = 0; i < piece->body_count; i++) {
        const struct piece *part = &piece->pieces[i];

        must(part->count > 0 && part->before == before);
        piece_check(part);
        before += part->count * part->bytes;
    }
    must(before == piece->bytes);
}

void piece_check(const struct piece *piece)
{
    must(piece->count >= 0);
    if (piece->count == 0)
        return;
    must(piece->bytes > 0);
    if (piece->runs != NULL)
        check_runs(piece);
    else if (piece->pieces != NULL)
        check_pieces(piece);
    else if (piece->count > 1)
        must(piece->offsets != NULL || piece->stride != piece->bytes);
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

/* Compares two bodies of the same kind. Of lists it compares the entries that hold the bytes [low,
 * high). */
static bool bodies_equal(const struct piece *one, const struct piece *other, MPI_Count low,
                         MPI_Count high)
{
    MPI_Count i, last;

    if ((one->pieces == NULL) != (other->pieces == NULL) ||
        (one->runs == NULL) != (other->runs == NULL))
        return false;
    if (one->pieces == other->pieces && one->runs == other->runs)
        return true;
    i = piece_find(one, low);
    last = piece_find(one, high - 1);
    if (one->runs != NULL) /* plus the entry behind, which holds the last run's end */
        return memcmp(&one->runs[i], &other->runs[i],
                      (size_t)(last - i + 2) * sizeof *one->runs) == 0;
    for (; i <= last; i++) {
        const struct piece *part = &one->pieces[i];
        MPI_Count skip = low > part->before ? low - part->before : 0;
        MPI_Count end = high - part->before, bytes = part->count * part->bytes;

        if (part->before != other->pieces[i].before ||
            !piece_equals_within(part, &other->pieces[i], skip, end < bytes ? end : bytes))
            return false;
    }
    return true;
}

static bool tables_equal(const struct piece *one, const struct piece *other, MPI_Count first,
                         MPI_Count last)
{
    return one->offsets == other->offsets ||
           memcmp(&one->offsets[first], &other->offsets[first],
                  (size_t)(last - first + 1) * sizeof *one->offsets) == 0;
}

bool piece_equals_within(const struct piece *one, const struct piece *other, MPI_Count low,
                         MPI_Count high)
{
    MPI_Count first, last, bytes = one->bytes;

    if (one->offset != other->offset || one->count != other->count || bytes != other->bytes ||
        one->body_count != other->body_count ||
        (one->offsets == NULL) != (other->offsets == NULL))
        return false;
    if (one->offsets == NULL && one->count > 1 && one->stride != other->stride)
        return false;
    if (low >= high)
        return true;
    first = low / bytes;
    last = (high - 1) / bytes;
    if (!tables_equal(one, other, first, last))
        return false;
    if (first < last)
        return bodies_equal(one, other, 0, bytes);
    return bodies_equal(one, other, low - first * bytes, high - first * bytes);
}

bool piece_equals(const struct piece *one, const struct piece *other)
{
    return piece_equals_within(one, other, 0, one->count * one->bytes);
}
