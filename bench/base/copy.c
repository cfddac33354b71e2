/* SPDX-License-Identifier: MIT */
/* How fast this machine copies and adds: the limit of large messages and reductions. One line per
 * point, median of batches.
 *
 *   copy.one.N    one thread copies N bytes, source and target warm
 *   copy.two.N    two threads copy a half each
 *   copy.each.N   two threads copy N bytes each, of their own
 *   sum.each.N    two threads add the same two operands of N bytes, one of each, as doubles: what
 *                 an allreduce of two has to do */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/container.h"
#include "base/memory.h"
#include "../by_value.h"

enum { BATCHES = 31, BYTES_MAX = 4 << 20, COPIES_MAX = 10000 };

static const size_t sizes[] = {256, 1024, 4096, 16384, 65536, 262144, 1048576, BYTES_MAX};

static pthread_barrier_t barrier;
static char *sources[2], *targets[2];

enum pattern { ONE, TWO, EACH, SUM };

__attribute__((noinline, optimize("O3", "align-loops=64"))) static void add(int side,
                                                                             size_t bytes)
{
    const double *own = (const double *)(void *)sources[side];
    const double *other = (const double *)(void *)sources[1 - side];
    double *restrict sum = (double *)(void *)targets[side];
    size_t i;

    for (i = 0; i < bytes / sizeof *sum; i++)
        sum[i] = own[i] + other[i];
}

static void copy(enum pattern pattern, int side, size_t bytes)
{
    size_t half = bytes / 2;

    if (pattern == SUM)
        add(side, bytes);
    else if (pattern == EACH)
        memcpy(targets[side], sources[side], bytes);
    else if (pattern == TWO)
        memcpy(targets[0] + (size_t)side * half, sources[0] + (size_t)side * half, half);
    else if (side == 0)
        memcpy(targets[0], sources[0], bytes);
}

static void measure(enum pattern pattern, int side, size_t bytes)
{
    static const char *const names[] = {"copy.one", "copy.two", "copy.each", "sum.each"};
    int copies = bytes * COPIES_MAX < 64 << 20 ? COPIES_MAX : (int)((64 << 20) / bytes), batch, i;
    double times[BATCHES];

    for (batch = 0; batch < BATCHES; batch++) {
        uint64_t start_ns;

        pthread_barrier_wait(&barrier);
        start_ns = clock_ns();
        for (i = 0; i < copies; i++)
            copy(pattern, side, bytes);
        if (pattern != ONE)
            pthread_barrier_wait(&barrier);
        times[batch] = (double)(clock_ns() - start_ns) / copies;
    }
    pthread_barrier_wait(&barrier);
    if (side != 0)
        return;
    qsort(times, BATCHES, sizeof times[0], by_value);
    printf("%s.%zu %.1f %.1f %.1f ns\n", names[pattern], bytes, times[BATCHES / 2],
           times[BATCHES / 10], times[BATCHES * 9 / 10]);
}

static void *run_side(void *argument)
{
    int side = *(int *)argument;
    size_t i;

    sources[side] = memory_take_aligned(4096, BYTES_MAX);
    targets[side] = memory_take_aligned(4096, BYTES_MAX);
    for (i = 0; i < ARRAY_LENGTH(sizes); i++) {
        measure(ONE, side, sizes[i]);
        measure(TWO, side, sizes[i]);
        measure(EACH, side, sizes[i]);
        measure(SUM, side, sizes[i]);
    }
    return NULL;
}

int main(void)
{
    int sides[] = {0, 1};
    pthread_t other;

    pthread_barrier_init(&barrier, NULL, 2);
    printf("point median p10 p90 unit\n");
    pthread_create(&other, NULL, run_side, &sides[1]);
    run_side(&sides[0]);
    pthread_join(other, NULL);
    return 0;
}
