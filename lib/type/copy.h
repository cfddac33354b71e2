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

/* Where pieces of equal length are: the i-th at offsets[i], or without a table at i * stride. */
struct places {
    char *start;
    MPI_Count stride;
    const MPI_Count *offsets;
};

/* The first `count` pieces of `bytes` each. */
void copy_pieces(struct places to, struct places from, MPI_Count bytes, MPI_Count count);

#endif
