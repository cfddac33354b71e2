/* SPDX-License-Identifier: MIT */
/* Where the bytes of a type lie: loops over runs of bytes, over lists of runs, over other loops.
 *
 * A piece is `count` copies of a body, at a constant stride or, within 2 GB, at the offsets of a
 * table. The body is one run of bytes, a list of runs, or a list of pieces. A vector of vectors is
 * therefore a loop in a loop, however many runs it covers, and takes no more memory than its
 * description. Contiguous bytes are merged, and a loop with a single copy has a list as its
 * body. */
#ifndef TYPE_LAYOUT_H
#define TYPE_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mpi_types.h"

/* An entry in a list of runs. The list has one entry more than runs; the last entry's `before` is
 * the bytes of all runs. */
struct run {
    MPI_Count offset;
    MPI_Count before; /* bytes of the runs before this one */
};

struct piece {
    MPI_Count offset;         /* of the copies, from the address of the enclosing piece */
    MPI_Count before;         /* in a list: bytes of the pieces before this one */
    MPI_Count count;          /* copies; 0 in a piece without bytes */
    MPI_Count stride;         /* from one copy to the next, if there is no table */
    const int32_t *offsets;   /* the table: offset of each copy; NULL: use the stride */
    MPI_Count bytes;          /* in a copy, without its gaps */
    /* The body: one of the two lists, in data order, or one run of `bytes` if both are NULL. */
    const struct piece *pieces;
    const struct run *runs;
    MPI_Count body_count; /* entries of the list */
};

/* Asserts the laws of the piece and of all that its body consists of:
 *   1. A piece without bytes has the count 0. Any other has copies with bytes.
 *   2. The body is one run or one list, and a list has entries.
 *   3. `before` of each entry of a list is the sum of the bytes of the entries ahead of it, and the
 *      sum of all is the piece's `bytes`.
 *   4. A loop whose body is one run has several copies, and they do not follow one another closely:
 *      then they would be one run. */
void piece_check(const struct piece *piece);

static inline bool piece_is_run(const struct piece *piece)
{
    return piece->pieces == NULL && piece->runs == NULL;
}

/* Returns the offset of a copy, from the address that the piece's `offset` counts from. */
static inline MPI_Count piece_place(const struct piece *piece, MPI_Count copy)
{
    return piece->offset +
           (piece->offsets != NULL ? piece->offsets[copy] : copy * piece->stride);
}

/* Returns the length of the run. */
static inline MPI_Count run_bytes(const struct run *run)
{
    return run[1].before - run->before;
}

/* Returns the entry of the piece's list that holds the byte `offset` of a copy. */
MPI_Count piece_find(const struct piece *piece, MPI_Count offset);

/* Returns a piece with the same bytes in the same order and as few loops as the piece and the first
 * piece of its body allow. The result refers to the body's lists and does not copy them. */
struct piece piece_simplify(struct piece piece);

/* True if both pieces describe the same bytes in the same order in the same way. Cheap compared to
 * a copy. */
bool piece_equals(const struct piece *one, const struct piece *other);

/* Compares two pieces for the bytes [low, high), counted without gaps. Tables and lists may be as
 * long as the data, so only the parts that hold those bytes are compared. */
bool piece_equals_within(const struct piece *one, const struct piece *other, MPI_Count low,
                         MPI_Count high);

/* Returns the i-th part of a list, simplified. A part without bytes is left out of the list. */
typedef struct piece part_maker(const void *source, MPI_Count i);

/* The block that piece_list has allocated; its caller frees the block. */
struct piece_tables {
    void *block; /* from base/memory.h; NULL when there is none */
    struct piece part;
};

/* Combines the parts, one after the other, into one piece: a loop if they are evenly spaced copies,
 * else a table of offsets, a list of runs, or a list of pieces. The result refers to *tables, which
 * must stay where it is. Returns false if there is no memory. */
bool piece_list(part_maker *part, const void *source, MPI_Count parts,
                struct piece_tables *tables, struct piece *result);

/* A part that is a single run. piece_list_of_runs takes such parts and needs half the time of
 * piece_list. */
struct byte_range {
    MPI_Count offset;
    MPI_Count bytes; /* 0: left out */
};

typedef struct byte_range byte_range_maker(const void *source, MPI_Count i);

bool piece_list_of_runs(byte_range_maker *byte_range, const void *source, MPI_Count parts,
                        struct piece_tables *tables, struct piece *result);

#endif
