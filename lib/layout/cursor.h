/* SPDX-License-Identifier: MIT */
/* A place among the bytes of a piece, for copying between two layouts that have nothing in common.
 * Only the strip is for the caller, who advances it by what he has done and asks for the next one
 * when its count is 0. */
#ifndef TYPE_CURSOR_H
#define TYPE_CURSOR_H

#include "layout/layout.h"

/* Runs of equal length at a constant stride or at the offsets of a table, the first perhaps begun:
 * what a cursor stands on. */
struct strip {
    char *at;                 /* the next byte */
    MPI_Count left;           /* bytes left in the present run */
    MPI_Count run;            /* bytes in a whole run */
    MPI_Count count;          /* runs left, the present one included */
    MPI_Count stride;         /* from the start of a run to the start of the next */
    const int32_t *offsets;   /* instead of the stride: of the present run and the next ones */
};

/* Loops around the strip beyond these are kept in memory of their own. */
enum { CURSOR_LEVELS = 24 };

struct level {
    const struct piece *piece;
    char *base;      /* what the piece's offset counts from */
    MPI_Count index; /* which copy of its body the cursor is in */
    MPI_Count part;  /* and which entry of its list */
};

struct cursor {
    struct strip strip;
    int depth; /* loops around the strip */
    struct level *levels;
    struct level own[CURSOR_LEVELS];
};

/* Sets the cursor on the byte `offset` (counted without gaps; less than the whole) of the piece,
 * whose own offset counts from `start`. Lists nest at most `depth` deep. The piece stays the
 * caller's and outlives the cursor. */
void cursor_open(struct cursor *cursor, void *start, const struct piece *piece, int depth,
                 MPI_Count offset);
void cursor_close(struct cursor *cursor);

/* The next strip; not called when there is none. */
void cursor_next(struct cursor *cursor);

#endif
