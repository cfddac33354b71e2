/* SPDX-License-Identifier: MIT */
/* Copies runs of some hundred bytes by lines of 64 bytes, the last of which ends where the run
 * ends. For such a run, calling memcpy costs as much as the copy. */
#ifndef TYPE_LINES_H
#define TYPE_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/simd.h"

enum { LINES_MAX = 1024 }; /* in bytes; for longer runs memcpy is as fast */

typedef char line __attribute__((vector_size(64), aligned(1), may_alias));
typedef char half_line __attribute__((vector_size(32), aligned(1), may_alias));

#define FOR_LINES SIMD_FOR_64_BYTES

FOR_LINES static inline __attribute__((always_inline)) void
copy_row_of_lines(size_t bytes, char *to, const char *from)
{
    size_t i;

    for (i = 0; i + 64 < bytes; i += 64)
        *(line *)(to + i) = *(const line *)(from + i);
    *(line *)(to + bytes - 64) = *(const line *)(from + bytes - 64);
}

static inline bool are_lines(size_t bytes)
{
    return bytes >= 64 && bytes <= LINES_MAX && simd_has_64_bytes();
}

/* Copying by half lines suits data beyond the nearest cache. Most runs do not begin at a cache
 * line's start: a vector of 64 bytes then needs two lines, and waits for both (bench/api/datatypes:
 * indexed.long of 256 KB). */
#define FOR_HALVES SIMD_FOR_32_BYTES

FOR_HALVES static inline __attribute__((always_inline)) void copy_two_halves(char *to,
                                                                             const char *from)
{
    const half_line one = *(const half_line *)from;
    const half_line other = *(const half_line *)(from + sizeof one);

    *(half_line *)to = one;
    *(half_line *)(to + sizeof one) = other;
}

FOR_HALVES static inline __attribute__((always_inline)) void
copy_row_of_halves(size_t bytes, char *to, const char *from)
{
    size_t i;

    for (i = 0; i + 64 < bytes; i += 64)
        copy_two_halves(to + i, from + i);
    copy_two_halves(to + bytes - 64, from + bytes - 64);
}

static inline bool are_halves(size_t bytes)
{
    return bytes >= 64 && bytes <= LINES_MAX && simd_has_32_bytes();
}

#endif
