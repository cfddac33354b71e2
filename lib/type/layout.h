/* SPDX-License-Identifier: MIT */
/* Where the bytes of a type lie, as strided loops, and a cursor that walks them.
 *
 * A piece is `count` copies of a body at a constant stride; the body is one run of bytes or a list
 * of further pieces. A vector of vectors is therefore a loop in a loop, however many runs it
 * covers, and its memory is that of its description. piece_simplify merges what is contiguous and
 * removes loops of one copy, so that every loop left at least doubles the bytes: a nest of them is
 * never deeper than a 63-bit size has bits. */
#ifndef TYPE_LAYOUT_H
#define TYPE_LAYOUT_H

#include "mpi.h"

struct piece {
    MPI_Count offset; /* from the address of what the piece is part of to the first copy */
    MPI_Count count;  /* copies */
    MPI_Count stride; /* from one copy to the next */
    MPI_Count bytes;  /* in a copy, without its gaps */
    const struct piece *body; /* what a copy consists of, in order; NULL: one run of bytes */
    int body_count;
};

/* The same bytes in the same order, with as few loops as can be told from the piece and the first
 * piece of its body. What the result refers to is the body's, not a copy of it. */
struct piece piece_simplify(struct piece piece);

/* Runs of equal length at a constant stride, the first perhaps begun: what a cursor stands on. */
struct strip {
    char *at;         /* the next byte */
    MPI_Count left;   /* bytes left in the present run */
    MPI_Count run;    /* bytes in a whole run */
    MPI_Count count;  /* runs left, the present one included */
    MPI_Count stride; /* from the start of a run to the start of the next */
};

/* Loops that nest: one for each bit of a size, the caller's count, and a pair type's fields. */
enum { CURSOR_DEPTH_MAX = 66 };

/* A place among the bytes of a piece. Only the strip is for the caller, who advances it by what he
 * has done and asks for the next one when its count is 0. */
struct cursor {
    struct strip strip;
    int depth; /* loops around the strip */
    struct level {
        const struct piece *piece;
        char *copy;      /* the address of the present copy of its body */
        MPI_Count index; /* which copy that is */
        int part;        /* which piece of the body the next level, or the strip, is in */
    } levels[CURSOR_DEPTH_MAX];
};

/* Sets the cursor on the byte `offset` (counted without gaps; less than the whole) of the piece,
 * whose own offset counts from `start`. The piece stays the caller's and outlives the cursor. */
void cursor_open(struct cursor *cursor, void *start, const struct piece *piece, MPI_Count offset);

/* The next strip; not called when there is none. */
void cursor_next(struct cursor *cursor);

#endif
