/* SPDX-License-Identifier: MIT */
/* Deadlocks of ranks with several threads. */
#define _GNU_SOURCE
#define LEVEL MPI_THREAD_MULTIPLE
#include "case.h"

#include <pthread.h>
#include <time.h>

static void *receive_tag_2(void *argument)
{
    int got;

    (void)argument;
    MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return NULL;
}

static void both_threads_wait(int rank, int size)
{
    pthread_t thread;

    pthread_create(&thread, NULL, receive_tag_2, NULL);
    receive_from((rank + 1) % size, 1, MPI_COMM_WORLD);
    pthread_join(thread, NULL);
}

static void *send_tag_1(void *argument)
{
    int rank = *(int *)argument;

    MPI_Send(&rank, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD);
    return NULL;
}

static void after_a_thread_has_ended(int rank, int size)
{
    pthread_t thread;
    int i;

    (void)size;
    pthread_create(&thread, NULL, send_tag_1, &rank);
    for (i = 0; i < 2; i++)
        receive_from(1 - rank, 1, MPI_COMM_WORLD);
    pthread_join(thread, NULL);
}

static void *nothing(void *argument)
{
    return argument;
}

static void after_many_threads(int rank, int size)
{
    pthread_t threads[20];
    int i;

    for (i = 0; i < 20; i++)
        pthread_create(&threads[i], NULL, nothing, NULL);
    for (i = 0; i < 20; i++)
        pthread_join(threads[i], NULL);
    MPI_Ssend(&rank, 1, MPI_INT, (rank + 1) % size, 1, MPI_COMM_WORLD);
}

static void *quit(void *argument)
{
    pthread_exit(argument);
}

static void after_a_thread_has_quit(int rank, int size)
{
    pthread_attr_t attributes;
    pthread_t thread;

    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &attributes, quit, NULL);
    receive_from((rank + 1) % size, 1, MPI_COMM_WORLD);
}

static void *barrier(void *argument)
{
    MPI_Barrier(*(MPI_Comm *)argument);
    return NULL;
}

static void threads_in_each_others_barrier(int rank, int size)
{
    MPI_Comm comm;
    pthread_t thread;

    (void)size;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_name(comm, "of the threads");
    if (rank == 0) {
        pthread_create(&thread, NULL, barrier, &comm);
        MPI_Barrier(MPI_COMM_WORLD);
        pthread_join(thread, NULL);
    } else {
        receive_from(0, 5, comm);
    }
}

static void *receive_from_next(void *next)
{
    receive_from(*(int *)next, 3, MPI_COMM_WORLD);
    return NULL;
}

/* Joins with a time that is not there have no end, as others. */
static void *join_another(void *next)
{
    pthread_t thread;

    pthread_create(&thread, NULL, receive_from_next, next);
    pthread_clockjoin_np(thread, NULL, CLOCK_MONOTONIC, NULL);
    return NULL;
}

static void joined_threads_wait(int rank, int size)
{
    int next = (rank + 1) % size;
    pthread_t thread;

    pthread_create(&thread, NULL, receive_from_next, &next);
    pthread_join(thread, NULL);
}

static void one_joins_who_joins(int rank, int size)
{
    int next = (rank + 1) % size;
    pthread_t thread;

    if (rank > 0)
        return;
    pthread_create(&thread, NULL, join_another, &next);
    pthread_timedjoin_np(thread, NULL, NULL);
}

PROGRAMS(PROGRAM(both_threads_wait), PROGRAM(after_a_thread_has_ended),
         PROGRAM(after_many_threads), PROGRAM(after_a_thread_has_quit),
         PROGRAM(threads_in_each_others_barrier), PROGRAM(joined_threads_wait),
         PROGRAM(one_joins_who_joins))
