/* SPDX-License-Identifier: MIT */
/* Copying bytes: contiguous ones, without a call when they are few, and pieces of equal length at
 * strides or at the offsets of tables. */
#ifndef TYPE_COPY_H
#define TYPE_COPY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "mpi.h"

/* memcpy with a constant length becomes a move or two: lengths up to 16 are covered from both ends
 * by moves that may overlap in the middle. Nothing is touched when there are no bytes. */
static inline void copy_bytes(void *to, const void *from, size_t bytes)
{
    char *target = to;
    const char *source = from;

    if (bytes > 16) {
        memcpy(target, source, bytes);
    } else if (bytes >= 8) {
        uint64_t head, tail;

        memcpy(&head, source, 8);
        memcpy(&tail, source + bytes - 8, 8);
        memcpy(target, &head, 8);
        memcpy(target + bytes - 8, &tail, 8);
    } else if (bytes >= 4) {
        uint32_t head, tail;

        memcpy(&head, source, 4);
        memcpy(&tail, source + bytes - 4, 4);
        memcpy(target, &head, 4);
        memcpy(target + bytes - 4, &tail, 4);
    } else if (bytes > 0) {
        target[0] = source[0];
        target[bytes / 2] = source[bytes / 2];
        target[bytes - 1] = source[bytes - 1];
    }
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

/* One loop of pieces. */
void copy_pieces(char *to, MPI_Count to_stride, const char *from, MPI_Count from_stride,
                 MPI_Count bytes, MPI_Count count);

/* The same where the pieces of one side, or of both, are at the offsets of a table; all of it again
 * each round. */
struct places {
    char *start;
    MPI_Count stride;
    const MPI_Count *offsets; /* NULL: at the stride */
};

void copy_places(const struct places *to, const struct places *from, MPI_Count bytes,
                 MPI_Count count, const struct steps *rounds);

#endif
