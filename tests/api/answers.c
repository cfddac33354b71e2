/* SPDX-License-Identifier: MIT */
/* Pairs of ranks that have answered each other for a while: whatever way their small messages take
 * by then, nothing overtakes. The seeds are constants, the same on both sides of a pair. */
#include <stdint.h>
#include <stdlib.h>

#include "check.h"

enum { WARM = 100, ROUNDS = 600, BURST_MAX = 6, LENGTHS = 10, BYTES_MAX = 200000, TAGS = 3 };

static const int lengths[LENGTHS] = {8, 8, 8, 24, 25, 100, 600, 5000, 70000, BYTES_MAX};

/* Ranks 2k and 2k + 1; a last one has no partner. */
static int partner(void)
{
    int other = check_rank ^ 1;

    return other < check_size ? other : MPI_PROC_NULL;
}

static uint32_t next(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void answer_often(int peer, int times)
{
    int64_t number = 0;
    int i;

    for (i = 0; i < times; i++) {
        if (check_rank % 2 == 0)
            check_ok(MPI_Send(&number, 8, MPI_BYTE, peer, 0, MPI_COMM_WORLD));
        check_ok(MPI_Recv(&number, 8, MPI_BYTE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        check_equal(number, check_rank % 2 == 0 ? 2 * i + 1 : 2 * i);
        number++;
        if (check_rank % 2 != 0)
            check_ok(MPI_Send(&number, 8, MPI_BYTE, peer, 0, MPI_COMM_WORLD));
    }
}

/* The last byte of a message that is only its number is zero: the numbers are small. */
static char last_byte(int64_t number, int length)
{
    return length == 8 ? 0 : (char)(number * 31);
}

/* A burst of messages, each in a way of its own, with consecutive numbers. */
static void send_burst(int peer, uint32_t *state, int64_t *number, char *buffers)
{
    int count = 1 + (int)(next(state) % BURST_MAX), i, started = 0;
    MPI_Request requests[BURST_MAX];

    for (i = 0; i < count; i++) {
        char *buffer = buffers + (size_t)i * BYTES_MAX;
        int length = lengths[next(state) % LENGTHS], way = (int)(next(state) % 4);
        int tag = (int)(next(state) % TAGS);

        memcpy(buffer, number, sizeof *number);
        buffer[length - 1] = last_byte(*number, length);
        ++*number;
        if (way == 0)
            check_ok(MPI_Isend(buffer, length, MPI_BYTE, peer, tag, MPI_COMM_WORLD,
                               &requests[started++]));
        else if (length <= 5000 || way == 1)
            check_ok(MPI_Send(buffer, length, MPI_BYTE, peer, tag, MPI_COMM_WORLD));
        else
            check_ok(MPI_Issend(buffer, length, MPI_BYTE, peer, tag, MPI_COMM_WORLD,
                                &requests[started++]));
    }
    check_ok(MPI_Waitall(started, requests, MPI_STATUSES_IGNORE));
}

static void receive_burst(int peer, uint32_t *state, int64_t *number, char *buffer, int is_wild)
{
    int count = 1 + (int)(next(state) % BURST_MAX), i;

    for (i = 0; i < count; i++) {
        int length = lengths[next(state) % LENGTHS], got, tag;
        MPI_Status status;
        int64_t came;

        next(state);
        tag = (int)(next(state) % TAGS);
        check_ok(MPI_Recv(buffer, BYTES_MAX, MPI_BYTE, is_wild ? MPI_ANY_SOURCE : peer,
                          MPI_ANY_TAG, MPI_COMM_WORLD, &status));
        check_equal(status.MPI_SOURCE, peer);
        check_equal(status.MPI_TAG, tag);
        check_ok(MPI_Get_count(&status, MPI_BYTE, &got));
        check_equal(got, length);
        memcpy(&came, buffer, sizeof came);
        check_equal(came, *number);
        check_equal(buffer[length - 1], last_byte(*number, length));
        ++*number;
    }
}

static void exchange_bursts(int is_wild)
{
    int peer = partner(), round;
    uint32_t even = 11, odd = 23;
    int64_t sent = 0, received = 0;
    char *buffers = calloc(BURST_MAX, BYTES_MAX), *buffer = malloc(BYTES_MAX);

    if (peer != MPI_PROC_NULL) {
        answer_often(peer, WARM);
        for (round = 0; round < ROUNDS; round++) {
            if (check_rank % 2 == 0)
                send_burst(peer, &even, &sent, buffers);
            receive_burst(peer, check_rank % 2 == 0 ? &odd : &even, &received, buffer, is_wild);
            if (check_rank % 2 != 0)
                send_burst(peer, &odd, &sent, buffers);
        }
    }
    free(buffers);
    free(buffer);
}

static void bursts_between_answers_keep_their_order(void)
{
    exchange_bursts(0);
}

static void bursts_between_answers_keep_their_order_under_wildcards(void)
{
    exchange_bursts(1);
}

/* The receiver comes late: everything waits, and is found in order by probes. */
static void messages_without_a_receive_are_probed_in_order(void)
{
    int peer = partner(), i;
    int64_t number;
    MPI_Status status;

    if (peer == MPI_PROC_NULL)
        return;
    answer_often(peer, WARM);
    for (i = 0; i < 300 && check_rank % 2 == 0; i++) {
        number = i;
        check_ok(MPI_Send(&number, 8, MPI_BYTE, peer, i % TAGS, MPI_COMM_WORLD));
    }
    for (i = 0; i < 300 && check_rank % 2 != 0; i++) {
        check_ok(MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
        check_equal(status.MPI_TAG, i % TAGS);
        check_ok(MPI_Recv(&number, 8, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG,
                          MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        check_equal(number, i);
    }
}

static void both_sides_send_at_once_and_receive_in_order(void)
{
    int peer = partner(), i, k;
    int64_t out, in;

    for (i = 0; i < 500; i++) {
        out = i * 1000 + check_rank;
        check_ok(MPI_Sendrecv(&out, 8, MPI_BYTE, peer, 1, &in, 8, MPI_BYTE, peer, 1,
                              MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        if (peer != MPI_PROC_NULL)
            check_equal(in, i * 1000 + peer);
        for (k = 0; k < i % 4; k++)
            check_ok(MPI_Send(&k, 1, MPI_INT, peer, 2, MPI_COMM_WORLD));
        for (k = 0; k < i % 4; k++) {
            int got = k;

            check_ok(MPI_Recv(&got, 1, MPI_INT, peer, MPI_ANY_TAG, MPI_COMM_WORLD,
                              MPI_STATUS_IGNORE));
            check_equal(got, k);
        }
    }
}

/* A message that is cancelled is not received; any other is. */
static void cancelled_messages_leave_the_others_in_order(void)
{
    int peer = partner(), is_cancelled, i;
    int64_t number;
    MPI_Request request;
    MPI_Status status;

    for (i = 0; i < 50 && peer != MPI_PROC_NULL; i++) {
        answer_often(peer, 40);
        if (check_rank % 2 == 0) {
            number = 1;
            check_ok(MPI_Send(&number, 8, MPI_BYTE, peer, 4, MPI_COMM_WORLD));
            number = 2;
            check_ok(MPI_Isend(&number, 8, MPI_BYTE, peer, 5, MPI_COMM_WORLD, &request));
            check_ok(MPI_Cancel(&request));
            check_ok(MPI_Wait(&request, &status));
            check_ok(MPI_Test_cancelled(&status, &is_cancelled));
            check_ok(MPI_Ssend(&is_cancelled, 1, MPI_INT, peer, 4, MPI_COMM_WORLD));
        } else {
            check_ok(MPI_Recv(&number, 8, MPI_BYTE, peer, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            check_equal(number, 1);
            check_ok(MPI_Recv(&is_cancelled, 1, MPI_INT, peer, 4, MPI_COMM_WORLD,
                              MPI_STATUS_IGNORE));
            if (!is_cancelled)
                check_ok(MPI_Recv(&number, 8, MPI_BYTE, peer, 5, MPI_COMM_WORLD,
                                  MPI_STATUS_IGNORE));
        }
    }
}

CASES(bursts_between_answers_keep_their_order,
      bursts_between_answers_keep_their_order_under_wildcards,
      messages_without_a_receive_are_probed_in_order, both_sides_send_at_once_and_receive_in_order,
      cancelled_messages_leave_the_others_in_order)
