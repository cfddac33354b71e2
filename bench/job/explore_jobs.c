/* SPDX-License-Identifier: MIT */
/* Schedules per second of an explored program, by the runs that go on at one time: the median of
 * several explorations. Each run is a process, which gathers some 20 messages of any source.
 *
 *   HEDDLE_NP=1 explore_jobs    prints a line for each number of ranks, and for N and random
 *   explore_jobs run            is the program */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../by_value.h"

enum { BATCHES = 7, MESSAGES = 20, JOBS_MAX = 4, RANKS_MAX = 8 };

static int gather(void)
{
    int rank, size;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < MESSAGES / (size - 1); i++) {
        for (int from = 1; rank == 0 && from < size; from++)
            MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank != 0)
            MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}

static double now_s(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Seconds of an exploration with that many runs. */
static double explore(const char *program, const char *how, int runs, int ranks, int jobs)
{
    char command[1024];
    double start = now_s();

    snprintf(command, sizeof command,
             "HEDDLE_NP=%d HEDDLE_EXPLORE_JOBS=%d HEDDLE_EXPLORE=%s%d '%s' run 2>/dev/null", ranks,
             jobs, how, runs, program);
    if (system(command) != 0)
        exit(EXIT_FAILURE);
    return now_s() - start;
}

/* The start of the process is not part of it: what more runs take. */
static double rate(const char *program, const char *how, int ranks, int jobs)
{
    double rates[BATCHES];

    for (int i = 0; i < BATCHES; i++) {
        double few = explore(program, how, 10, ranks, jobs);

        rates[i] = 200 / (explore(program, how, 210, ranks, jobs) - few);
    }
    qsort(rates, BATCHES, sizeof rates[0], by_value);
    return rates[BATCHES / 2];
}

int main(int argc, char **argv)
{
    static const char *const ways[] = {"", "random:1:"};

    if (argc == 2)
        return gather();
    printf("%-8s %6s", "explore", "ranks");
    for (int jobs = 1; jobs <= JOBS_MAX; jobs *= 2)
        printf("   %d: 1/s", jobs);
    printf("\n");
    for (int ranks = 4; ranks <= RANKS_MAX; ranks *= 2)
        for (int way = 0; way < 2; way++) {
            printf("%-8s %6d", way == 0 ? "N" : "random", ranks);
            for (int jobs = 1; jobs <= JOBS_MAX; jobs *= 2)
                printf(" %8.0f", rate(argv[0], ways[way], ranks, jobs));
            printf("\n");
            fflush(stdout);
        }
    return 0;
}
