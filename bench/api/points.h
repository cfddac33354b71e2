/* SPDX-License-Identifier: MIT */
/* A point of a benchmark: the median of batches, each long enough for the clock. Plain MPI. */
#ifndef BENCH_API_POINTS_H
#define BENCH_API_POINTS_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { BATCHES = 21, REPEATS_MAX = 2000 };

static const double BATCH_SECONDS = 0.004;

static inline int by_value(const void *left, const void *right)
{
    double one = *(const double *)left, other = *(const double *)right;

    return (one > other) - (one < other);
}

/* What all ranks do together, with an argument of the benchmark's. */
typedef void operation(int bytes);

/* How often it fits a batch: the same at all ranks. It is warm then. */
static inline int repeats_of(MPI_Comm comm, operation *run, int bytes)
{
    double start, fitting;
    int repeats;

    run(bytes);
    MPI_Barrier(comm);
    start = MPI_Wtime();
    run(bytes);
    run(bytes);
    fitting = 2 * BATCH_SECONDS / (MPI_Wtime() - start + 1e-9);
    repeats = fitting < 1 ? 1 : fitting < REPEATS_MAX ? (int)fitting : REPEATS_MAX;
    MPI_Bcast(&repeats, 1, MPI_INT, 0, comm);
    return repeats;
}

/* Rank 0 prints a line; `steps`: the operation is so many of what a point is about. */
static inline void measure(MPI_Comm comm, const char *label, const char *pattern, int number,
                           operation *run, int bytes, int steps)
{
    int repeats = repeats_of(comm, run, bytes), batch, i, rank;
    double times[BATCHES];

    MPI_Comm_rank(comm, &rank);
    for (batch = 0; batch < BATCHES; batch++) {
        double start;

        MPI_Barrier(comm);
        start = MPI_Wtime();
        for (i = 0; i < repeats; i++)
            run(bytes);
        times[batch] = (MPI_Wtime() - start) / repeats / steps * 1e6;
    }
    if (rank != 0)
        return;
    qsort(times, BATCHES, sizeof times[0], by_value);
    printf("%s %s %d %.4f %.4f %.4f\n", label, pattern, number, times[BATCHES / 2],
           times[BATCHES / 10], times[BATCHES * 9 / 10]);
    fflush(stdout);
}

#endif
