/* SPDX-License-Identifier: MIT */
/* Ranks whose main threads all wait in MPI, while an OpenMP thread of one of them is at work. */
#define LEVEL MPI_THREAD_MULTIPLE
#include "case.h"

#include <omp.h>
#include <pthread.h>
#include <time.h>

enum { SHORT_NS = 40000000 };

static void rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = SHORT_NS}, NULL);
}

static void send_later(int to, int tag)
{
    rest();
    send_to(to, tag, MPI_COMM_WORLD);
}

/* The masters wait, and the last thread of each region ends that. */
static void serve(int rank, int size, int tag)
{
#pragma omp parallel num_threads(3)
    {
        if (omp_get_thread_num() == 2)
            send_later((rank + 1) % size, tag);
        else if (omp_get_thread_num() == 0)
            receive_from(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD);
    }
}

static void openmp_regions_one_after_the_other(int rank, int size)
{
    int i;

    for (i = 0; i < 4; i++) {
        serve(rank, size, i);
        if (rank == i % size)
            rest();
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/* The pool is idle while the master waits, and at work while it waits again. */
static void openmp_after_a_long_wait(int rank, int size)
{
    serve(rank, size, 1);
    if (rank == 0)
        rest();
    MPI_Barrier(MPI_COMM_WORLD);
    serve(rank, size, 2);
}

static void *serve_elsewhere(void *given)
{
    const int *place = given;

    serve(place[0], place[1], 3);
    return NULL;
}

/* The pool of another thread than main's, while main waits outside of any region. */
static void openmp_of_another_master(int rank, int size)
{
    int place[] = {rank, size};
    pthread_t thread;

    serve(rank, size, 1);
    pthread_create(&thread, NULL, serve_elsewhere, place);
    MPI_Barrier(MPI_COMM_WORLD);
    pthread_join(thread, NULL);
}

static void openmp_tasks_send(int rank, int size)
{
#pragma omp parallel num_threads(2)
    {
#pragma omp master
        {
#pragma omp task
            send_later((rank + 1) % size, 1);
        }
#pragma omp barrier
#pragma omp master
        receive_from(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* A region in a region. */
static void openmp_nested(int rank, int size)
{
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 1) {
#pragma omp parallel num_threads(2)
            if (omp_get_thread_num() == 1)
                send_later((rank + 1) % size, 1);
        } else {
            receive_from(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* One thread of a region of one computes, or sleeps, as any rank may. */
static void openmp_in_one_rank(int rank, int size)
{
    (void)size;
    if (rank == 0) {
#pragma omp parallel num_threads(4)
        rest();
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* The target, which is the rank itself, does not know of the region around it. */
static void openmp_target_in_a_region(int rank, int size)
{
    int got = 0;

#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 1) {
        send_later((rank + 1) % size, 1);
    } else {
#pragma omp target map(tofrom : got)
        receive_from(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

PROGRAMS(PROGRAM(openmp_regions_one_after_the_other), PROGRAM(openmp_after_a_long_wait),
         PROGRAM(openmp_of_another_master), PROGRAM(openmp_tasks_send), PROGRAM(openmp_nested),
         PROGRAM(openmp_in_one_rank), PROGRAM(openmp_target_in_a_region))
