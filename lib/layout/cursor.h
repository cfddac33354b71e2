/* SPDX-License-Identifier: MIT */
/* A position among the bytes of a piece, for copying between two layouts that have nothing in
 * common. The caller uses only the strip: it advances the strip by what it has copied, and calls
 * cursor_next when the strip's count is 0. */
#ifndef TYPE_CURSOR_H
#define TYPE_CURSOR_H

#include "layout/layout.h"

/* The ground that a cursor stands on: runs of equal length at a constant stride or at the offsets
 * of a table. The first run may be partly consumed. */
struct strip {
    char *at;                 /* the next byte */
    MPI_Count left;           /* bytes left in the current run */
    MPI_Count run;            /* bytes in a whole run */
    MPI_Count count;          /* runs left, including the current one */
    MPI_Count stride;         /* from the start of a run to the start of the next */
    const int32_t *offsets;   /* replaces the stride unless NULL: offsets from the current run on */
};

/* Moves the strip forward by `runs` runs to the start of a run, at most to the strip's end. */
static inline void strip_go(struct strip *strip, char *start, MPI_Count runs)
{
    strip->count -= runs;
    strip->left = strip->run;
    if (strip->count == 0)
        return;
    if (strip->offsets == NULL) {
        strip->at = start + runs * strip->stride;
    } else {
        strip->at = start + strip->offsets[runs] - strip->offsets[0];
        strip->offsets += runs;
    }
}

/* Moves the strip past `count` pieces of equal length: whole runs, or parts of the current one. */
static inline void strip_advance(struct strip *strip, MPI_Count piece, MPI_Count count)
{
    if (piece == strip->run) {
        strip_go(strip, strip->at, count);
        return;
    }
    strip->at += count * piece;
    strip->left -= count * piece;
    if (strip->left == 0)
        strip_go(strip, strip->at - strip->run, 1);
}

/* A cursor with more loops than this around the strip allocates its levels. */
enum { CURSOR_LEVELS = 24 };

struct level {
    const struct piece *piece;
    char *base;      /* the address that the piece's offset counts from */
    MPI_Count index; /* the copy of the body that the cursor is in */
    MPI_Count part;  /* the entry of the body's list that the cursor is in */
};

struct cursor {
    struct strip strip;
    int depth; /* loops around the strip */
    struct level *levels;
    struct level own[CURSOR_LEVELS];
};

/* Sets the cursor on the byte `offset` of the piece, counted without gaps; it must be less than the
 * piece's bytes. The piece's own offset counts from `start`. Lists nest at most `depth` deep. The
 * piece remains the caller's and must outlive the cursor. */
void cursor_open(struct cursor *cursor, void *start, const struct piece *piece, int depth,
                 MPI_Count offset);
void cursor_close(struct cursor *cursor);

/* Moves to the next strip, which must exist. */
void cursor_next(struct cursor *cursor);

#endif
