/* SPDX-License-Identifier: MIT */
/* Requests of the user's own: who calls which of the three functions, when, and what their results
 * become. And the statuses that they fill. */
#include "check.h"

struct work {
    int queries, frees, cancels, cancel_was_complete;
    int query_error, free_error, cancel_error;
    int elements;
};

static int query(void *extra_state, MPI_Status *status)
{
    struct work *work = extra_state;

    work->queries++;
    MPI_Status_set_elements(status, MPI_INT, work->elements);
    MPI_Status_set_cancelled(status, work->cancels > 0);
    status->MPI_SOURCE = 5;
    status->MPI_TAG = 6;
    return work->query_error;
}

static int free_it(void *extra_state)
{
    struct work *work = extra_state;

    work->frees++;
    return work->free_error;
}

static int cancel(void *extra_state, int complete)
{
    struct work *work = extra_state;

    work->cancels++;
    work->cancel_was_complete = complete;
    return work->cancel_error;
}

static MPI_Request start(struct work *work)
{
    MPI_Request request = MPI_REQUEST_NULL;

    memset(work, 0, sizeof *work);
    check_ok(MPI_Grequest_start(query, free_it, cancel, work, &request));
    check(request != MPI_REQUEST_NULL);
    return request;
}

static void it_is_complete_when_the_user_says_so(void)
{
    struct work work;
    MPI_Request request = start(&work);
    MPI_Status status;
    int flag = -1, count = -1;

    check_ok(MPI_Test(&request, &flag, &status));
    check_equal(flag, 0);
    check_equal(work.queries, 0);
    work.elements = 3;
    check_ok(MPI_Grequest_complete(request));
    check_equal(work.queries, 0);
    status.MPI_ERROR = 4711;
    check_ok(MPI_Wait(&request, &status));
    check(request == MPI_REQUEST_NULL);
    check_equal(work.queries, 1);
    check_equal(work.frees, 1);
    check_equal(work.cancels, 0);
    check_equal(status.MPI_SOURCE, 5);
    check_equal(status.MPI_TAG, 6);
    check_equal(status.MPI_ERROR, 4711);
    MPI_Get_count(&status, MPI_INT, &count);
    check_equal(count, 3);
    check_ok(MPI_Test_cancelled(&status, &flag));
    check_equal(flag, 0);
}

static void the_query_is_made_also_for_an_ignored_status(void)
{
    struct work work;
    MPI_Request request = start(&work);

    MPI_Grequest_complete(request);
    check_ok(MPI_Wait(&request, MPI_STATUS_IGNORE));
    check_equal(work.queries, 1);
    check_equal(work.frees, 1);
    request = start(&work);
    MPI_Grequest_complete(request);
    check_ok(MPI_Waitall(1, &request, MPI_STATUSES_IGNORE));
    check_equal(work.queries, 1);
    check_equal(work.frees, 1);
}

static void asking_queries_every_time(void)
{
    struct work work;
    MPI_Request request = start(&work);
    MPI_Status status;
    int flag = -1;

    check_ok(MPI_Request_get_status(request, &flag, &status));
    check_equal(flag, 0);
    check_equal(work.queries, 0);
    MPI_Grequest_complete(request);
    check_ok(MPI_Request_get_status(request, &flag, &status));
    check_equal(flag, 1);
    check_ok(MPI_Request_get_status(request, &flag, &status));
    check_equal(work.queries, 2);
    check_equal(status.MPI_TAG, 6);
    check_equal(work.frees, 0);
    check_ok(MPI_Test(&request, &flag, &status));
    check_equal(work.queries, 3);
    check_equal(work.frees, 1);
}

static void freeing_and_completing_may_come_in_either_order(void)
{
    struct work work;
    MPI_Request request = start(&work), copy = request;

    check_ok(MPI_Request_free(&request));
    check(request == MPI_REQUEST_NULL);
#ifndef MPICH_VERSION /* 4.0 frees it at once */
    check_equal(work.frees, 0);
#endif
    check_ok(MPI_Grequest_complete(copy));
    check_equal(work.frees, 1);
    check_equal(work.queries, 0);
    request = start(&work);
    check_ok(MPI_Grequest_complete(request));
    check_equal(work.frees, 0);
    check_ok(MPI_Request_free(&request));
    check_equal(work.frees, 1);
}

static void cancelling_asks_the_user(void)
{
    struct work work;
    MPI_Request request = start(&work);
    MPI_Status status;
    int flag = -1;

    check_ok(MPI_Cancel(&request));
    check_equal(work.cancels, 1);
    check_equal(work.cancel_was_complete != 0, 0);
    check_ok(MPI_Grequest_complete(request));
    check_ok(MPI_Cancel(&request));
    check_equal(work.cancels, 2);
    check_equal(work.cancel_was_complete != 0, 1);
    check_ok(MPI_Wait(&request, &status));
    check_ok(MPI_Test_cancelled(&status, &flag));
    check_equal(flag, 1);
}

static void it_mixes_with_other_requests(void)
{
    struct work work;
    int in = -1, out = 4, indices[3], some, index, done = 0, rounds;
    MPI_Request requests[3];
    MPI_Status statuses[3];

    requests[0] = start(&work);
    MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[1]);
    MPI_Isend(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[2]);
    for (rounds = 0; rounds < 1000 && done < 2; rounds++) {
        check_ok(MPI_Testsome(3, requests, &some, indices, statuses));
        done += some;
    }
    check_equal(done, 2);
    check_equal(in, 4);
    MPI_Grequest_complete(requests[0]);
    check_ok(MPI_Waitany(3, requests, &index, &statuses[0]));
    check_equal(index, 0);
    check_equal(statuses[0].MPI_SOURCE, 5);
    check_equal(work.frees, 1);
}

static void what_the_functions_return_is_returned(void)
{
    struct work work;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int flag;

    errors_return();
    requests[0] = start(&work);
    work.query_error = MPI_ERR_INTERN;
    MPI_Grequest_complete(requests[0]);
    check_class(MPI_Request_get_status(requests[0], &flag, &statuses[0]), MPI_ERR_INTERN);
    check_class(MPI_Wait(&requests[0], &statuses[0]), MPI_ERR_INTERN);
    check_equal(work.frees, 1);
    check(requests[0] == MPI_REQUEST_NULL);
    /* The function that was called last counts. */
    requests[0] = start(&work);
    work.query_error = MPI_ERR_INTERN;
    work.free_error = MPI_ERR_OTHER;
    MPI_Grequest_complete(requests[0]);
#ifndef MPICH_VERSION /* gives the first */
    check_class(MPI_Wait(&requests[0], &statuses[0]), MPI_ERR_OTHER);
#else
    MPI_Wait(&requests[0], &statuses[0]);
#endif
    requests[0] = start(&work);
    work.cancel_error = MPI_ERR_ARG;
    check_class(MPI_Cancel(&requests[0]), MPI_ERR_ARG);
    work.free_error = MPI_ERR_IO;
    MPI_Grequest_complete(requests[0]);
    MPI_Irecv(&flag, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_SELF, &requests[1]);
    check_class(MPI_Waitall(2, requests, statuses), MPI_ERR_IN_STATUS);
#ifndef MPICH_VERSION /* 4.0 gives other classes */
    check_class(statuses[0].MPI_ERROR, MPI_ERR_IO);
    check_class(statuses[1].MPI_ERROR, MPI_SUCCESS);
#endif
    requests[0] = start(&work);
    work.free_error = MPI_ERR_IO;
    MPI_Grequest_complete(requests[0]);
    check_class(MPI_Request_free(&requests[0]), MPI_ERR_IO);
}

static void statuses_can_be_made_by_hand(void)
{
    MPI_Status status;
    MPI_Count wide;
    int value = -1;

    memset(&status, 0, sizeof status);
    check_ok(MPI_Status_set_elements(&status, MPI_DOUBLE, 7));
    MPI_Get_count(&status, MPI_DOUBLE, &value);
    check_equal(value, 7);
#ifndef MPICH_VERSION /* 4.0 declares it only */
    check_ok(MPI_Status_set_elements_c(&status, MPI_CHAR, (MPI_Count)5000000000));
#else
    MPI_Status_set_elements_x(&status, MPI_CHAR, (MPI_Count)5000000000);
#endif
    MPI_Get_count_c(&status, MPI_CHAR, &wide);
    check_equal(wide, 5000000000);
    check_ok(MPI_Status_set_elements_x(&status, MPI_CHAR, (MPI_Count)5000000000));
    MPI_Get_count_c(&status, MPI_CHAR, &wide);
    check_equal(wide, 5000000000);
    MPI_Get_count(&status, MPI_CHAR, &value);
    check_equal(value, MPI_UNDEFINED);
    check_ok(MPI_Status_set_cancelled(&status, 1));
    check_ok(MPI_Test_cancelled(&status, &value));
    check_equal(value, 1);
    check_ok(MPI_Status_set_cancelled(&status, 0));
    check_ok(MPI_Test_cancelled(&status, &value));
    check_equal(value, 0);
#if MPI_VERSION >= 5 /* since MPI 4.1 */
    check_ok(MPI_Status_set_source(&status, 11));
    check_ok(MPI_Status_set_tag(&status, 12));
    check_ok(MPI_Status_set_error(&status, MPI_ERR_TAG));
    check_equal(status.MPI_SOURCE, 11);
    check_equal(status.MPI_TAG, 12);
    check_equal(status.MPI_ERROR, MPI_ERR_TAG);
    check_ok(MPI_Status_get_source(&status, &value));
    check_equal(value, 11);
    check_ok(MPI_Status_get_tag(&status, &value));
    check_equal(value, 12);
    check_ok(MPI_Status_get_error(&status, &value));
    check_equal(value, MPI_ERR_TAG);
#endif
}

/* Elements are basic ones: a part of a type may be set, and whole types counted. */
static void elements_are_basic_ones(void)
{
    MPI_Status status;
    MPI_Datatype three;
    int count = -9;

    MPI_Type_contiguous(3, MPI_SHORT, &three);
    MPI_Type_commit(&three);
#ifdef MPICH_VERSION /* 4.0 takes them for whole ones */
    MPI_Type_free(&three);
    return;
#endif
    check_ok(MPI_Status_set_elements(&status, three, 6));
    MPI_Get_count(&status, three, &count);
    check_equal(count, 2);
    check_ok(MPI_Status_set_elements(&status, three, 7));
    MPI_Get_count(&status, three, &count);
    check_equal(count, MPI_UNDEFINED);
    MPI_Get_count(&status, MPI_SHORT, &count);
    check_equal(count, 7);
    check_ok(MPI_Status_set_elements(&status, MPI_DOUBLE_INT, 4));
    MPI_Get_count(&status, MPI_DOUBLE_INT, &count);
    check_equal(count, 2);
    check_ok(MPI_Status_set_elements(&status, three, 0));
    MPI_Get_count(&status, three, &count);
    check_equal(count, 0);
    MPI_Type_free(&three);
}

static void wrong_arguments_are_refused(void)
{
    struct work work;
    MPI_Request request = MPI_REQUEST_NULL, plain;
    MPI_Status status;
    int value = 0;

    memset(&status, 0, sizeof status);
    check_class(MPI_Grequest_complete(request), MPI_ERR_REQUEST);
    MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_SELF, &plain);
    check_class(MPI_Grequest_complete(plain), MPI_ERR_REQUEST);
    MPI_Wait(&plain, MPI_STATUS_IGNORE);
    check_class(MPI_Status_set_elements(&status, MPI_DATATYPE_NULL, 1), MPI_ERR_TYPE);
    check_class(MPI_Status_set_elements(&status, MPI_INT, -1), MPI_ERR_COUNT);
    check_class(MPI_Test_cancelled(&status, NULL), MPI_ERR_ARG);
#ifndef MPICH_VERSION
    check_class(MPI_Grequest_start(NULL, free_it, cancel, &work, &request), MPI_ERR_ARG);
    check_class(MPI_Grequest_start(query, NULL, cancel, &work, &request), MPI_ERR_ARG);
    check_class(MPI_Grequest_start(query, free_it, NULL, &work, &request), MPI_ERR_ARG);
    check_class(MPI_Grequest_start(query, free_it, cancel, &work, NULL), MPI_ERR_ARG);
    check(request == MPI_REQUEST_NULL);
    request = start(&work);
    check_ok(MPI_Grequest_complete(request));
    check_class(MPI_Grequest_complete(request), MPI_ERR_REQUEST);
    check_ok(MPI_Wait(&request, &status));
    check_class(MPI_Test_cancelled(NULL, &value), MPI_ERR_ARG);
    check_class(MPI_Status_set_cancelled(NULL, 1), MPI_ERR_ARG);
    check_class(MPI_Status_set_elements(NULL, MPI_INT, 1), MPI_ERR_ARG);
    check_class(MPI_Status_set_elements_c(&status, MPI_INT, -1), MPI_ERR_COUNT);
    check_class(MPI_Status_set_source(NULL, 1), MPI_ERR_ARG);
    check_class(MPI_Status_set_tag(NULL, 1), MPI_ERR_ARG);
    check_class(MPI_Status_set_error(NULL, 1), MPI_ERR_ARG);
    check_class(MPI_Status_get_source(NULL, &value), MPI_ERR_ARG);
    check_class(MPI_Status_get_source(&status, NULL), MPI_ERR_ARG);
    check_class(MPI_Status_get_tag(NULL, &value), MPI_ERR_ARG);
    check_class(MPI_Status_get_tag(&status, NULL), MPI_ERR_ARG);
    check_class(MPI_Status_get_error(NULL, &value), MPI_ERR_ARG);
    check_class(MPI_Status_get_error(&status, NULL), MPI_ERR_ARG);
#else
    (void)work;
#endif
}

CASES(it_is_complete_when_the_user_says_so, the_query_is_made_also_for_an_ignored_status,
      asking_queries_every_time, freeing_and_completing_may_come_in_either_order,
      cancelling_asks_the_user, it_mixes_with_other_requests,
      what_the_functions_return_is_returned, statuses_can_be_made_by_hand,
      elements_are_basic_ones, wrong_arguments_are_refused)
