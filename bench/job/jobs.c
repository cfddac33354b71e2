/* SPDX-License-Identifier: MIT */
/* What a job of heddle_run costs from start to end, with MPI_Init and MPI_Finalize and without,
 * beside creating and joining as many threads, which is the limit: microseconds, the median of
 * several batches. */
#include <heddle.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../by_value.h"

enum { WAYS = 3, BATCHES = 45, JOBS = 40, RANKS_MAX = 64 };

static int do_nothing(void *argument)
{
    return argument != NULL;
}

static void *do_nothing_in_thread(void *argument)
{
    return argument;
}

static double now_us(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static void run_threads(int ranks)
{
    pthread_t threads[RANKS_MAX];

    for (int i = 0; i < ranks; i++)
        pthread_create(&threads[i], NULL, do_nothing_in_thread, NULL);
    for (int i = 0; i < ranks; i++)
        pthread_join(threads[i], NULL);
}

static void run_without_init(int ranks)
{
    const struct heddle_options options = {.leaves_init = 1};

    if (heddle_run(&options, ranks, do_nothing, NULL, NULL) != 0)
        exit(EXIT_FAILURE);
}

static void run_with_init(int ranks)
{
    if (heddle_run(NULL, ranks, do_nothing, NULL, NULL) != 0)
        exit(EXIT_FAILURE);
}

static double us_of(void (*run)(int ranks), int ranks)
{
    double start = now_us();

    for (int i = 0; i < JOBS; i++)
        run(ranks);
    return (now_us() - start) / JOBS;
}

/* In turns, so that whatever else the machine has to do is to all alike. */
static void measure(int ranks)
{
    static void (*const runs[])(int ranks) = {run_threads, run_without_init, run_with_init};
    double us[WAYS][BATCHES];

    for (int way = 0; way < WAYS; way++)
        runs[way](ranks);
    for (int batch = 0; batch < BATCHES; batch++)
        for (int way = 0; way < WAYS; way++)
            us[way][batch] = us_of(runs[way], ranks);
    printf("%6d", ranks);
    for (int way = 0; way < WAYS; way++) {
        qsort(us[way], BATCHES, sizeof us[way][0], by_value);
        printf(" %12.1f", us[way][BATCHES / 2]);
    }
    printf("\n");
}

int main(void)
{
    printf("%6s %12s %12s %12s\n", "ranks", "threads us", "job us", "with MPI us");
    for (int ranks = 1; ranks <= RANKS_MAX; ranks *= 2)
        measure(ranks);
    return 0;
}
