/* SPDX-License-Identifier: MIT */
/* A point of a benchmark: the median of batches, each long enough for the clock, and as many as
 * fit POINT_SECONDS. Plain MPI. */
#ifndef BENCH_API_POINTS_H
#define BENCH_API_POINTS_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "../by_value.h"
#include "turns.h"

enum { BATCHES_MIN = 3, BATCHES_MAX = 21, REPEATS_MAX = 2000 };

static const double BATCH_SECONDS = 0.004, POINT_SECONDS = 0.2;

/* What all ranks do together, with an argument of the benchmark's. */
typedef void operation(int bytes);

struct plan {
    int repeats; /* of the operation, in a batch */
    int batches; /* an odd number */
};

/* For an operation that takes so long. */
static inline struct plan plan_for(double seconds, int repeats_max)
{
    double fitting = BATCH_SECONDS / (seconds + 1e-9);
    int repeats = fitting < 1 ? 1 : fitting < repeats_max ? (int)fitting : repeats_max;
    double batches = POINT_SECONDS / (repeats * seconds + 1e-9);

    return (struct plan){
        .repeats = repeats,
        .batches = (batches < BATCHES_MIN   ? BATCHES_MIN
                    : batches < BATCHES_MAX ? (int)batches
                                            : BATCHES_MAX) | 1,
    };
}

/* Finds the same plan at all ranks. The operation is warm then. */
static inline struct plan plan_of(MPI_Comm comm, operation *run, int bytes)
{
    struct plan plan;
    double start;

    run(bytes);
    MPI_Barrier(comm);
    start = MPI_Wtime();
    run(bytes);
    run(bytes);
    plan = plan_for((MPI_Wtime() - start) / 2, REPEATS_MAX);
    MPI_Bcast(&plan, 2, MPI_INT, 0, comm);
    return plan;
}

static inline void measure_once(MPI_Comm comm, const char *label, const char *pattern, int number,
                                operation *run, int bytes, int steps)
{
    const struct plan plan = plan_of(comm, run, bytes);
    double times[BATCHES_MAX];
    int batch, i, rank;

    MPI_Comm_rank(comm, &rank);
    for (batch = 0; batch < plan.batches; batch++) {
        double start;

        MPI_Barrier(comm);
        start = MPI_Wtime();
        for (i = 0; i < plan.repeats; i++)
            run(bytes);
        times[batch] = (MPI_Wtime() - start) / plan.repeats / steps * 1e6;
    }
    if (rank != 0)
        return;
    qsort(times, (size_t)plan.batches, sizeof times[0], by_value);
    printf("%s %s %d %.4f %.4f %.4f\n", label, pattern, number, times[plan.batches / 2],
           times[plan.batches / 10], times[plan.batches * 9 / 10]);
    fflush(stdout);
}

/* Rank 0 prints a line; `steps`: the operation is that many of what a point is about. */
static inline void measure(MPI_Comm comm, const char *label, const char *pattern, int number,
                           operation *run, int bytes, int steps)
{
    int due;

    for (due = turn_begin(); due; due = turn_again())
        measure_once(comm, label, pattern, number, run, bytes, steps);
}

#endif
