/* SPDX-License-Identifier: MIT */
/* Deadlocks of ranks that keep a pool of OpenMP threads, which have nothing to do. */
#define LEVEL MPI_THREAD_MULTIPLE
#include "case.h"

#include <omp.h>

static int add_up(int threads)
{
    int sum = 0, i;

#pragma omp parallel for reduction(+ : sum) num_threads(threads)
    for (i = 0; i < 1000; i++)
        sum += i;
    return sum;
}

static void openmp_then_all_receive(int rank, int size)
{
    add_up(3);
    receive_from((rank + 1) % size, 1, MPI_COMM_WORLD);
}

static void openmp_in_one_rank(int rank, int size)
{
    if (rank == 1)
        add_up(4);
    receive_from(size - 1, 1, MPI_COMM_WORLD);
}

static void openmp_with_fewer_threads_each_time(int rank, int size)
{
    int threads, sum = 0, all;

    for (threads = 4; threads > 1; threads--) {
        sum += add_up(threads);
        MPI_Allreduce(&sum, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    }
    MPI_Ssend(&sum, 1, MPI_INT, (rank + 1) % size, 1, MPI_COMM_WORLD);
}

/* The halo's tags do not fit. */
static void openmp_between_exchanges(int rank, int size)
{
    int left = (rank + size - 1) % size, right = (rank + 1) % size, in = 0, step;

    for (step = 0; step < 3; step++) {
        int out = add_up(2);

        MPI_Sendrecv(&out, 1, MPI_INT, right, step, &in, 1, MPI_INT, left, step < 2 ? step : 7,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void openmp_tasks_are_done(int rank, int size)
{
    int done = 0;

#pragma omp parallel num_threads(3)
#pragma omp single
    for (int i = 0; i < 20; i++) {
#pragma omp task shared(done)
#pragma omp atomic
        done++;
    }
    receive_from((rank + 1) % size, done, MPI_COMM_WORLD);
}

PROGRAMS(PROGRAM(openmp_then_all_receive), PROGRAM(openmp_in_one_rank),
         PROGRAM(openmp_with_fewer_threads_each_time), PROGRAM(openmp_between_exchanges),
         PROGRAM(openmp_tasks_are_done))
