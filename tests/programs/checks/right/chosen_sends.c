/* SPDX-License-Identifier: MIT */
/* Programs that go on by what has come, and need no buffers: with them they may go another way, on
 * which it looks as if they did. */
#include <unistd.h>

#include "case.h"

static int sent[4], got[4];

static void hear_of_rank_2_first(void)
{
    receive_from(2, 0, MPI_COMM_WORLD);
    receive_from(0, 0, MPI_COMM_WORLD);
}

static void send_late(void)
{
    sleep(1);
    send_to(2, 0, MPI_COMM_WORLD);
}

/* Rank 0 cannot send to rank 2 before rank 1 has heard of that, so without buffers rank 2 sees the
 * message of rank 3 first. */
static void from_a_probed_source(int rank, int size)
{
    MPI_Status status;

    (void)size;
    if (rank == 0) {
        send_to(1, 0, MPI_COMM_WORLD);
        send_to(2, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        hear_of_rank_2_first();
    } else if (rank == 2) {
        MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        receive_from(status.MPI_SOURCE, 0, MPI_COMM_WORLD);
        send_to(1, 0, MPI_COMM_WORLD);
        receive_from(3 - status.MPI_SOURCE, 0, MPI_COMM_WORLD);
    } else {
        send_late();
    }
}

/* Rank 2 receives a further message of rank 0 at once if that one has come first. Without buffers
 * the message of rank 3 does, as in from_a_probed_source. */
static void by_what_has_come(int rank, int size)
{
    MPI_Request requests[2];
    int first;

    (void)size;
    if (rank == 0) {
        send_to(1, 0, MPI_COMM_WORLD);
        send_to(2, 0, MPI_COMM_WORLD);
        send_to(2, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        hear_of_rank_2_first();
    } else if (rank == 2) {
        MPI_Irecv(&got[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&got[1], 1, MPI_INT, 3, 0, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitany(2, requests, &first, MPI_STATUS_IGNORE);
        if (first == 0)
            receive_from(0, 0, MPI_COMM_WORLD);
        send_to(1, 0, MPI_COMM_WORLD);
        MPI_Wait(&requests[1 - first], MPI_STATUS_IGNORE);
        if (first == 1)
            receive_from(0, 0, MPI_COMM_WORLD);
    } else {
        send_late();
    }
}

/* Rank 0 cannot send to rank 2 before rank 1 has heard of that, so without buffers the probe finds
 * the message of rank 3, and rank 2 does everything in the other order. */
static void before_a_seen_message(int rank, int size)
{
    MPI_Status status;

    (void)size;
    if (rank == 0) {
        send_to(1, 0, MPI_COMM_WORLD);
        send_to(2, 0, MPI_COMM_WORLD);
        receive_from(2, 9, MPI_COMM_WORLD);
    } else if (rank == 1) {
        hear_of_rank_2_first();
    } else if (rank == 2) {
        MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        if (status.MPI_SOURCE == 0)
            send_to(0, 9, MPI_COMM_WORLD);
        send_to(1, 0, MPI_COMM_WORLD);
        receive_from(0, 0, MPI_COMM_WORLD);
        receive_from(3, 0, MPI_COMM_WORLD);
        if (status.MPI_SOURCE == 3)
            send_to(0, 9, MPI_COMM_WORLD);
    } else {
        send_late();
    }
}

/* Rank 2 takes what it has found, and receives a second message of rank 0 by name. Without buffers
 * it finds the message of rank 3, as in from_a_probed_source. */
static void from_a_matched_source(int rank, int size)
{
    MPI_Message message;
    MPI_Status status;

    (void)size;
    if (rank == 0) {
        send_to(1, 0, MPI_COMM_WORLD);
        send_to(2, 0, MPI_COMM_WORLD);
        send_to(2, 1, MPI_COMM_WORLD);
    } else if (rank == 1) {
        hear_of_rank_2_first();
    } else if (rank == 2) {
        MPI_Mprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &message, &status);
        MPI_Mrecv(got, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        if (status.MPI_SOURCE == 0)
            receive_from(0, 1, MPI_COMM_WORLD);
        send_to(1, 0, MPI_COMM_WORLD);
        receive_from(3 - status.MPI_SOURCE, 0, MPI_COMM_WORLD);
        if (status.MPI_SOURCE == 3)
            receive_from(0, 1, MPI_COMM_WORLD);
    } else {
        send_late();
    }
}

static void by_polls_of_named_sources(int rank, int size)
{
    int source = 0, is_there = 0;

    (void)size;
    if (rank == 0) {
        send_to(1, 0, MPI_COMM_WORLD);
        send_to(2, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        hear_of_rank_2_first();
    } else if (rank == 2) {
        while (!is_there) {
            source = 3 - source;
            MPI_Iprobe(source, 0, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
        }
        receive_from(source, 0, MPI_COMM_WORLD);
        send_to(1, 0, MPI_COMM_WORLD);
        receive_from(3 - source, 0, MPI_COMM_WORLD);
    } else {
        send_late();
    }
}

/* Rank 1 receives what rank 2 sends here behind another message, so without buffers the receive is
 * complete first. */
static void by_a_send_that_is_complete(int rank, int size)
{
    MPI_Request requests[2];
    int first;

    (void)size;
    if (rank == 0) {
        send_to(1, 0, MPI_COMM_WORLD);
        send_to(2, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        receive_from(2, 1, MPI_COMM_WORLD);
        receive_from(0, 0, MPI_COMM_WORLD);
        receive_from(2, 0, MPI_COMM_WORLD);
    } else if (rank == 2) {
        MPI_Isend(sent, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(got, 1, MPI_INT, 3, 0, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitany(2, requests, &first, MPI_STATUS_IGNORE);
        if (first == 0)
            receive_from(0, 0, MPI_COMM_WORLD);
        send_to(1, 1, MPI_COMM_WORLD);
        MPI_Wait(&requests[1 - first], MPI_STATUS_IGNORE);
        if (first == 1)
            receive_from(0, 0, MPI_COMM_WORLD);
    } else {
        send_late();
    }
}

PROGRAMS(PROGRAM(from_a_probed_source), PROGRAM(by_what_has_come), PROGRAM(before_a_seen_message),
         PROGRAM(from_a_matched_source), PROGRAM(by_polls_of_named_sources),
         PROGRAM(by_a_send_that_is_complete))
