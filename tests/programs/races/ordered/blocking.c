/* SPDX-License-Identifier: MIT */
/* Threads that take each other's messages in blocking calls. */
#include "case.h"

#include <pthread.h>

enum { THREADS = 3, ROUNDS = 40, STRIDE = 16 };

static MPI_Comm comms[THREADS];
static long *others;
static void (*exchange)(int thread, long *own, long *other);

static void pass(int thread)
{
    MPI_Sendrecv(&value, 1, MPI_LONG, 1 - rank, thread, &result[thread], 1, MPI_LONG, 1 - rank,
                 thread, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void by_sendrecv(int thread, long *own, long *other)
{
    (*own)++;
    pass(thread);
    result[thread + THREADS] += *other;
    pass(thread);
}

static void by_recv(int thread, long *own, long *other)
{
    if (rank == 0) {
        (*own)++;
        MPI_Send(NULL, 0, MPI_LONG, 1, thread, MPI_COMM_WORLD);
    } else {
        MPI_Recv(NULL, 0, MPI_LONG, 0, thread, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        result[thread + THREADS] += *other;
    }
    MPI_Barrier(comms[thread]);
}

static void by_ssend(int thread, long *own, long *other)
{
    MPI_Request request;

    if (rank == 0) {
        MPI_Ssend(NULL, 0, MPI_LONG, 1, thread, MPI_COMM_WORLD);
        (*own)++;
    } else {
        result[thread + THREADS] += *other;
        MPI_Irecv(NULL, 0, MPI_LONG, 0, thread, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(comms[thread]);
}

static void by_issend(int thread, long *own, long *other)
{
    MPI_Request request;

    if (rank == 0)
        MPI_Issend(NULL, 0, MPI_LONG, 1, thread, MPI_COMM_WORLD, &request);
    else
        result[thread + THREADS] += *other;
    if (rank != 0)
        MPI_Irecv(NULL, 0, MPI_LONG, 0, thread, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0)
        (*own)++;
    MPI_Barrier(comms[thread]);
}

static void by_nothing(int thread, long *own, long *other)
{
    (void)thread;
    if (rank == 0)
        (*own)++;
    else
        result[thread + THREADS] += *other;
    MPI_Barrier(comms[thread]);
}

static void *run_thread(void *argument)
{
    int thread = (int)(long)argument, i;

    for (i = 0; i < ROUNDS; i++)
        exchange(thread, &memory[thread * STRIDE], &others[thread * STRIDE]);
    return NULL;
}

static void run_threads(void (*how)(int thread, long *own, long *other))
{
    pthread_t threads[THREADS];
    MPI_Aint bytes;
    int unit;
    long i;

    exchange = how;
    for (i = 0; i < THREADS; i++)
        MPI_Comm_split(MPI_COMM_WORLD, rank < 2 ? 0 : MPI_UNDEFINED, 0, &comms[i]);
    MPI_Win_shared_query(win, rank < 2 ? 1 - rank : 0, &bytes, &unit, &others);
    for (i = 0; rank < 2 && i < THREADS; i++)
        pthread_create(&threads[i], NULL, run_thread, (void *)i);
    for (i = 0; rank < 2 && i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        MPI_Comm_free(&comms[i]);
    }
}

static void right_sendrecv(void)
{
    run_threads(by_sendrecv);
}

static void right_recv(void)
{
    run_threads(by_recv);
}

static void right_ssend(void)
{
    run_threads(by_ssend);
}

static void right_issend(void)
{
    run_threads(by_issend);
}

static void wrong_nothing(void)
{
    run_threads(by_nothing);
}

CASES(1,
      CASE(wrong_nothing),
      CASE(right_sendrecv),
      CASE(right_recv),
      CASE(right_ssend),
      CASE(right_issend))
