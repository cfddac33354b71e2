/* SPDX-License-Identifier: MIT */
/* Completion: waiting, testing, probing, and the statuses of all of them. */
#include <stdlib.h>

#include "check.h"

static int count_of(const MPI_Status *status, MPI_Datatype type)
{
    int count = -1;

    MPI_Get_count(status, type, &count);
    return count;
}

static void the_null_request_is_complete(void)
{
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;
    int flag = -1;

    check_ok(MPI_Wait(&request, &status));
    check_equal(status.MPI_SOURCE, MPI_ANY_SOURCE);
    check_equal(status.MPI_TAG, MPI_ANY_TAG);
    check_equal(count_of(&status, MPI_INT), 0);
    check_ok(MPI_Test(&request, &flag, &status));
    check_equal(flag, 1);
    check_equal(status.MPI_SOURCE, MPI_ANY_SOURCE);
    check_equal(status.MPI_TAG, MPI_ANY_TAG);
    check_equal(count_of(&status, MPI_INT), 0);
}

static void waiting_sets_the_request_to_null(void)
{
    int in = -1, out = 3;
    MPI_Request requests[2];

    MPI_Irecv(&in, 1, MPI_INT, left(), 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&out, 1, MPI_INT, right(), 0, MPI_COMM_WORLD, &requests[1]);
    check(requests[0] != MPI_REQUEST_NULL);
    check_ok(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
    check_ok(MPI_Wait(&requests[1], MPI_STATUS_IGNORE));
    check(requests[0] == MPI_REQUEST_NULL);
    check(requests[1] == MPI_REQUEST_NULL);
    check_equal(in, 3);
}

static void testing_says_no_until_the_message_is_there(void)
{
    int in = -1, out = 8, flag = -1;
    MPI_Request request, kept;
    MPI_Status status;
    long tests = 0;

    MPI_Irecv(&in, 1, MPI_INT, left(), 0, MPI_COMM_WORLD, &request);
    kept = request;
    check_ok(MPI_Test(&request, &flag, &status));
    check_equal(flag, 0); /* no rank has sent yet: all are before the barrier */
    check(request == kept);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(&out, 1, MPI_INT, right(), 0, MPI_COMM_WORLD);
    for (flag = 0; !flag; tests++)
        check_ok(MPI_Test(&request, &flag, &status));
    check(request == MPI_REQUEST_NULL);
    check_equal(in, 8);
    check_equal(status.MPI_SOURCE, left());
    check_equal(count_of(&status, MPI_INT), 1);
}

static void two_ranks_that_only_test_get_on(void)
{
    static char out[300000], in[300000];
    MPI_Request requests[2];
    int done[2] = {0, 0};

    MPI_Isend(out, sizeof out, MPI_CHAR, right(), 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(in, sizeof in, MPI_CHAR, left(), 0, MPI_COMM_WORLD, &requests[1]);
    while (!done[0] || !done[1]) {
        if (!done[0])
            MPI_Test(&requests[0], &done[0], MPI_STATUS_IGNORE);
        if (!done[1])
            MPI_Test(&requests[1], &done[1], MPI_STATUS_IGNORE);
    }
    check(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
}

static void waitall_fills_every_status(void)
{
    enum { EACH = 20 };
    MPI_Request requests[2 * EACH + 1];
    MPI_Status statuses[2 * EACH + 1];
    int out[EACH][EACH], in[EACH][EACH], i;

    memset(out, 1, sizeof out);
    for (i = 0; i < EACH; i++) {
        MPI_Irecv(in[i], EACH, MPI_INT, MPI_ANY_SOURCE, i, MPI_COMM_WORLD, &requests[2 * i]);
        MPI_Isend(out[i], i, MPI_INT, right(), i, MPI_COMM_WORLD, &requests[2 * i + 1]);
    }
    requests[2 * EACH] = MPI_REQUEST_NULL;
    check_ok(MPI_Waitall(2 * EACH + 1, requests, statuses));
    for (i = 0; i < EACH; i++) {
        check_equal(statuses[2 * i].MPI_SOURCE, left());
        check_equal(statuses[2 * i].MPI_TAG, i);
        check_equal(count_of(&statuses[2 * i], MPI_INT), i);
    }
    check_equal(statuses[2 * EACH].MPI_SOURCE, MPI_ANY_SOURCE);
    check_equal(statuses[2 * EACH].MPI_TAG, MPI_ANY_TAG);
    check_equal(count_of(&statuses[2 * EACH], MPI_INT), 0);
    for (i = 0; i <= 2 * EACH; i++)
        check(requests[i] == MPI_REQUEST_NULL);
}

static void waitall_of_nothing_returns(void)
{
    MPI_Request null[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    int flag = 0;

    check_ok(MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE));
    check_ok(MPI_Waitall(3, null, MPI_STATUSES_IGNORE));
    check_ok(MPI_Testall(0, NULL, &flag, MPI_STATUSES_IGNORE));
    check_equal(flag, 1);
    flag = 0;
    check_ok(MPI_Testall(3, null, &flag, MPI_STATUSES_IGNORE));
    check_equal(flag, 1);
}

static void testall_changes_nothing_until_all_are_complete(void)
{
    int in[2] = {-1, -1}, out = 4, flag = -1;
    MPI_Request requests[2], kept[2];
    MPI_Status statuses[2];

    MPI_Irecv(&in[0], 1, MPI_INT, left(), 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&in[1], 1, MPI_INT, left(), 1, MPI_COMM_WORLD, &requests[1]);
    memcpy(kept, requests, sizeof kept);
    MPI_Send(&out, 1, MPI_INT, right(), 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_Testall(2, requests, &flag, statuses));
    check_equal(flag, 0);
    check(requests[0] == kept[0] && requests[1] == kept[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    out = 5;
    MPI_Send(&out, 1, MPI_INT, right(), 1, MPI_COMM_WORLD);
    for (flag = 0; !flag;)
        check_ok(MPI_Testall(2, requests, &flag, statuses));
    check(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
    check_equal(in[0], 4);
    check_equal(in[1], 5);
    check_equal(statuses[0].MPI_TAG, 0);
    check_equal(statuses[1].MPI_TAG, 1);
}

static void thousands_of_requests_complete(void)
{
    enum { MANY = 3000 };
    MPI_Request *requests = malloc(2 * MANY * sizeof *requests);
    int *in = malloc(MANY * sizeof *in), *out = malloc(MANY * sizeof *out), i, wrong = 0;

    for (i = 0; i < MANY; i++) {
        out[i] = check_rank * MANY + i;
        MPI_Isend(&out[i], 1, MPI_INT, right(), i, MPI_COMM_WORLD, &requests[MANY + i]);
    }
    for (i = MANY - 1; i >= 0; i--) /* against the order of arrival */
        MPI_Irecv(&in[i], 1, MPI_INT, left(), i, MPI_COMM_WORLD, &requests[i]);
    check_ok(MPI_Waitall(2 * MANY, requests, MPI_STATUSES_IGNORE));
    for (i = 0; i < MANY; i++)
        wrong += in[i] != left() * MANY + i;
    check_equal(wrong, 0);
    free(requests);
    free(in);
    free(out);
}

static void a_probe_tells_what_the_receive_will_get(void)
{
    int out[5] = {1, 2, 3, 4, 5}, in[5] = {0};
    MPI_Request request;
    MPI_Status probed, received;

    MPI_Isend(out, 5, MPI_INT, right(), 12, MPI_COMM_WORLD, &request);
    check_ok(MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &probed));
    check_equal(probed.MPI_SOURCE, left());
    check_equal(probed.MPI_TAG, 12);
    check_equal(count_of(&probed, MPI_INT), 5);
    MPI_Recv(in, 5, MPI_INT, probed.MPI_SOURCE, probed.MPI_TAG, MPI_COMM_WORLD, &received);
    check_equal(count_of(&received, MPI_INT), 5);
    check_equal(in[4], 5);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void a_large_message_can_be_probed(void)
{
    enum { LENGTH = 100000 };
    int *out = calloc(LENGTH, sizeof *out), *in = calloc(LENGTH, sizeof *in);
    MPI_Request request;
    MPI_Status status;

    out[LENGTH - 1] = check_rank;
    MPI_Isend(out, LENGTH, MPI_INT, right(), 2, MPI_COMM_WORLD, &request);
    check_ok(MPI_Probe(left(), 2, MPI_COMM_WORLD, &status));
    check_equal(count_of(&status, MPI_INT), LENGTH);
    MPI_Recv(in, LENGTH, MPI_INT, left(), 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    check_equal(in[LENGTH - 1], left());
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    free(out);
    free(in);
}

static void iprobe_says_no_and_later_yes(void)
{
    int out = 1, in = 0, flag = -1;
    MPI_Request request;
    MPI_Status status;

    check_ok(MPI_Iprobe(left(), 30, MPI_COMM_WORLD, &flag, &status));
    check_equal(flag, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Isend(&out, 1, MPI_INT, right(), 30, MPI_COMM_WORLD, &request);
    for (flag = 0; !flag;)
        check_ok(MPI_Iprobe(MPI_ANY_SOURCE, 30, MPI_COMM_WORLD, &flag, &status));
    check_equal(status.MPI_SOURCE, left());
    check_equal(count_of(&status, MPI_INT), 1);
    MPI_Iprobe(left(), 31, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    check_equal(flag, 0);
    MPI_Recv(&in, 1, MPI_INT, left(), 30, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check_equal(in, 1);
}

static void probing_proc_null_finds_nothing_at_once(void)
{
    MPI_Status status;
    int flag = -1;

    check_ok(MPI_Probe(MPI_PROC_NULL, 5, MPI_COMM_WORLD, &status));
    check_equal(status.MPI_SOURCE, MPI_PROC_NULL);
    check_equal(status.MPI_TAG, MPI_ANY_TAG);
    check_equal(count_of(&status, MPI_INT), 0);
    check_ok(MPI_Iprobe(MPI_PROC_NULL, 5, MPI_COMM_WORLD, &flag, &status));
    check_equal(flag, 1);
    check_equal(status.MPI_SOURCE, MPI_PROC_NULL);
}

static void a_part_of_an_element_has_no_count(void)
{
    char out[6] = {0}, in[8];
    MPI_Status status;

    MPI_Sendrecv(out, 6, MPI_BYTE, right(), 0, in, 8, MPI_BYTE, left(), 0, MPI_COMM_WORLD,
                 &status);
    check_equal(count_of(&status, MPI_BYTE), 6);
    check_equal(count_of(&status, MPI_SHORT), 3);
    check_equal(count_of(&status, MPI_INT), MPI_UNDEFINED);
}

static void single_completion_leaves_the_error_field(void)
{
    int in = -1, out = 3;
    MPI_Request request;
    MPI_Status status;

    status.MPI_ERROR = 12345;
    MPI_Irecv(&in, 1, MPI_INT, left(), 0, MPI_COMM_WORLD, &request);
    MPI_Send(&out, 1, MPI_INT, right(), 0, MPI_COMM_WORLD);
    MPI_Wait(&request, &status);
    check_equal(status.MPI_ERROR, 12345);
}

CASES(the_null_request_is_complete, waiting_sets_the_request_to_null,
      testing_says_no_until_the_message_is_there, two_ranks_that_only_test_get_on,
      waitall_fills_every_status, waitall_of_nothing_returns,
      testall_changes_nothing_until_all_are_complete, thousands_of_requests_complete,
      a_probe_tells_what_the_receive_will_get, a_large_message_can_be_probed,
      iprobe_says_no_and_later_yes, probing_proc_null_finds_nothing_at_once,
      a_part_of_an_element_has_no_count, single_completion_leaves_the_error_field)
