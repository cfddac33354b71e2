/* SPDX-License-Identifier: MIT */
/* Matched probes: a message that is found is out of everybody else's reach. */
#include <stdlib.h>

#include "check.h"

static const int lengths[] = {0, 1, 12, 700, 40000};
enum { LENGTHS = sizeof lengths / sizeof lengths[0], LONGEST = 40000 };

static void a_matched_message_is_received_by_its_handle(void)
{
    int *out = malloc(LONGEST * sizeof *out), *in = malloc(LONGEST * sizeof *in), i, count;

    for (i = 0; i < LENGTHS; i++) {
        MPI_Message message = MPI_MESSAGE_NULL;
        MPI_Request request;
        MPI_Status probed, received;

        out[lengths[i] > 0 ? lengths[i] - 1 : 0] = check_rank + i;
        MPI_Isend(out, lengths[i], MPI_INT, right(), i, MPI_COMM_WORLD, &request);
        check_ok(MPI_Mprobe(i % 2 ? MPI_ANY_SOURCE : left(), MPI_ANY_TAG, MPI_COMM_WORLD,
                            &message, &probed));
        check(message != MPI_MESSAGE_NULL);
        check_equal(probed.MPI_SOURCE, left());
        check_equal(probed.MPI_TAG, i);
        MPI_Get_count(&probed, MPI_INT, &count);
        check_equal(count, lengths[i]);
        check_ok(MPI_Mrecv(in, count, MPI_INT, &message, &received));
        check(message == MPI_MESSAGE_NULL);
        check_equal(received.MPI_SOURCE, left());
        check_equal(received.MPI_TAG, i);
        if (lengths[i] > 0)
            check_equal(in[lengths[i] - 1], left() + i);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    free(out);
    free(in);
}

static void other_receives_get_the_next_message(void)
{
    int out[2] = {1, 2}, in = -1, matched = -1, flag = -1;
    MPI_Message message;
    MPI_Request requests[2], receive;
    MPI_Status status;

    MPI_Isend(&out[0], 1, MPI_INT, right(), 3, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&out[1], 1, MPI_INT, right(), 3, MPI_COMM_WORLD, &requests[1]);
    check_ok(MPI_Mprobe(left(), 3, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE));
    MPI_Recv(&in, 1, MPI_INT, left(), 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    check_equal(in, 2);
    check_ok(MPI_Iprobe(left(), 3, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
    check_equal(flag, 0);
    check_ok(MPI_Imrecv(&matched, 1, MPI_INT, &message, &receive));
    check(message == MPI_MESSAGE_NULL);
    check_ok(MPI_Wait(&receive, &status));
    check_equal(matched, 1);
    check_equal(status.MPI_SOURCE, left());
    check_equal(status.MPI_TAG, 3);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void improbe_says_no_and_later_yes(void)
{
    int out = 4, in = -1, flag = -1;
    MPI_Message message;
    MPI_Request request;
    MPI_Status status;

    check_ok(MPI_Improbe(left(), 5, MPI_COMM_WORLD, &flag, &message, &status));
    check_equal(flag, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Isend(&out, 1, MPI_INT, right(), 5, MPI_COMM_WORLD, &request);
    for (flag = 0; !flag;)
        check_ok(MPI_Improbe(MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &flag, &message, &status));
    check_equal(status.MPI_SOURCE, left());
    check_ok(MPI_Mrecv_c(&in, 1, MPI_INT, &message, MPI_STATUS_IGNORE));
    check_equal(in, 4);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void a_synchronous_send_waits_for_the_matched_receive(void)
{
    int out = 9, in = -1, flag = -1;
    MPI_Message message;
    MPI_Request request, receive;

    MPI_Issend(&out, 1, MPI_INT, right(), 6, MPI_COMM_WORLD, &request);
    check_ok(MPI_Mprobe(left(), 6, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE));
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
#ifndef MPICH_VERSION /* 4.0 completes it when it is matched */
    check_equal(flag, 0);
#endif
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_Imrecv_c(&in, 1, MPI_INT, &message, &receive));
    check_ok(MPI_Wait(&receive, MPI_STATUS_IGNORE));
    check_ok(MPI_Wait(&request, MPI_STATUS_IGNORE));
    check_equal(in, 9);
}

static void probing_nobody_gives_no_message(void)
{
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Request request;
    MPI_Status status;
    int in = 7, flag = -1, count = -1;

    check_ok(MPI_Mprobe(MPI_PROC_NULL, 1, MPI_COMM_WORLD, &message, &status));
    check(message == MPI_MESSAGE_NO_PROC);
    check_equal(status.MPI_SOURCE, MPI_PROC_NULL);
    check_equal(status.MPI_TAG, MPI_ANY_TAG);
    check_ok(MPI_Mrecv(&in, 1, MPI_INT, &message, &status));
    check(message == MPI_MESSAGE_NULL);
    check_equal(in, 7);
    check_equal(status.MPI_SOURCE, MPI_PROC_NULL);
    check_equal(status.MPI_TAG, MPI_ANY_TAG);
    MPI_Get_count(&status, MPI_INT, &count);
    check_equal(count, 0);
    check_ok(MPI_Improbe(MPI_PROC_NULL, 1, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE));
    check_equal(flag, 1);
    check(message == MPI_MESSAGE_NO_PROC);
    check_ok(MPI_Imrecv(&in, 1, MPI_INT, &message, &request));
    check(message == MPI_MESSAGE_NULL);
    check_ok(MPI_Wait(&request, &status));
#ifndef MPICH_VERSION
    check_equal(status.MPI_SOURCE, MPI_PROC_NULL);
    check_equal(status.MPI_TAG, MPI_ANY_TAG);
#endif
    check_equal(in, 7);
}

static void the_communicator_may_be_freed_before_the_message_is_received(void)
{
    int out = 2, in = -1;
    MPI_Message message;
    MPI_Request request;
    MPI_Comm dup;

    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Isend(&out, 1, MPI_INT, right(), 0, dup, &request);
    MPI_Mprobe(left(), 0, dup, &message, MPI_STATUS_IGNORE);
    MPI_Comm_free(&dup);
    check_ok(MPI_Mrecv(&in, 1, MPI_INT, &message, MPI_STATUS_IGNORE));
    check_equal(in, 2);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void a_matched_message_may_be_too_long(void)
{
    int out[3] = {1, 2, 3}, in[3] = {-1, -1, -1};
    MPI_Message message;
    MPI_Request request, receive;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Isend(out, 3, MPI_INT, right(), 0, MPI_COMM_WORLD, &request);
    MPI_Mprobe(left(), 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    check_class(MPI_Mrecv(in, 2, MPI_INT, &message, MPI_STATUS_IGNORE), MPI_ERR_TRUNCATE);
#ifndef MPICH_VERSION /* 4.0 leaves it */
    check(message == MPI_MESSAGE_NULL);
#endif
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Isend(out, 3, MPI_INT, right(), 0, MPI_COMM_WORLD, &request);
    MPI_Mprobe(left(), 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    check_ok(MPI_Imrecv(in, 2, MPI_INT, &message, &receive));
    check_class(MPI_Wait(&receive, MPI_STATUS_IGNORE), MPI_ERR_TRUNCATE);
    check_equal(in[2], -1);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void wrong_arguments_are_refused(void)
{
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Request request = MPI_REQUEST_NULL;
    int value = 1, flag;

    check_class(MPI_Mprobe(check_size, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE),
                MPI_ERR_RANK);
    check_class(MPI_Mprobe(0, -5, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE), MPI_ERR_TAG);
    check_class(MPI_Mprobe(0, 0, MPI_COMM_NULL, &message, MPI_STATUS_IGNORE), MPI_ERR_COMM);
    check_class(MPI_Mprobe(0, 0, MPI_COMM_WORLD, NULL, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    check_class(MPI_Improbe(-9, 0, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE),
                MPI_ERR_RANK);
    check_class(MPI_Improbe(0, -5, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE),
                MPI_ERR_TAG);
    check_class(MPI_Improbe(0, 0, MPI_COMM_WORLD, NULL, &message, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    check_class(MPI_Improbe(0, 0, MPI_COMM_WORLD, &flag, NULL, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    check_class(MPI_Improbe(0, 0, MPI_COMM_NULL, &flag, &message, MPI_STATUS_IGNORE),
                MPI_ERR_COMM);
    check_class(MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE), MPI_ERR_REQUEST);
    check_class(MPI_Imrecv(&value, 1, MPI_INT, &message, &request), MPI_ERR_REQUEST);
    message = MPI_MESSAGE_NO_PROC;
    check_class(MPI_Mrecv(&value, -1, MPI_INT, &message, MPI_STATUS_IGNORE), MPI_ERR_COUNT);
    check_class(MPI_Mrecv(&value, 1, MPI_DATATYPE_NULL, &message, MPI_STATUS_IGNORE),
                MPI_ERR_TYPE);
    check_class(MPI_Mrecv(NULL, 1, MPI_INT, &message, MPI_STATUS_IGNORE), MPI_ERR_BUFFER);
    check_class(MPI_Imrecv(&value, -1, MPI_INT, &message, &request), MPI_ERR_COUNT);
    check_class(MPI_Imrecv(&value, 1, MPI_DATATYPE_NULL, &message, &request), MPI_ERR_TYPE);
    check_class(MPI_Imrecv(NULL, 1, MPI_INT, &message, &request), MPI_ERR_BUFFER);
    check_class(MPI_Imrecv(&value, 1, MPI_INT, &message, NULL), MPI_ERR_ARG);
    check_class(MPI_Mrecv(&value, 1, MPI_INT, NULL, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    check(message == MPI_MESSAGE_NO_PROC);
}

CASES(a_matched_message_is_received_by_its_handle, other_receives_get_the_next_message,
      improbe_says_no_and_later_yes, a_synchronous_send_waits_for_the_matched_receive,
      probing_nobody_gives_no_message,
      the_communicator_may_be_freed_before_the_message_is_received,
      a_matched_message_may_be_too_long, wrong_arguments_are_refused)
