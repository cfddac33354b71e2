/* SPDX-License-Identifier: MIT */
/* Waits for one of several requests, of which without buffers none would ever be complete. */
#include "case.h"

static int sent[4], got[4];

static void start_sends(int count, const int to[], MPI_Request requests[])
{
    for (int i = 0; i < count; i++)
        MPI_Isend(&sent[i], 1, MPI_INT, to[i], i, MPI_COMM_WORLD, &requests[i]);
}

static void two_to_one(int rank, int size)
{
    const int to[] = {1 - rank, 1 - rank};
    MPI_Request requests[2];
    int which;

    (void)size;
    start_sends(2, to, requests);
    MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
    receive_from(1 - rank, 0, MPI_COMM_WORLD);
    receive_from(1 - rank, 1, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void some_of_two(int rank, int size)
{
    const int to[] = {1 - rank, 1 - rank};
    MPI_Request requests[2];
    int count, which[2];

    (void)size;
    start_sends(2, to, requests);
    MPI_Waitsome(2, requests, &count, which, MPI_STATUSES_IGNORE);
    receive_from(1 - rank, 0, MPI_COMM_WORLD);
    receive_from(1 - rank, 1, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

/* Each rank sends to both others. */
static void all_to_all(int rank, int size)
{
    const int to[] = {(rank + 1) % size, (rank + 2) % size};
    MPI_Request requests[2];
    int which;

    start_sends(2, to, requests);
    MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
    receive_from((rank + 2) % size, 0, MPI_COMM_WORLD);
    receive_from((rank + 1) % size, 1, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

/* The message that would complete the receive is sent behind the wait, too. */
static void a_send_and_a_receive(int rank, int size)
{
    MPI_Request requests[2];
    int which;

    (void)size;
    MPI_Isend(sent, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(got, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
    receive_from(1 - rank, 0, MPI_COMM_WORLD);
    send_to(1 - rank, 1, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void persistent_sends(int rank, int size)
{
    MPI_Request requests[2];
    int which;

    (void)size;
    for (int i = 0; i < 2; i++)
        MPI_Send_init(&sent[i], 1, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, &requests[i]);
    MPI_Startall(2, requests);
    MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
    receive_from(1 - rank, 0, MPI_COMM_WORLD);
    receive_from(1 - rank, 1, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 2; i++)
        MPI_Request_free(&requests[i]);
}

/* Only one of the two ranks has a choice. */
static void against_a_blocking_send(int rank, int size)
{
    const int to[] = {0, 0};
    MPI_Request requests[2];
    int which;

    (void)size;
    if (rank == 0) {
        send_to(1, 7, MPI_COMM_WORLD);
        receive_from(1, 0, MPI_COMM_WORLD);
        receive_from(1, 1, MPI_COMM_WORLD);
    } else {
        start_sends(2, to, requests);
        MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
        receive_from(0, 7, MPI_COMM_WORLD);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
}

static void receives_behind_a_barrier(int rank, int size)
{
    const int to[] = {1, 1};
    MPI_Request requests[2];
    int which;

    (void)size;
    if (rank == 0) {
        start_sends(2, to, requests);
        MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    } else {
        receive_from(0, 0, MPI_COMM_WORLD);
        receive_from(0, 1, MPI_COMM_WORLD);
    }
}

/* Rank 2 could go on by either of two ranks, and both wait for it. */
static void one_of_two_that_wait(int rank, int size)
{
    const int to[] = {0, 1};
    MPI_Request requests[2];
    int which;

    (void)size;
    if (rank < 2) {
        send_to(2, 7, MPI_COMM_WORLD);
        receive_from(2, rank, MPI_COMM_WORLD);
        return;
    }
    start_sends(2, to, requests);
    MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
    receive_from(0, 7, MPI_COMM_WORLD);
    receive_from(1, 7, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

PROGRAMS(PROGRAM(two_to_one), PROGRAM(some_of_two), PROGRAM(all_to_all),
         PROGRAM(a_send_and_a_receive), PROGRAM(persistent_sends),
         PROGRAM(against_a_blocking_send), PROGRAM(receives_behind_a_barrier),
         PROGRAM(one_of_two_that_wait))
