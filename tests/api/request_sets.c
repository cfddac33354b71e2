/* SPDX-License-Identifier: MIT */
/* Any, some and all of several requests; asking about them without giving them up; freeing them. */
#include <stdlib.h>

#include "check.h"

static void send(int value, int tag)
{
    MPI_Send(&value, 1, MPI_INT, right(), tag, MPI_COMM_WORLD);
}

static void post(int in[], int count, MPI_Request requests[])
{
    int i;

    for (i = 0; i < count; i++) {
        in[i] = -1;
        MPI_Irecv(&in[i], 1, MPI_INT, left(), i, MPI_COMM_WORLD, &requests[i]);
    }
}

static void waitany_takes_one_at_a_time(void)
{
    enum { COUNT = 6 };
    int in[COUNT], seen[COUNT] = {0}, i, index;
    MPI_Request requests[COUNT + 1];
    MPI_Status status;

    post(in, COUNT, requests);
    requests[COUNT] = MPI_REQUEST_NULL;
    for (i = COUNT - 1; i >= 0; i--)
        send(i * 7, i);
    for (i = 0; i < COUNT; i++) {
        index = -9;
        check_ok(MPI_Waitany(COUNT + 1, requests, &index, &status));
        check(index >= 0 && index < COUNT);
        if (index < 0 || index >= COUNT)
            return;
        seen[index]++;
        check_equal(status.MPI_TAG, index);
        check_equal(in[index], index * 7);
        check(requests[index] == MPI_REQUEST_NULL);
    }
    for (i = 0; i < COUNT; i++)
        check_equal(seen[i], 1);
    check_ok(MPI_Waitany(COUNT + 1, requests, &index, &status));
    check_equal(index, MPI_UNDEFINED);
    check_equal(status.MPI_SOURCE, MPI_ANY_SOURCE);
    check_equal(status.MPI_TAG, MPI_ANY_TAG);
}

static void testany_says_no_then_which(void)
{
    int in[3], index = -9, flag = -1;
    MPI_Request requests[3];
    MPI_Status status;

    post(in, 3, requests);
    check_ok(MPI_Testany(3, requests, &index, &flag, &status));
    check_equal(flag, 0);
    check_equal(index, MPI_UNDEFINED);
    MPI_Barrier(MPI_COMM_WORLD);
    send(5, 1);
    for (flag = 0; !flag;)
        check_ok(MPI_Testany(3, requests, &index, &flag, &status));
    check_equal(index, 1);
    check_equal(status.MPI_TAG, 1);
    check_equal(in[1], 5);
    check(requests[0] != MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    send(1, 0);
    send(2, 2);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    check_ok(MPI_Testany(3, requests, &index, &flag, &status));
    check_equal(flag, 1);
    check_equal(index, MPI_UNDEFINED);
    check_ok(MPI_Testany(0, NULL, &index, &flag, MPI_STATUS_IGNORE));
    check_equal(flag, 1);
}

static void waitsome_takes_all_that_are_complete(void)
{
    enum { COUNT = 40 };
    int in[COUNT], seen[COUNT] = {0}, indices[COUNT], done = 0, some, i;
    MPI_Request requests[COUNT];
    MPI_Status statuses[COUNT];

    post(in, COUNT, requests);
    for (i = 0; i < COUNT; i++)
        send(i + 1, i);
    while (done < COUNT) {
        check_ok(MPI_Waitsome(COUNT, requests, &some, indices, statuses));
        check(some >= 1 && some <= COUNT - done);
        if (some < 1 || some > COUNT)
            return;
        for (i = 0; i < some; i++) {
            seen[indices[i]]++;
            check_equal(statuses[i].MPI_TAG, indices[i]);
            check_equal(statuses[i].MPI_SOURCE, left());
            check_equal(in[indices[i]], indices[i] + 1);
            check(requests[indices[i]] == MPI_REQUEST_NULL);
        }
        done += some;
    }
    for (i = 0; i < COUNT; i++)
        check_equal(seen[i], 1);
    check_ok(MPI_Waitsome(COUNT, requests, &some, indices, statuses));
    check_equal(some, MPI_UNDEFINED);
}

static void testsome_says_none_some_undefined(void)
{
    int in[3], indices[3] = {-1, -1, -1}, some = -9;
    MPI_Request requests[3];

    post(in, 3, requests);
    check_ok(MPI_Testsome(3, requests, &some, indices, MPI_STATUSES_IGNORE));
    check_equal(some, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    send(4, 2);
    for (some = 0; some == 0;)
        check_ok(MPI_Testsome(3, requests, &some, indices, MPI_STATUSES_IGNORE));
    check_equal(some, 1);
    check_equal(indices[0], 2);
    MPI_Barrier(MPI_COMM_WORLD);
    send(4, 0);
    send(4, 1);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    check_ok(MPI_Testsome(3, requests, &some, indices, MPI_STATUSES_IGNORE));
    check_equal(some, MPI_UNDEFINED);
    check_ok(MPI_Testsome(0, NULL, &some, NULL, MPI_STATUSES_IGNORE));
    check_equal(some, MPI_UNDEFINED);
}

static void persistent_ones_become_inactive(void)
{
    int in[2] = {-1, -1}, out = 3, indices[2], some, index, i;
    MPI_Request requests[2], kept[2];

    for (i = 0; i < 2; i++)
        MPI_Recv_init(&in[i], 1, MPI_INT, left(), i, MPI_COMM_WORLD, &requests[i]);
    memcpy(kept, requests, sizeof kept);
    MPI_Startall(2, requests);
    send(out, 1);
    check_ok(MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE));
    check_equal(index, 1);
    MPI_Barrier(MPI_COMM_WORLD); /* all have seen the one before the other is sent */
    send(out, 0);
    check_ok(MPI_Waitsome(2, requests, &some, indices, MPI_STATUSES_IGNORE));
    check_equal(some, 1);
    check_equal(indices[0], 0);
    check_ok(MPI_Waitsome(2, requests, &some, indices, MPI_STATUSES_IGNORE));
    check_equal(some, MPI_UNDEFINED);
    for (i = 0; i < 2; i++) {
        check(requests[i] == kept[i]);
        MPI_Request_free(&requests[i]);
    }
}

static void failures_are_in_the_statuses(void)
{
    int long_one[2] = {1, 2}, in[3][2], indices[3], some = 0, index, flag, i, done;
    MPI_Request requests[3];
    MPI_Status statuses[3];

    errors_return();
    for (i = 0; i < 3; i++)
        MPI_Irecv(in[i], i == 1 ? 1 : 2, MPI_INT, 0, i, MPI_COMM_SELF, &requests[i]);
    for (i = 0; i < 3; i++)
        MPI_Send(long_one, 2, MPI_INT, 0, i, MPI_COMM_SELF);
    for (done = 0; done < 3; done += some) {
        int err = MPI_Waitsome(3, requests, &some, indices, statuses), has_failed = 0;

        for (i = 0; i < some; i++)
            has_failed |= indices[i] == 1;
        check_class(err, has_failed ? MPI_ERR_IN_STATUS : MPI_SUCCESS);
        for (i = 0; has_failed && i < some; i++)
            check_class(statuses[i].MPI_ERROR, indices[i] == 1 ? MPI_ERR_TRUNCATE : MPI_SUCCESS);
    }
    MPI_Irecv(in[0], 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[0]);
    MPI_Send(long_one, 2, MPI_INT, 0, 0, MPI_COMM_SELF);
    check_class(MPI_Waitany(1, requests, &index, &statuses[0]), MPI_ERR_TRUNCATE);
    check_equal(index, 0);
    check(requests[0] == MPI_REQUEST_NULL);
    MPI_Irecv(in[0], 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[0]);
    MPI_Send(long_one, 2, MPI_INT, 0, 0, MPI_COMM_SELF);
    check_class(MPI_Testany(1, requests, &index, &flag, &statuses[0]), MPI_ERR_TRUNCATE);
    check_equal(flag, 1);
    MPI_Irecv(in[0], 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[0]);
    MPI_Send(long_one, 2, MPI_INT, 0, 0, MPI_COMM_SELF);
    check_class(MPI_Waitall(1, requests, MPI_STATUSES_IGNORE), MPI_ERR_IN_STATUS);
}

static void asking_does_not_give_up(void)
{
    int in = -1, flag = -1, count = -1;
    MPI_Request request, null = MPI_REQUEST_NULL;
    MPI_Status status;

    MPI_Irecv(&in, 1, MPI_INT, left(), 5, MPI_COMM_WORLD, &request);
    check_ok(MPI_Request_get_status(request, &flag, &status));
    check_equal(flag, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    send(6, 5);
    for (flag = 0; !flag;)
        check_ok(MPI_Request_get_status(request, &flag, &status));
    check_equal(status.MPI_TAG, 5);
    check_equal(in, 6);
    check_ok(MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE));
    check_equal(flag, 1);
    check_ok(MPI_Wait(&request, &status));
    check_equal(status.MPI_TAG, 5);
    check(request == MPI_REQUEST_NULL);
    check_ok(MPI_Request_get_status(null, &flag, &status));
    check_equal(flag, 1);
    check_equal(status.MPI_SOURCE, MPI_ANY_SOURCE);
    MPI_Get_count(&status, MPI_INT, &count);
    check_equal(count, 0);
}

static void asking_about_several_does_not_give_up(void)
{
#if MPI_VERSION >= 5 /* since MPI 4.1 */
    int in[3], indices[3], some = -9, flag = -1, index = -9;
    MPI_Request requests[4], kept[4];
    MPI_Status statuses[4];

    post(in, 3, requests);
    requests[3] = MPI_REQUEST_NULL;
    memcpy(kept, requests, sizeof kept);
    check_ok(MPI_Request_get_status_all(4, requests, &flag, statuses));
    check_equal(flag, 0);
    check_ok(MPI_Request_get_status_any(4, requests, &index, &flag, statuses));
    check_equal(flag, 0);
    check_equal(index, MPI_UNDEFINED);
    check_ok(MPI_Request_get_status_some(4, requests, &some, indices, statuses));
    check_equal(some, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    send(8, 1);
    for (flag = 0; !flag;)
        check_ok(MPI_Request_get_status_any(4, requests, &index, &flag, statuses));
    check_equal(index, 1);
    check_equal(statuses[0].MPI_TAG, 1);
    check_ok(MPI_Request_get_status_some(4, requests, &some, indices, statuses));
    check_equal(some, 1);
    check_equal(indices[0], 1);
    MPI_Barrier(MPI_COMM_WORLD);
    send(8, 0);
    send(8, 2);
    for (flag = 0; !flag;)
        check_ok(MPI_Request_get_status_all(4, requests, &flag, statuses));
    check_equal(statuses[2].MPI_TAG, 2);
    check_equal(statuses[3].MPI_TAG, MPI_ANY_TAG);
    check_ok(MPI_Request_get_status_some(4, requests, &some, indices, MPI_STATUSES_IGNORE));
    check_equal(some, 3);
    check(memcmp(kept, requests, sizeof kept) == 0);
    check_ok(MPI_Waitall(4, requests, MPI_STATUSES_IGNORE));
    check_ok(MPI_Request_get_status_all(4, requests, &flag, statuses));
    check_equal(flag, 1);
    check_ok(MPI_Request_get_status_any(4, requests, &index, &flag, statuses));
    check_equal(flag, 1);
    check_equal(index, MPI_UNDEFINED);
    check_ok(MPI_Request_get_status_some(4, requests, &some, indices, statuses));
    check_equal(some, MPI_UNDEFINED);
#endif
}

static void freed_requests_complete(void)
{
    static int out[3][100000], in[100000];
    static const int lengths[] = {1, 3000, 100000};
    MPI_Request request;
    int i;

#ifdef MPICH_VERSION /* 4.0 does not complete those to oneself */
    if (check_size == 1)
        return;
#endif
    for (i = 0; i < 3; i++) {
        out[i][lengths[i] - 1] = check_rank + i;
        MPI_Isend(out[i], lengths[i], MPI_INT, right(), i, MPI_COMM_WORLD, &request);
        check_ok(MPI_Request_free(&request));
        check(request == MPI_REQUEST_NULL);
    }
    for (i = 0; i < 3; i++) {
        MPI_Recv(in, lengths[i], MPI_INT, left(), i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check_equal(in[lengths[i] - 1], left() + i);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* The receive is freed, yet the program finds out by other means that it has taken place. */
static void a_freed_receive_completes(void)
{
    static volatile int in;
    int out = 12, token = 0;
    MPI_Request request;

    in = -1;
    MPI_Irecv((void *)&in, 1, MPI_INT, left(), 6, MPI_COMM_WORLD, &request);
    check_ok(MPI_Request_free(&request));
    MPI_Send(&out, 1, MPI_INT, right(), 6, MPI_COMM_WORLD);
    MPI_Sendrecv(&out, 1, MPI_INT, right(), 7, &token, 1, MPI_INT, left(), 7, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE); /* comes after it */
    check_equal(in, 12);
}

static void wrong_arguments_are_refused(void)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int flag, index, some;

    check_class(MPI_Request_free(NULL), MPI_ERR_ARG);
    check_class(MPI_Request_free(&request), MPI_ERR_REQUEST);
    check_class(MPI_Request_get_status(request, NULL, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    check_class(MPI_Waitany(1, &request, NULL, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    check_class(MPI_Waitany(1, NULL, &index, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    check_class(MPI_Testany(1, &request, NULL, &flag, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    check_class(MPI_Testany(1, &request, &index, NULL, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    check_class(MPI_Waitsome(1, &request, NULL, &index, MPI_STATUSES_IGNORE), MPI_ERR_ARG);
    check_class(MPI_Waitsome(1, NULL, &some, &index, MPI_STATUSES_IGNORE), MPI_ERR_ARG);
    check_class(MPI_Testsome(1, &request, NULL, &index, MPI_STATUSES_IGNORE), MPI_ERR_ARG);
#ifndef MPICH_VERSION
    check_class(MPI_Waitany(-1, &request, &index, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    check_class(MPI_Testany(-1, &request, &index, &flag, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    check_class(MPI_Waitsome(-1, &request, &some, &index, MPI_STATUSES_IGNORE), MPI_ERR_ARG);
    check_class(MPI_Testsome(-1, &request, &some, &index, MPI_STATUSES_IGNORE), MPI_ERR_ARG);
    check_class(MPI_Waitsome(1, &request, &some, NULL, MPI_STATUSES_IGNORE), MPI_ERR_ARG);
    check_class(MPI_Request_get_status_all(-1, &request, &flag, MPI_STATUSES_IGNORE), MPI_ERR_ARG);
    check_class(MPI_Request_get_status_all(1, &request, NULL, MPI_STATUSES_IGNORE), MPI_ERR_ARG);
    check_class(MPI_Request_get_status_any(-1, &request, &index, &flag, MPI_STATUS_IGNORE),
                MPI_ERR_ARG);
    check_class(MPI_Request_get_status_any(1, &request, NULL, &flag, MPI_STATUS_IGNORE),
                MPI_ERR_ARG);
    check_class(MPI_Request_get_status_some(-1, &request, &some, &index, MPI_STATUSES_IGNORE),
                MPI_ERR_ARG);
    check_class(MPI_Request_get_status_some(1, &request, NULL, &index, MPI_STATUSES_IGNORE),
                MPI_ERR_ARG);
    request = (MPI_Request)(void *)&flag;
    check_class(MPI_Waitany(1, &request, &index, MPI_STATUS_IGNORE), MPI_ERR_REQUEST);
    check_class(MPI_Testany(1, &request, &index, &flag, MPI_STATUS_IGNORE), MPI_ERR_REQUEST);
    check_class(MPI_Waitsome(1, &request, &some, &index, MPI_STATUSES_IGNORE), MPI_ERR_REQUEST);
    check_class(MPI_Testsome(1, &request, &some, &index, MPI_STATUSES_IGNORE), MPI_ERR_REQUEST);
    check_class(MPI_Waitall(1, &request, MPI_STATUSES_IGNORE), MPI_ERR_REQUEST);
    check_class(MPI_Testall(1, &request, &flag, MPI_STATUSES_IGNORE), MPI_ERR_REQUEST);
    check_class(MPI_Test(&request, &flag, MPI_STATUS_IGNORE), MPI_ERR_REQUEST);
    check_class(MPI_Request_free(&request), MPI_ERR_REQUEST);
    check_class(MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE), MPI_ERR_REQUEST);
    check_class(MPI_Request_get_status_all(1, &request, &flag, MPI_STATUSES_IGNORE),
                MPI_ERR_REQUEST);
    check_class(MPI_Request_get_status_any(1, &request, &index, &flag, MPI_STATUS_IGNORE),
                MPI_ERR_REQUEST);
    check_class(MPI_Request_get_status_some(1, &request, &some, &index, MPI_STATUSES_IGNORE),
                MPI_ERR_REQUEST);
    check_class(MPI_Start(&request), MPI_ERR_REQUEST);
    check_class(MPI_Cancel(&request), MPI_ERR_REQUEST);
#else
    (void)some;
#endif
}

CASES(waitany_takes_one_at_a_time, testany_says_no_then_which,
      waitsome_takes_all_that_are_complete, testsome_says_none_some_undefined,
      persistent_ones_become_inactive, failures_are_in_the_statuses, asking_does_not_give_up,
      asking_about_several_does_not_give_up, freed_requests_complete, a_freed_receive_completes,
      wrong_arguments_are_refused)
