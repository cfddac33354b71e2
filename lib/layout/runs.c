/* SPDX-License-Identifier: MIT */
#include "layout/runs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"
#include "layout/copy.h"

struct move {
    char *to;
    const char *from;
    size_t bytes;
};

static inline __attribute__((always_inline)) struct move
move_of(enum walk_way way, const struct run *run, char *near, char *far)
{
    char *here = near + run->offset;
    char *there = far + (way == WALK_ALIKE ? run->offset : run->before);

    return (struct move){.to = way == WALK_UNPACK ? here : there,
                         .from = way == WALK_UNPACK ? there : here,
                         .bytes = (size_t)run_bytes(run)};
}

#if defined(__x86_64__)
#include <immintrin.h>

/* A run of at most MASKED_MAX bytes is one masked move, so no branch depends on its length, which
 * would be hard to predict. A list of more than FAR_BYTES exceeds the nearer caches, so its lines
 * are prefetched. */
enum { MASKED_MAX = sizeof(__m256i), FAR_BYTES = 1 << 20, AHEAD_BYTES = 4096 };

#define MASKED __attribute__((target("avx512bw,avx512vl")))

MASKED static inline __attribute__((always_inline)) void
copy_masked(enum walk_way way, const struct run *runs, MPI_Count count, char *near, char *far,
            const bool is_far)
{
    MPI_Count i;

    for (i = 0; i < count; i++) {
        struct move move = move_of(way, &runs[i], near, far);

        if (is_far && way == WALK_UNPACK)
            cpu_prefetch_to_write(move.to + AHEAD_BYTES);
        else if (is_far)
            __builtin_prefetch(move.from + AHEAD_BYTES);
        if (move.bytes <= MASKED_MAX) {
            __mmask32 mask = (__mmask32)((UINT64_C(1) << move.bytes) - 1);

            _mm256_mask_storeu_epi8(move.to, mask, _mm256_maskz_loadu_epi8(mask, move.from));
        } else {
            memcpy(move.to, move.from, move.bytes);
        }
    }
}

MASKED static void copy_masked_near(enum walk_way way, const struct run *runs, MPI_Count count,
                                    char *near, char *far)
{
    copy_masked(way, runs, count, near, far, false);
}

MASKED static void copy_masked_far(enum walk_way way, const struct run *runs, MPI_Count count,
                                   char *near, char *far)
{
    copy_masked(way, runs, count, near, far, true);
}

static bool has_masks(void)
{
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
}
#endif

void runs_copy(enum walk_way way, const struct run *runs, MPI_Count count, char *near, char *far)
{
    MPI_Count i;

#if defined(__x86_64__)
    if (has_masks()) {
        if (runs[count].before - runs[0].before > FAR_BYTES)
            copy_masked_far(way, runs, count, near, far);
        else
            copy_masked_near(way, runs, count, near, far);
        return;
    }
#endif
    for (i = 0; i < count; i++) {
        struct move move = move_of(way, &runs[i], near, far);

        copy_run(move.to, move.from, move.bytes);
    }
}
