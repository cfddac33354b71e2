/* SPDX-License-Identifier: MIT */
/* Standard sends return only because their messages are buffered (MPI 5.0, 3.5). */
#include "case.h"

static int sent[4], got[4];

static void head_to_head(int rank, int size)
{
    (void)size;
    send_to(1 - rank, 0, MPI_COMM_WORLD);
    receive_from(1 - rank, 0, MPI_COMM_WORLD);
}

static void ring(int rank, int size)
{
    send_to((rank + 1) % size, 0, MPI_COMM_WORLD);
    receive_from((rank + size - 1) % size, 0, MPI_COMM_WORLD);
}

/* Each round is found, and told once. */
static void rounds(int rank, int size)
{
    for (int i = 0; i < 50; i++)
        head_to_head(rank, size);
}

static void to_itself(int rank, int size)
{
    (void)size;
    if (rank != 0)
        return;
    send_to(0, 0, MPI_COMM_WORLD);
    receive_from(0, 0, MPI_COMM_WORLD);
}

static void wait_before_receive(int rank, int size)
{
    MPI_Request request;

    (void)size;
    MPI_Isend(sent, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    receive_from(1 - rank, 0, MPI_COMM_WORLD);
}

static void persistent(int rank, int size)
{
    MPI_Request request;

    (void)size;
    MPI_Send_init(sent, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
    receive_from(1 - rank, 0, MPI_COMM_WORLD);
    MPI_Request_free(&request);
}

static void receive_behind_barrier(int rank, int size)
{
    (void)size;
    if (rank == 0)
        send_to(1, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        receive_from(0, 0, MPI_COMM_WORLD);
}

static void receives_in_other_order(int rank, int size)
{
    (void)size;
    if (rank == 0) {
        send_to(1, 1, MPI_COMM_WORLD);
        send_to(1, 2, MPI_COMM_WORLD);
    } else {
        receive_from(0, 2, MPI_COMM_WORLD);
        receive_from(0, 1, MPI_COMM_WORLD);
    }
}

/* Only one of the three relies on it. */
static void through_a_third(int rank, int size)
{
    (void)size;
    if (rank == 0) {
        send_to(1, 0, MPI_COMM_WORLD);
        send_to(2, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        receive_from(2, 0, MPI_COMM_WORLD);
        receive_from(0, 0, MPI_COMM_WORLD);
    } else {
        receive_from(0, 0, MPI_COMM_WORLD);
        send_to(1, 0, MPI_COMM_WORLD);
    }
}

static void from_any_source(int rank, int size)
{
    (void)size;
    send_to(1 - rank, 0, MPI_COMM_WORLD);
    receive_from(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD);
}

static void receive_behind_exchange(int rank, int size)
{
    (void)size;
    send_to(1 - rank, 7, MPI_COMM_WORLD);
    MPI_Sendrecv(sent, 1, MPI_INT, 1 - rank, 0, got, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    receive_from(1 - rank, 7, MPI_COMM_WORLD);
}

/* Only one of the requests is active, so it is no choice. */
static void wait_for_one_of_one(int rank, int size)
{
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    int which;

    (void)size;
    MPI_Isend(sent, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
    receive_from(1 - rank, 0, MPI_COMM_WORLD);
}

static void wait_for_some_of_one(int rank, int size)
{
    MPI_Request request;
    int count, which;

    MPI_Isend(sent, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
    MPI_Waitsome(1, &request, &count, &which, MPI_STATUSES_IGNORE);
    receive_from((rank + size - 1) % size, 0, MPI_COMM_WORLD);
}

/* The sender is more calls ahead than a queue has room for at first. */
static void far_ahead(int rank, int size)
{
    (void)size;
    for (int i = 0; i < 1000; i++) {
        if (rank == 0)
            send_to(1, 0, MPI_COMM_WORLD);
    }
    if (rank == 0)
        send_to(1, 1, MPI_COMM_WORLD);
    else
        receive_from(0, 1, MPI_COMM_WORLD);
    for (int i = 0; i < 1000; i++) {
        if (rank == 1)
            receive_from(0, 0, MPI_COMM_WORLD);
    }
}

PROGRAMS(PROGRAM(head_to_head), PROGRAM(ring), PROGRAM(rounds), PROGRAM(to_itself),
         PROGRAM(wait_before_receive), PROGRAM(persistent), PROGRAM(receive_behind_barrier),
         PROGRAM(receives_in_other_order), PROGRAM(through_a_third), PROGRAM(from_any_source),
         PROGRAM(receive_behind_exchange), PROGRAM(wait_for_one_of_one),
         PROGRAM(wait_for_some_of_one), PROGRAM(far_ahead))
