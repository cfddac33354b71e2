/* SPDX-License-Identifier: MIT */
#include "layout/cursor.h"

#include <stddef.h>

#include "base/memory.h"
#include "base/must.h"

static struct strip strip_of_copies(const struct piece *piece, char *base, MPI_Count index,
                                    MPI_Count offset)
{
    return (struct strip){.at = base + piece_place(piece, index) + offset,
                          .left = piece->bytes - offset,
                          .run = piece->bytes,
                          .count = piece->count - index,
                          .stride = piece->stride,
                          .offsets = piece->offsets != NULL ? piece->offsets + index : NULL};
}

static struct strip strip_of_run(const struct run *run, char *copy, MPI_Count offset)
{
    MPI_Count bytes = run_bytes(run);

    return (struct strip){.at = copy + run->offset + offset,
                          .left = bytes - offset,
                          .run = bytes,
                          .count = 1,
                          .stride = bytes};
}

/* Descends from the piece, whose offset counts from `base`, to the run that holds the byte
 * `offset`. */
static void cursor_descend(struct cursor *cursor, char *base, const struct piece *piece,
                           MPI_Count offset)
{
    for (;;) {
        MPI_Count index = offset == 0 ? 0 : offset / piece->bytes;
        struct level *level;

        offset -= index * piece->bytes;
        if (piece_is_run(piece)) {
            cursor->strip = strip_of_copies(piece, base, index, offset);
            return;
        }
        level = &cursor->levels[cursor->depth++];
        *level = (struct level){.piece = piece, .base = base, .index = index};
        if (offset > 0)
            level->part = piece_find(piece, offset);
        base += piece_place(piece, index);
        if (piece->runs != NULL) {
            const struct run *run = &piece->runs[level->part];

            cursor->strip = strip_of_run(run, base, offset - run->before);
            return;
        }
        piece = &piece->pieces[level->part];
        offset -= piece->before;
    }
}

void cursor_open(struct cursor *cursor, void *start, const struct piece *piece, int depth,
                 MPI_Count offset)
{
    cursor->depth = 0;
    cursor->levels = cursor->own;
    if (depth > CURSOR_LEVELS) {
        cursor->levels = memory_take((size_t)depth * sizeof *cursor->levels);
        must(cursor->levels != NULL);
    }
    cursor_descend(cursor, start, piece, offset);
}

void cursor_close(struct cursor *cursor)
{
    if (cursor->levels != cursor->own)
        memory_give(cursor->levels);
}

void cursor_next(struct cursor *cursor)
{
    while (cursor->depth > 0) {
        struct level *level = &cursor->levels[cursor->depth - 1];
        const struct piece *piece = level->piece;
        char *copy;

        if (++level->part == piece->body_count) {
            level->part = 0;
            level->index++;
        }
        if (level->index == piece->count) {
            cursor->depth--;
            continue;
        }
        copy = level->base + piece_place(piece, level->index);
        if (piece->runs != NULL)
            cursor->strip = strip_of_run(&piece->runs[level->part], copy, 0);
        else
            cursor_descend(cursor, copy, &piece->pieces[level->part], 0);
        return;
    }
    must(!"a cursor moved beyond its data");
}
