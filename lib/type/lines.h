/* SPDX-License-Identifier: MIT */
/* Runs of some hundred bytes by lines of 64, the last one ending where the run ends: a call of
 * memcpy for such a run costs as much as the run. */
#ifndef TYPE_LINES_H
#define TYPE_LINES_H

#if defined(__x86_64__)
#include <stdbool.h>
#include <stddef.h>

enum { LINES_MAX = 1024 }; /* bytes; beyond, memcpy is as good */

typedef char line __attribute__((vector_size(64), aligned(1), may_alias));

#define FOR_LINES __attribute__((target("avx512f")))

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
    return bytes >= 64 && bytes <= LINES_MAX && __builtin_cpu_supports("avx512f");
}
#endif

#endif
