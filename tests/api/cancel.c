/* SPDX-License-Identifier: MIT */
/* Cancelling: an operation either takes place or is cancelled, and waiting for it ends. */
#include <stdlib.h>

#include "check.h"

static int is_cancelled(MPI_Request *request)
{
    MPI_Status status;
    int flag = -1;

    check_ok(MPI_Wait(request, &status));
    check_ok(MPI_Test_cancelled(&status, &flag));
    return flag;
}

static void a_receive_without_a_message_is_cancelled(void)
{
    int in = -1, out = 5;
    MPI_Request request, sending;

    MPI_Irecv(&in, 1, MPI_INT, left(), 1, MPI_COMM_WORLD, &request);
    check_ok(MPI_Cancel(&request));
    check_ok(MPI_Cancel(&request)); /* twice is as good as once */
    check_equal(is_cancelled(&request), 1);
    check(request == MPI_REQUEST_NULL);
    check_equal(in, -1);
    /* The next one gets what the first did not. */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Isend(&out, 1, MPI_INT, right(), 1, MPI_COMM_WORLD, &sending);
    MPI_Recv(&in, 1, MPI_INT, left(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    check_equal(in, 5);
    MPI_Wait(&sending, MPI_STATUS_IGNORE);
}

static void a_receive_with_its_message_is_not_cancelled(void)
{
    int in = -1, flag = 0;
    MPI_Request request;

    MPI_Irecv(&in, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &request);
    MPI_Send(&(int){6}, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
    while (!flag)
        MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    check_ok(MPI_Cancel(&request));
    check_equal(is_cancelled(&request), 0);
    check_equal(in, 6);
}

#ifndef MPICH_VERSION /* cancels no send between processes */

typedef int starting(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                     MPI_Comm comm, MPI_Request *request);

static void an_unmatched_send_of_any_kind_is_cancelled(void)
{
    static starting *const modes[] = {MPI_Isend, MPI_Ibsend, MPI_Issend, MPI_Irsend};
    static const int lengths[] = {0, 1, 20, 700, 10000, 300000};
    static int out[300000];
    int bytes = (int)sizeof out + MPI_BSEND_OVERHEAD, mode, n, flag;
    void *memory = malloc((size_t)bytes), *detached;
    MPI_Request request;

    MPI_Buffer_attach(memory, bytes);
    for (mode = 0; mode < 4; mode++) {
        for (n = 0; n < 6; n++) {
            modes[mode](out, lengths[n], MPI_INT, right(), 2, MPI_COMM_WORLD, &request);
            check_ok(MPI_Cancel(&request));
            check_ok(MPI_Cancel(&request));
            check_equal(is_cancelled(&request), 1);
        }
    }
    /* Also when the other side has seen it. */
    for (n = 0; n < 6; n++) {
        MPI_Isend(out, lengths[n], MPI_INT, right(), 2, MPI_COMM_WORLD, &request);
        MPI_Probe(left(), 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
        check_ok(MPI_Cancel(&request));
        check_equal(is_cancelled(&request), 1);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Iprobe(left(), 2, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        check_equal(flag, 0);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Buffer_detach(&detached, &bytes); /* which their cancellation has emptied */
    free(memory);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void a_matched_send_is_not_cancelled(void)
{
    static int out[100000], in[100000];
    static const int lengths[] = {1, 700, 100000};
    MPI_Request request;
    int n;

    for (n = 0; n < 3; n++) {
        out[lengths[n] - 1] = check_rank;
        MPI_Isend(out, lengths[n], MPI_INT, right(), 3, MPI_COMM_WORLD, &request);
        MPI_Recv(in, lengths[n], MPI_INT, left(), 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
        check_ok(MPI_Cancel(&request));
        check_equal(is_cancelled(&request), 0);
        check_equal(in[lengths[n] - 1], left());
    }
}

static void the_right_one_of_many_is_cancelled(void)
{
    enum { MANY = 20 };
    int out[MANY], in = -1, i;
    MPI_Request requests[MANY];

    for (i = 0; i < MANY; i++) {
        out[i] = i;
        MPI_Isend(&out[i], 1, MPI_INT, right(), 4, MPI_COMM_WORLD, &requests[i]);
    }
    for (i = 1; i < MANY; i += 2)
        MPI_Cancel(&requests[i]);
    for (i = 0; i < MANY; i++)
        if (i % 2)
            check_equal(is_cancelled(&requests[i]), 1);
    MPI_Barrier(MPI_COMM_WORLD);
    for (i = 0; i < MANY; i += 2) {
        MPI_Recv(&in, 1, MPI_INT, left(), 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check_equal(in, i);
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    }
}

static void a_cancelled_persistent_request_can_be_started_again(void)
{
    int out = 8, in = -1;
    MPI_Request sending, receiving;

    MPI_Send_init(&out, 1, MPI_INT, right(), 5, MPI_COMM_WORLD, &sending);
    MPI_Recv_init(&in, 1, MPI_INT, left(), 5, MPI_COMM_WORLD, &receiving);
    MPI_Start(&sending);
    MPI_Cancel(&sending);
    check_equal(is_cancelled(&sending), 1);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Start(&receiving);
    MPI_Cancel(&receiving);
    check_equal(is_cancelled(&receiving), 1);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Start(&sending);
    MPI_Start(&receiving);
    check_equal(is_cancelled(&receiving), 0);
    check_equal(is_cancelled(&sending), 0);
    check_equal(in, 8);
    MPI_Request_free(&sending);
    MPI_Request_free(&receiving);
}

/* Many rounds of a race: whatever wins, both sides see the same. */
static void either_it_is_cancelled_or_it_arrives(void)
{
    enum { ROUNDS = 200 };
    static int out[30000], in[30000];
    int i, was_cancelled, other_was, arrived;

    if (check_size == 1)
        return;
    for (i = 0; i < ROUNDS; i++) {
        int length = i % 3 == 0 ? 1 : i % 3 == 1 ? 500 : 30000;
        MPI_Request sending, receiving;

        MPI_Irecv(in, length, MPI_INT, left(), 6, MPI_COMM_WORLD, &receiving);
        MPI_Isend(out, length, MPI_INT, right(), 6, MPI_COMM_WORLD, &sending);
        if (i % 2)
            MPI_Cancel(&sending);
        was_cancelled = is_cancelled(&sending);
        MPI_Sendrecv(&was_cancelled, 1, MPI_INT, right(), 7, &other_was, 1, MPI_INT, left(), 7,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (other_was)
            MPI_Cancel(&receiving);
        arrived = !is_cancelled(&receiving);
        check_equal(arrived, !other_was);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

static void what_cannot_be_cancelled_says_so(void)
{
    int value = 1;
    MPI_Request request = MPI_REQUEST_NULL;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    check_class(MPI_Cancel(&request), MPI_ERR_REQUEST);
    check_class(MPI_Cancel(NULL), MPI_ERR_ARG);
    MPI_Send_init(&value, 1, MPI_INT, right(), 5, MPI_COMM_WORLD, &request);
    check_class(MPI_Cancel(&request), MPI_ERR_REQUEST);
    MPI_Request_free(&request);
}

CASES(a_receive_without_a_message_is_cancelled, a_receive_with_its_message_is_not_cancelled,
      an_unmatched_send_of_any_kind_is_cancelled, a_matched_send_is_not_cancelled,
      the_right_one_of_many_is_cancelled, a_cancelled_persistent_request_can_be_started_again,
      either_it_is_cancelled_or_it_arrives, what_cannot_be_cancelled_says_so)

#else

CASES(a_receive_without_a_message_is_cancelled, a_receive_with_its_message_is_not_cancelled)

#endif
