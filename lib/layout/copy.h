/* SPDX-License-Identifier: MIT */
/* Copying bytes: contiguous ones, without a function call if they are few, and pieces of equal
 * length at strides or at the offsets of tables. */
#ifndef TYPE_COPY_H
#define TYPE_COPY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "mpi_types.h"

/* Copies the first and the last `half` bytes of a block by two moves that may overlap in the
 * middle. Callers pass a constant `half`, so each memcpy is one instruction. */
static inline __attribute__((always_inline)) void copy_ends(void *to, const void *from,
                                                            const size_t half, size_t bytes)
{
    char head[32], tail[32];

    memcpy(head, from, half);
    memcpy(tail, (const char *)from + bytes - half, half);
    memcpy(to, head, half);
    memcpy((char *)to + bytes - half, tail, half);
}

/* Copies contiguous bytes. Reads and writes nothing if bytes is 0. */
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

/* Copies one of many short runs of different lengths. It has a fast case for 17 to 32 bytes that
 * copy_bytes lacks. */
static inline void copy_run(void *to, const void *from, size_t bytes)
{
    if (bytes > 16 && bytes <= 32)
        copy_ends(to, from, 16, bytes);
    else
        copy_bytes(to, from, bytes);
}

/* One loop of a copy: how many steps it has, and the distance between steps on each side. */
struct steps {
    MPI_Count count;
    MPI_Count to;
    MPI_Count from;
};

/* Copies pieces of `bytes` bytes: `inner` of them, `outer` times, in any order. */
void copy_grid(char *to, const char *from, MPI_Count bytes, const struct steps *outer,
               const struct steps *inner);

/* Copies that span more memory than this use prefetching loops. */
enum { COPY_FAR_BYTES = 12 << 20 };

/* Copies one loop of pieces. */
void copy_pieces(char *to, MPI_Count to_stride, const char *from, MPI_Count from_stride,
                 MPI_Count bytes, MPI_Count count);

/* One side of copy_places: pieces at a stride, or at the offsets of a table. copy_places copies all
 * pieces once each round. */
struct places {
    char *start;
    MPI_Count stride;
    const int32_t *offsets; /* NULL: at the stride */
};

void copy_places(const struct places *to, const struct places *from, MPI_Count bytes,
                 MPI_Count count, const struct steps *rounds);

#endif
