/* SPDX-License-Identifier: MIT */
#include "layout/runs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/cpu.h"
#include "layout/copy.h"
#include "base/simd.h"

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

/* A run of at most SIMD_MASKED_MAX bytes is one masked move: a branch on its length would be hard
 * to predict. A list of more than FAR_BYTES exceeds the nearer caches, so its lines are
 * prefetched. */
enum { FAR_BYTES = 1 << 20, AHEAD_BYTES = 4096 };

SIMD_FOR_MASKED static inline __attribute__((always_inline)) void
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
        if (move.bytes <= SIMD_MASKED_MAX)
            simd_copy_masked(move.to, move.from, move.bytes);
        else
            memcpy(move.to, move.from, move.bytes);
    }
}

SIMD_FOR_MASKED static void copy_masked_near(enum walk_way way, const struct run *runs,
                                             MPI_Count count, char *near, char *far)
{
    copy_masked(way, runs, count, near, far, false);
}

SIMD_FOR_MASKED static void copy_masked_far(enum walk_way way, const struct run *runs,
                                            MPI_Count count, char *near, char *far)
{
    copy_masked(way, runs, count, near, far, true);
}

void runs_copy(enum walk_way way, const struct run *runs, MPI_Count count, char *near, char *far)
{
    MPI_Count i;

    if (simd_has_masked()) {
        if (runs[count].before - runs[0].before > FAR_BYTES)
            copy_masked_far(way, runs, count, near, far);
        else
            copy_masked_near(way, runs, count, near, far);
        return;
    }
    for (i = 0; i < count; i++) {
        struct move move = move_of(way, &runs[i], near, far);

        copy_run(move.to, move.from, move.bytes);
    }
}
