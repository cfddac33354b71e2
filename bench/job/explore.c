/* SPDX-License-Identifier: MIT */
/* The cost of a schedule of an explored job, beside the same job run as it comes, and creating and
 * joining as many threads: microseconds, the median of several batches. The job has some 20
 * messages, which one rank receives from any source; sends of several ranks make as many orders as
 * are asked for. */
#include <heddle.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../by_value.h"

enum { WAYS = 3, BATCHES = 15, SCHEDULES = 60, MESSAGES = 20, RANKS_MAX = 8 };

static int gather(void *argument)
{
    int rank, size, value;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < MESSAGES / (size - 1); i++) {
        for (int from = 1; rank == 0 && from < size; from++)
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank != 0)
            MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    return argument != NULL;
}

static double now_us(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static void *do_nothing(void *argument)
{
    return argument;
}

static long run_threads(int ranks)
{
    pthread_t threads[RANKS_MAX];

    for (int i = 0; i < ranks; i++)
        pthread_create(&threads[i], NULL, do_nothing, NULL);
    for (int i = 0; i < ranks; i++)
        pthread_join(threads[i], NULL);
    return 1;
}

static long run_job(int ranks)
{
    if (heddle_run(NULL, ranks, gather, NULL, NULL) != 0)
        exit(EXIT_FAILURE);
    return 1;
}

/* Random schedules are as many as are asked for, whatever the job does. */
static long run_schedules(int ranks)
{
    const struct heddle_options options = {.explore = "random:1:20"};
    struct heddle_result result;
    long schedules;

    if (heddle_run(&options, ranks, gather, NULL, &result) != 0)
        exit(EXIT_FAILURE);
    schedules = result.schedules;
    heddle_result_free(&result);
    return schedules;
}

static double us_of(long (*run)(int ranks), int ranks)
{
    double start = now_us();
    long done = 0;

    while (done < SCHEDULES)
        done += run(ranks);
    return (now_us() - start) / (double)done;
}

static void measure(int ranks)
{
    static long (*const runs[])(int ranks) = {run_threads, run_job, run_schedules};
    double us[WAYS][BATCHES];

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
    printf("%6s %12s %12s %12s\n", "ranks", "threads us", "job us", "schedule us");
    for (int ranks = 2; ranks <= RANKS_MAX; ranks *= 2)
        measure(ranks);
    return 0;
}
