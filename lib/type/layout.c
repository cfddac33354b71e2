/* SPDX-License-Identifier: MIT */
/* Strided loops: merging them, and walking over them run by run. */
#include "type/layout.h"

#include <stdbool.h>
#include <stddef.h>

#include "base/must.h"

/* Whether the inner copies go on at their stride from one copy of the outer loop to the next. */
static bool is_one_loop(const struct piece *outer, const struct piece *inner)
{
    MPI_Count length;

    return !__builtin_mul_overflow(inner->count, inner->stride, &length) &&
           outer->stride == length;
}

/* A body of one piece takes the place of the loop around it where one loop can do for both. */
static struct piece piece_absorb(struct piece piece, const struct piece *only)
{
    if (piece.count == 1 || is_one_loop(&piece, only)) {
        piece.count *= only->count;
        piece.stride = only->stride;
    } else if (only->count != 1) {
        return piece;
    }
    piece.offset += only->offset;
    piece.bytes = only->bytes;
    piece.body = only->body;
    piece.body_count = only->body_count;
    return piece;
}

struct piece piece_simplify(struct piece piece)
{
    if (piece.count == 0 || piece.bytes == 0)
        return (struct piece){.count = 0};
    if (piece.body_count == 1)
        piece = piece_absorb(piece, piece.body);
    if (piece.body == NULL && piece.stride == piece.bytes) {
        piece.bytes *= piece.count;
        piece.count = 1;
    }
    if (piece.count == 1)
        piece.stride = piece.bytes;
    return piece;
}

/* Goes down from the piece, which starts at `start`, to the run that holds the byte `offset`. */
static void cursor_descend(struct cursor *cursor, char *start, const struct piece *piece,
                           MPI_Count offset)
{
    for (;;) {
        MPI_Count index = offset == 0 ? 0 : offset / piece->bytes;
        char *copy = start + piece->offset + index * piece->stride;
        struct level *level;

        offset -= index * piece->bytes;
        if (piece->body == NULL) {
            cursor->strip = (struct strip){.at = copy + offset,
                                           .left = piece->bytes - offset,
                                           .run = piece->bytes,
                                           .count = piece->count - index,
                                           .stride = piece->stride};
            return;
        }
        must(cursor->depth < CURSOR_DEPTH_MAX);
        level = &cursor->levels[cursor->depth++];
        *level = (struct level){.piece = piece, .copy = copy, .index = index};
        start = copy;
        piece = piece->body;
        while (offset >= piece->count * piece->bytes) {
            offset -= piece->count * piece->bytes;
            piece++;
            level->part++;
        }
    }
}

void cursor_open(struct cursor *cursor, void *start, const struct piece *piece, MPI_Count offset)
{
    cursor->depth = 0;
    cursor_descend(cursor, start, piece, offset);
}

void cursor_next(struct cursor *cursor)
{
    while (cursor->depth > 0) {
        struct level *level = &cursor->levels[cursor->depth - 1];

        if (++level->part == level->piece->body_count) {
            level->part = 0;
            level->index++;
            level->copy += level->piece->stride;
        }
        if (level->index < level->piece->count) {
            cursor_descend(cursor, level->copy, &level->piece->body[level->part], 0);
            return;
        }
        cursor->depth--;
    }
    must(!"a cursor moved beyond its data");
}
