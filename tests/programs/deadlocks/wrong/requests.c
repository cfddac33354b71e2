/* SPDX-License-Identifier: MIT */
/* Waits for requests that are never completed. */
#include "case.h"

static void wait_for_a_receive(int rank, int size)
{
    MPI_Request request;
    int got;

    (void)size;
    MPI_Irecv(&got, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void wait_for_a_synchronous_send(int rank, int size)
{
    MPI_Request request;

    (void)size;
    MPI_Issend(&rank, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    receive_from(1 - rank, 1, MPI_COMM_WORLD);
}

static void wait_for_all(int rank, int size)
{
    MPI_Request requests[6];
    int got[6], i;

    (void)size;
    for (i = 0; i < 6; i++)
        MPI_Irecv(&got[i], 1, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, &requests[i]);
    send_to(1 - rank, 0, MPI_COMM_WORLD);
    MPI_Waitall(6, requests, MPI_STATUSES_IGNORE);
}

static void wait_for_any(int rank, int size)
{
    MPI_Request requests[3] = {MPI_REQUEST_NULL};
    int got[3], index;

    (void)size;
    MPI_Irecv(&got[1], 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Issend(&got[2], 1, MPI_INT, 1 - rank, 2, MPI_COMM_WORLD, &requests[2]);
    MPI_Waitany(3, requests, &index, MPI_STATUS_IGNORE);
}

static void wait_for_some(int rank, int size)
{
    MPI_Request requests[2];
    int got[2], count, indices[2];

    (void)size;
    MPI_Irecv(&got[0], 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&got[1], 1, MPI_INT, 1 - rank, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitsome(2, requests, &count, indices, MPI_STATUSES_IGNORE);
}

static void freed_receive_took_it(int rank, int size)
{
    static int got[2];
    MPI_Request request;

    (void)size;
    if (rank == 1) {
        MPI_Barrier(MPI_COMM_WORLD);
        send_to(0, 1, MPI_COMM_WORLD);
        return;
    }
    MPI_Irecv(&got[0], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Irecv(&got[1], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void persistent_receive(int rank, int size)
{
    MPI_Request request;
    int got, i;

    (void)size;
    MPI_Recv_init(&got, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &request);
    for (i = 0; i < 3; i++) {
        MPI_Start(&request);
        if (i < 2)
            send_to(1 - rank, 1, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
}

static void persistent_send(int rank, int size)
{
    MPI_Request request;

    (void)size;
    MPI_Ssend_init(&rank, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void exchange(int rank, int size)
{
    MPI_Request request;
    int got;

    MPI_Isendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 1, &got, 1, MPI_INT, (rank + 1) % size, 1,
                  MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void buffered_messages(int rank, int size)
{
    static char buffer[1000 + MPI_BSEND_OVERHEAD], message[700];
    void *detached;
    int bytes;

    (void)size;
    MPI_Buffer_attach(buffer, sizeof buffer);
    if (rank == 0)
        MPI_Bsend(message, 700, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
    MPI_Buffer_detach(&detached, &bytes); /* waits until they are received */
}

static void posted_after_the_wildcard(int rank, int size)
{
    MPI_Request requests[2];
    int got[2];

    (void)size;
    if (rank == 1) {
        send_to(0, 1, MPI_COMM_WORLD);
        return;
    }
    MPI_Irecv(&got[0], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&got[1], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void persistent_send_not_started(int rank, int size)
{
    MPI_Request request;

    (void)size;
    if (rank == 0) {
        receive_from(1, 6, MPI_COMM_WORLD);
        return;
    }
    MPI_Send_init(&rank, 1, MPI_INT, 0, 6, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Request_free(&request);
}

static void persistent_receive_not_started(int rank, int size)
{
    MPI_Request request;
    int got;

    (void)size;
    if (rank == 0) {
        MPI_Ssend(&rank, 1, MPI_INT, 1, 6, MPI_COMM_WORLD);
        return;
    }
    MPI_Recv_init(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Request_free(&request);
}

PROGRAMS(PROGRAM(wait_for_a_receive), PROGRAM(wait_for_a_synchronous_send), PROGRAM(wait_for_all),
         PROGRAM(wait_for_any), PROGRAM(wait_for_some), PROGRAM(freed_receive_took_it),
         PROGRAM(persistent_receive), PROGRAM(persistent_send), PROGRAM(exchange),
         PROGRAM(buffered_messages), PROGRAM(posted_after_the_wildcard),
         PROGRAM(persistent_send_not_started), PROGRAM(persistent_receive_not_started))
