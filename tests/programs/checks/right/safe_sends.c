/* SPDX-License-Identifier: MIT */
/* Programs that look like those of ../wrong/unsafe_sends.c and need no buffers. */
#include "case.h"

static int sent[4], got[4];

static void one_receives_first(int rank, int size)
{
    (void)size;
    if (rank == 0)
        send_to(1, 0, MPI_COMM_WORLD);
    receive_from(1 - rank, 0, MPI_COMM_WORLD);
    if (rank == 1)
        send_to(0, 0, MPI_COMM_WORLD);
}

static void ring_with_an_end(int rank, int size)
{
    if (rank > 0)
        receive_from(rank - 1, 0, MPI_COMM_WORLD);
    send_to((rank + 1) % size, 0, MPI_COMM_WORLD);
    if (rank == 0)
        receive_from(size - 1, 0, MPI_COMM_WORLD);
}

static void receive_is_posted(int rank, int size)
{
    MPI_Request request;

    (void)size;
    MPI_Irecv(got, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    send_to(1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void receive_is_prepared(int rank, int size)
{
    MPI_Request request;

    (void)size;
    MPI_Recv_init(got, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    for (int i = 0; i < 20; i++) {
        MPI_Start(&request);
        send_to(1 - rank, 0, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
}

static void wait_behind_receive(int rank, int size)
{
    MPI_Request request;

    (void)size;
    MPI_Isend(sent, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    receive_from(1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* More messages than are remembered. */
static void wait_for_both(int rank, int size)
{
    MPI_Request requests[2];

    for (int i = 0; i < 600; i++) {
        MPI_Isend(sent, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(got, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
}

static void exchange(int rank, int size)
{
    for (int i = 0; i < 20; i++) {
        MPI_Sendrecv(sent, 1, MPI_INT, (rank + 1) % size, 0, got, 1, MPI_INT,
                     (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv_replace(got, 1, MPI_INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0,
                             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* Buffers that the program has given may be relied on. */
static void buffered(int rank, int size)
{
    static char room[1000 + MPI_BSEND_OVERHEAD];
    void *detached;
    int bytes;

    (void)size;
    MPI_Buffer_attach(room, sizeof room);
    MPI_Bsend(sent, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    receive_from(1 - rank, 0, MPI_COMM_WORLD);
    MPI_Buffer_detach(&detached, &bytes);
}

static void stream(int rank, int size)
{
    (void)size;
    for (int i = 0; i < 2000; i++) {
        if (rank == 0)
            send_to(1, 0, MPI_COMM_WORLD);
        else
            receive_from(0, 0, MPI_COMM_WORLD);
    }
}

static void work_for_a_master(int rank, int size)
{
    for (int i = 1; i < size; i++) {
        if (rank == 0)
            receive_from(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD);
    }
    for (int i = 1; i < size; i++) {
        if (rank == 0)
            send_to(i, 0, MPI_COMM_WORLD);
    }
    if (rank > 0) {
        send_to(0, 0, MPI_COMM_WORLD);
        receive_from(0, 0, MPI_COMM_WORLD);
    }
}

/* Each send and each receive lie between two meetings of all. */
static void between_barriers(int rank, int size)
{
    (void)size;
    for (int i = 0; i < 300; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0)
            send_to(1, 0, MPI_COMM_WORLD);
        else if (rank == 1)
            receive_from(0, 0, MPI_COMM_WORLD);
        MPI_Allreduce(sent, got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
}

/* The sender does not wait for a message that is only tested. */
static void tested(int rank, int size)
{
    MPI_Request request;
    int is_done = 0;

    (void)size;
    MPI_Isend(sent, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
    receive_from(1 - rank, 0, MPI_COMM_WORLD);
    if (!is_done)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void matched_probes(int rank, int size)
{
    MPI_Message message;

    (void)size;
    if (rank == 0) {
        send_to(1, 0, MPI_COMM_WORLD);
        receive_from(1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(got, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        send_to(0, 0, MPI_COMM_WORLD);
    }
}

static void cancelled(int rank, int size)
{
    MPI_Request request;

    (void)size;
    MPI_Irecv(got, 1, MPI_INT, 1 - rank, 9, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    receive_is_posted(rank, size);
}

PROGRAMS(PROGRAM(one_receives_first), PROGRAM(ring_with_an_end), PROGRAM(receive_is_posted),
         PROGRAM(receive_is_prepared), PROGRAM(wait_behind_receive), PROGRAM(wait_for_both),
         PROGRAM(exchange), PROGRAM(buffered), PROGRAM(stream), PROGRAM(work_for_a_master),
         PROGRAM(between_barriers), PROGRAM(tested), PROGRAM(matched_probes), PROGRAM(cancelled))
