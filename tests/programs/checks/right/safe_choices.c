/* SPDX-License-Identifier: MIT */
/* Waits for one of several requests, of which one is complete without buffers, too. */
#include "case.h"

static int sent[64], got[64];

static void start_sends(int count, const int to[], MPI_Request requests[])
{
    for (int i = 0; i < count; i++)
        MPI_Isend(&sent[i], 1, MPI_INT, to[i], i, MPI_COMM_WORLD, &requests[i]);
}

static void receives_before(int rank, int size)
{
    const int to[] = {1 - rank, 1 - rank};
    MPI_Request requests[4];
    int which;

    (void)size;
    for (int i = 0; i < 2; i++)
        MPI_Irecv(&got[i], 1, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, &requests[2 + i]);
    start_sends(2, to, requests);
    MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

/* The second send is received at once. */
static void one_of_two(int rank, int size)
{
    const int to[] = {1, 2};
    MPI_Request requests[2];
    int which;

    (void)size;
    if (rank == 0) {
        start_sends(2, to, requests);
        MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
        receive_from(1, 7, MPI_COMM_WORLD);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    } else if (rank == 1) {
        send_to(0, 7, MPI_COMM_WORLD);
        receive_from(0, 0, MPI_COMM_WORLD);
    } else {
        receive_from(0, 1, MPI_COMM_WORLD);
    }
}

/* Both wait for each other, and each for a third, which receives. */
static void by_a_third(int rank, int size)
{
    const int to[] = {1 - rank, 2};
    MPI_Request requests[2];
    int which;

    (void)size;
    if (rank == 2) {
        receive_from(0, 1, MPI_COMM_WORLD);
        receive_from(1, 1, MPI_COMM_WORLD);
        return;
    }
    start_sends(2, to, requests);
    MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
    receive_from(1 - rank, 0, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

/* The receive of the wait is posted, so the other rank's send is complete. */
static void a_send_and_a_receive(int rank, int size)
{
    MPI_Request requests[2];
    int which;

    (void)size;
    MPI_Irecv(got, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(sent, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
    for (int i = 0; i < 2; i++)
        MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
}

/* All exchange with all, one after the other as they come. */
static void as_they_come(int rank, int size)
{
    MPI_Request requests[16];
    int which, count = 2 * size;

    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < size; i++)
            MPI_Irecv(&got[i], 1, MPI_INT, i, rank, MPI_COMM_WORLD, &requests[i]);
        for (int i = 0; i < size; i++)
            MPI_Isend(&sent[i], 1, MPI_INT, i, i, MPI_COMM_WORLD, &requests[size + i]);
        for (int i = 0; i < count; i++)
            MPI_Waitany(count, requests, &which, MPI_STATUS_IGNORE);
    }
}

static void some_as_they_come(int rank, int size)
{
    MPI_Request requests[16];
    int which[16], found, left;

    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < size; i++)
            MPI_Irecv(&got[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &requests[i]);
        for (int i = 0; i < size; i++)
            MPI_Isend(&sent[i], 1, MPI_INT, (rank + i) % size, 0, MPI_COMM_WORLD,
                      &requests[size + i]);
        for (left = 2 * size; left > 0; left -= found)
            MPI_Waitsome(2 * size, requests, &found, which, MPI_STATUSES_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/* A server that does not know which of its workers is ready first. */
static void a_server(int rank, int size)
{
    MPI_Request requests[8];
    int which;

    if (rank > 0) {
        for (int i = 0; i < 10; i++) {
            send_to(0, 1, MPI_COMM_WORLD);
            receive_from(0, 2, MPI_COMM_WORLD);
        }
        return;
    }
    for (int i = 1; i < size; i++)
        MPI_Irecv(&got[i], 1, MPI_INT, i, 1, MPI_COMM_WORLD, &requests[i - 1]);
    for (int left = 10 * (size - 1), more[8] = {0}; left > 0; left--) {
        MPI_Waitany(size - 1, requests, &which, MPI_STATUS_IGNORE);
        send_to(which + 1, 2, MPI_COMM_WORLD);
        if (++more[which] < 10)
            MPI_Irecv(&got[which + 1], 1, MPI_INT, which + 1, 1, MPI_COMM_WORLD,
                      &requests[which]);
    }
}

/* The third request is no message, and is complete by itself. */
static void beside_a_barrier(int rank, int size)
{
    const int to[] = {1 - rank, 1 - rank};
    MPI_Request requests[3];
    int which;

    (void)size;
    start_sends(2, to, requests);
    MPI_Ibarrier(MPI_COMM_WORLD, &requests[2]);
    MPI_Waitany(3, requests, &which, MPI_STATUS_IGNORE);
    receive_from(1 - rank, 0, MPI_COMM_WORLD);
    receive_from(1 - rank, 1, MPI_COMM_WORLD);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
}

/* Rank 1 receives from any source, and so might get the message of rank 2 instead: then the other
 * send of rank 0 is received by the second receive. Rank 1 is not stuck for certain. */
static void from_any_source(int rank, int size)
{
    const int to[] = {1, 1};
    MPI_Request requests[2];
    int which;

    (void)size;
    if (rank == 0) {
        start_sends(2, to, requests);
        MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    } else if (rank == 1) {
        for (int i = 0; i < 3; i++)
            receive_from(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD);
    } else {
        send_to(1, 0, MPI_COMM_WORLD);
    }
}

PROGRAMS(PROGRAM(receives_before), PROGRAM(one_of_two), PROGRAM(by_a_third),
         PROGRAM(a_send_and_a_receive), PROGRAM(as_they_come), PROGRAM(some_as_they_come),
         PROGRAM(a_server), PROGRAM(beside_a_barrier), PROGRAM(from_any_source))
