/* SPDX-License-Identifier: MIT */
/* Correct programs that are often close to a deadlock: no rank runs but the one whose message is on
 * its way. */
#define LEVEL MPI_THREAD_MULTIPLE
#include "case.h"

#include <pthread.h>
#include <time.h>

enum { ROUNDS = 300, LARGE = 1 << 16 };

static int large[2][LARGE];

static void token(int rank, int size)
{
    int i;

    for (i = 0; i < ROUNDS; i++) {
        if (rank != 0)
            receive_from(rank - 1, 1, MPI_COMM_WORLD);
        send_to((rank + 1) % size, 1, MPI_COMM_WORLD);
        if (rank == 0)
            receive_from(size - 1, 1, MPI_COMM_WORLD);
    }
}

static void synchronous_token(int rank, int size)
{
    int i;

    for (i = 0; i < ROUNDS; i++) {
        if (rank != 0)
            receive_from(rank - 1, 1, MPI_COMM_WORLD);
        MPI_Ssend(&i, 1, MPI_INT, (rank + 1) % size, 1, MPI_COMM_WORLD);
        if (rank == 0)
            receive_from(size - 1, 1, MPI_COMM_WORLD);
    }
}

static void token_of_large_messages(int rank, int size)
{
    int i;

    for (i = 0; i < ROUNDS / 10; i++) {
        if (rank != 0)
            MPI_Recv(large[0], LARGE, MPI_INT, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(large[1], LARGE, MPI_INT, (rank + 1) % size, 1, MPI_COMM_WORLD);
        if (rank == 0)
            MPI_Recv(large[0], LARGE, MPI_INT, size - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void barriers(int rank, int size)
{
    int i;

    (void)rank;
    (void)size;
    for (i = 0; i < ROUNDS; i++)
        MPI_Barrier(MPI_COMM_WORLD);
}

static void broadcasts_from_all(int rank, int size)
{
    int i, value = rank;

    for (i = 0; i < ROUNDS; i++)
        MPI_Bcast(&value, 1, MPI_INT, i % size, MPI_COMM_WORLD);
}

static void sums(int rank, int size)
{
    int i, sum;

    (void)size;
    for (i = 0; i < ROUNDS; i++)
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static void nonblocking_collectives(int rank, int size)
{
    MPI_Request requests[3];
    int i, values[3] = {rank, 0, 0};

    for (i = 0; i < ROUNDS / 3; i++) {
        MPI_Ibcast(&values[0], 1, MPI_INT, i % size, MPI_COMM_WORLD, &requests[0]);
        MPI_Ibarrier(MPI_COMM_WORLD, &requests[1]);
        MPI_Iallreduce(&values[1], &values[2], 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &requests[2]);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    }
}

static void collectives_in_another_order_of_waits(int rank, int size)
{
    MPI_Request requests[2];
    int i;

    (void)size;
    for (i = 0; i < ROUNDS / 3; i++) {
        MPI_Ibarrier(MPI_COMM_WORLD, &requests[0]);
        MPI_Ibarrier(MPI_COMM_WORLD, &requests[1]);
        MPI_Wait(&requests[rank % 2], MPI_STATUS_IGNORE);
        MPI_Wait(&requests[1 - rank % 2], MPI_STATUS_IGNORE);
    }
}

static void master_and_workers(int rank, int size)
{
    int i, got;
    MPI_Status status;

    if (rank != 0) {
        for (;;) {
            MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
            MPI_Recv(&got, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if (got < 0)
                return;
        }
    }
    for (i = 0; i < ROUNDS + size - 1; i++) {
        got = i < ROUNDS ? i : -1;
        MPI_Recv(&(int){0}, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &status);
        MPI_Send(&got, 1, MPI_INT, status.MPI_SOURCE, 2, MPI_COMM_WORLD);
    }
}

static void waits_for_any(int rank, int size)
{
    MPI_Request requests[16];
    int i, k, index, got[16];

    for (i = 0; i < ROUNDS / 10; i++) {
        for (k = 0; k < size; k++)
            MPI_Irecv(&got[k], 1, MPI_INT, k, 1, MPI_COMM_WORLD, &requests[k]);
        for (k = 0; k < size; k++)
            send_to((rank + k) % size, 1, MPI_COMM_WORLD);
        for (k = 0; k < size; k++)
            MPI_Waitany(size, requests, &index, MPI_STATUS_IGNORE);
    }
}

static void communicators(int rank, int size)
{
    MPI_Comm dup, part;
    int i;

    (void)size;
    for (i = 0; i < ROUNDS / 10; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &dup);
        MPI_Comm_split(dup, rank % 2, rank, &part);
        MPI_Barrier(part);
        MPI_Comm_free(&part);
        MPI_Comm_free(&dup);
    }
}

static void partitions(int rank, int size)
{
    static int out[64], in[64];
    MPI_Request requests[2];
    int i, k;

    MPI_Psend_init(out, 8, 8, MPI_INT, (rank + 1) % size, 1, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &requests[0]);
    MPI_Precv_init(in, 8, 8, MPI_INT, (rank + size - 1) % size, 1, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &requests[1]);
    for (i = 0; i < ROUNDS / 10; i++) {
        MPI_Startall(2, requests);
        for (k = 0; k < 8; k++)
            MPI_Pready(k, requests[0]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

static void buffered(int rank, int size)
{
    static char memory[100000];
    int i, bytes;
    void *detached;

    for (i = 0; i < ROUNDS / 10; i++) {
        MPI_Buffer_attach(memory, sizeof memory);
        MPI_Bsend(large[0], 5000, MPI_INT, (rank + 1) % size, 1, MPI_COMM_WORLD);
        MPI_Recv(large[1], 5000, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Buffer_detach(&detached, &bytes);
    }
}

static void cancels(int rank, int size)
{
    MPI_Request request;
    int i, got;

    for (i = 0; i < ROUNDS / 10; i++) {
        MPI_Irecv(&got, 1, MPI_INT, (rank + 1) % size, 77, MPI_COMM_WORLD, &request);
        MPI_Cancel(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

static void ranks_that_are_late(int rank, int size)
{
    (void)size;
    nanosleep(&(struct timespec){.tv_nsec = rank * 2000000}, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    nanosleep(&(struct timespec){.tv_nsec = rank * 2000000}, NULL);
}

static void *ping(void *argument)
{
    int *tag = argument, i;

    for (i = 0; i < ROUNDS / 3; i++) {
        receive_from(MPI_ANY_SOURCE, *tag, MPI_COMM_WORLD);
        send_to(0, *tag, MPI_COMM_WORLD);
    }
    return NULL;
}

static void many_threads(int rank, int size)
{
    pthread_t threads[4];
    int tags[4] = {1, 2, 3, 4}, i, k;

    if (rank == 0) {
        for (i = 0; i < ROUNDS / 3; i++)
            for (k = 1; k < size; k++) {
                send_to(k, 1 + i % 4, MPI_COMM_WORLD);
                receive_from(k, 1 + i % 4, MPI_COMM_WORLD);
            }
        for (; i < 4 * (ROUNDS / 3); i++)
            for (k = 1; k < size; k++) {
                send_to(k, 1 + i % 4, MPI_COMM_WORLD);
                receive_from(k, 1 + i % 4, MPI_COMM_WORLD);
            }
        return;
    }
    for (i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, ping, &tags[i]);
    for (i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}

static void exchange(int rank, int size)
{
    int i, got;

    for (i = 0; i < ROUNDS; i++)
        MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 1, &got, 1, MPI_INT,
                     (rank + size - 1) % size, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void small_ring(int rank, int size)
{
    send_to((rank + 1) % size, 2, MPI_COMM_WORLD);
    receive_from((rank + size - 1) % size, 2, MPI_COMM_WORLD);
}

static void large_ring(int rank, int size)
{
    MPI_Send(large[0], LARGE, MPI_INT, (rank + 1) % size, 2, MPI_COMM_WORLD);
    MPI_Recv(large[1], LARGE, MPI_INT, (rank + size - 1) % size, 2, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
}

PROGRAMS(PROGRAM(token), PROGRAM(synchronous_token), PROGRAM(token_of_large_messages),
         PROGRAM(barriers), PROGRAM(broadcasts_from_all), PROGRAM(sums),
         PROGRAM(nonblocking_collectives), PROGRAM(collectives_in_another_order_of_waits),
         PROGRAM(master_and_workers), PROGRAM(waits_for_any), PROGRAM(communicators),
         PROGRAM(partitions), PROGRAM(buffered), PROGRAM(cancels), PROGRAM(ranks_that_are_late),
         PROGRAM(many_threads), PROGRAM(exchange), PROGRAM(small_ring), PROGRAM(large_ring))
