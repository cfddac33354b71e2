/* SPDX-License-Identifier: MIT */
/* Where the bytes of a type lie: loops over runs of bytes, over lists of runs, over other loops.
 *
 * A piece is `count` copies of a body, at a constant stride or, within 2 GB, at the offsets of a
 * table. The body is one run of bytes, a list of runs, or a list of pieces. A vector of vectors is
 * therefore a loop in a loop, however many runs it covers, and memory is that of the description.
 * What is contiguous is merged, and no loop has one copy unless its body is a list. */
#ifndef TYPE_LAYOUT_H
#define TYPE_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mpi.h"

/* In a list of runs. The list has one entry more than runs, which holds the bytes of them all. */
struct run {
    MPI_Count offset;
    MPI_Count before; /* bytes of the runs before this one */
};

struct piece {
    MPI_Count offset;         /* from the address of what the piece is part of to its copies */
    MPI_Count before;         /* in a list: bytes of the pieces before this one */
    MPI_Count count;          /* copies; 0 in a piece without bytes */
    MPI_Count stride;         /* from one copy to the next, where there is no table */
    const int32_t *offsets;   /* the table: where each copy lies; NULL: at the stride */
    MPI_Count bytes;          /* in a copy, without its gaps */
    /* The body: one of the lists, in order of the data, or else one run of `bytes`. */
    const struct piece *pieces;
    const struct run *runs;
    MPI_Count body_count; /* entries of the list */
};

static inline bool piece_is_run(const struct piece *piece)
{
    return piece->pieces == NULL && piece->runs == NULL;
}

/* From what `offset` counts from to the copy. */
static inline MPI_Count piece_place(const struct piece *piece, MPI_Count copy)
{
    return piece->offset +
           (piece->offsets != NULL ? piece->offsets[copy] : copy * piece->stride);
}

/* How long the run is. */
static inline MPI_Count run_bytes(const struct run *run)
{
    return run[1].before - run->before;
}

/* The entry of the piece's list that holds the byte `offset` of a copy. */
MPI_Count piece_find(const struct piece *piece, MPI_Count offset);

/* The same bytes in the same order, with as few loops as can be told from the piece and the first
 * piece of its body. What the result refers to is the body's, not a copy of it. */
struct piece piece_simplify(struct piece piece);

/* Do they name the same bytes in the same order, and in the same way? Cheap compared to a copy. */
bool piece_equals(const struct piece *one, const struct piece *other);

/* The same of the bytes [low, high), counted without gaps: tables and lists, which may be as long
 * as the data, are compared only where those bytes are. */
bool piece_equals_within(const struct piece *one, const struct piece *other, MPI_Count low,
                         MPI_Count high);

/* Where the parts of a list come from: the i-th, simplified; one without bytes is left out. */
typedef struct piece part_maker(const void *source, MPI_Count i);

/* What piece_list has allocated, and who gives it back. */
struct piece_tables {
    void *block; /* from base/memory.h; NULL when there is none */
    struct piece part;
};

/* The parts one after the other, as one piece: a loop where they follow a rule, else a table of
 * offsets, a list of runs, or a list of pieces. It refers to *tables, which stays where it is.
 * False: no memory. */
bool piece_list(part_maker *part, const void *source, MPI_Count parts,
                struct piece_tables *tables, struct piece *result);

/* The same for parts that are single runs, which takes half the time. */
struct byte_range {
    MPI_Count offset;
    MPI_Count bytes; /* 0: left out */
};

typedef struct byte_range byte_range_maker(const void *source, MPI_Count i);

bool piece_list_of_runs(byte_range_maker *byte_range, const void *source, MPI_Count parts,
                        struct piece_tables *tables, struct piece *result);

#endif
