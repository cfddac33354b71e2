/* SPDX-License-Identifier: MIT */
/* Copying bytes: contiguous ones, without a call when they are few, and pieces of equal length at
 * strides or at the offsets of tables. */
#ifndef TYPE_COPY_H
#define TYPE_COPY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "mpi.h"

/* The first and the last `half` bytes of something, by two moves that may overlap in the middle.
 * The half is a constant where this is called, so each memcpy is one move. */
static inline __attribute__((always_inline)) void copy_ends(void *to, const void *from,
                                                            const size_t half, size_t bytes)
{
    char head[32], tail[32];

    memcpy(head, from, half);
    memcpy(tail, (const char *)from + bytes - half, half);
    memcpy(to, head, half);
    memcpy((char *)to + bytes - half, tail, half);
}

/* Nothing is touched when there are no bytes. */
static inline void copy_bytes(void *to, const void *from, size_t bytes)
{
    char *target = to;
    const char *source = from;

    if (bytes > 16) {
        memcpy(target, source, bytes);
    } else if (bytes >= 8) {
        copy_ends(target, source, 8, bytes);
    } else if (bytes >= 4) {
        copy_ends(target, source, 4, bytes);
    } else if (bytes > 0) {
        target[0] = source[0];
        target[bytes / 2] = source[bytes / 2];
        target[bytes - 1] = source[bytes - 1];
    }
}

/* The same for one of many short runs of different lengths. */
static inline void copy_run(void *to, const void *from, size_t bytes)
{
    if (bytes > 16 && bytes <= 32)
        copy_ends(to, from, 16, bytes);
    else
        copy_bytes(to, from, bytes);
}

/* Repetitions of something that is moved from one place to another: how many, and how far apart on
 * either side. */
struct steps {
    MPI_Count count;
    MPI_Count to;
    MPI_Count from;
};

/* Pieces of `bytes` each: `inner` of them, `outer` times. Any order will do. */
void copy_grid(char *to, const char *from, MPI_Count bytes, const struct steps *outer,
               const struct steps *inner);

/* What goes through more memory than this has better ways than a plain loop. */
enum { COPY_FAR_BYTES = 12 << 20 };

/* One loop of pieces. */
void copy_pieces(char *to, MPI_Count to_stride, const char *from, MPI_Count from_stride,
                 MPI_Count bytes, MPI_Count count);

/* The same where the pieces of one side, or of both, are at the offsets of a table; all of it again
 * each round. */
struct places {
    char *start;
    MPI_Count stride;
    const int32_t *offsets; /* NULL: at the stride */
};

void copy_places(const struct places *to, const struct places *from, MPI_Count bytes,
                 MPI_Count count, const struct steps *rounds);

#endif
