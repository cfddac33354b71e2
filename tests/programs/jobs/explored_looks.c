/* SPDX-License-Identifier: MIT */
/* The option explore with answers of yes or no: whether MPI_Test and its like say yes, what
 * MPI_Waitsome leaves for later, and whether a cancel comes too late, are choices. The outcomes of
 * small programs are counted by hand, loops that poll have one, and programs that are wrong with
 * one answer fail.
 *
 * launch: alone
 * ranks: 1
 * options: -g -O1
 * sanitizer: address */
#include "explored.h"

enum { TRIES = 4 };

static int start_receive(int *value, int source, MPI_Request *request)
{
    return MPI_Irecv(value, 1, MPI_INT, source, TAG, MPI_COMM_WORLD, request);
}

/* A send that needs no buffer to let its rank go on. */
static MPI_Request start_send(const int *value, int dest)
{
    MPI_Request request;

    MPI_Isend(value, 1, MPI_INT, dest, TAG, MPI_COMM_WORLD, &request);
    return request;
}

static int is_done(MPI_Request *request)
{
    int flag;

    MPI_Test(request, &flag, MPI_STATUS_IGNORE);
    return flag;
}

/* ---- programs whose outcomes can be counted -------------------------------------------------- */

/* One outcome: the loop does nothing but look. */
static int polls(void *argument)
{
    MPI_Request request;
    int value;

    if (heddle_rank() == 1)
        send_int(1, 0, TAG);
    if (heddle_rank() != 0)
        return argument != NULL;
    start_receive(&value, 1, &request);
    while (!is_done(&request))
        continue;
    return argument != NULL;
}

/* Two outcomes. */
static int looks_once(void *argument)
{
    MPI_Request request;
    int value;

    if (heddle_rank() == 1)
        send_int(1, 0, TAG);
    if (heddle_rank() != 0)
        return argument != NULL;
    start_receive(&value, 1, &request);
    (void)is_done(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return argument != NULL;
}

/* Two outcomes, as a message that has come before may also be seen or not. */
static int looks_at_what_has_come(void *argument)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int value = 7;

    if (heddle_rank() == 1)
        request = start_send(&value, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    if (heddle_rank() == 0) {
        start_receive(&value, 1, &request);
        (void)is_done(&request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return argument != NULL;
}

/* Three outcomes: the first look says yes, only the second does, none does. */
static int looks_at_two_places(void *argument)
{
    MPI_Request request;
    int value;

    if (heddle_rank() == 1)
        send_int(1, 0, TAG);
    if (heddle_rank() != 0)
        return argument != NULL;
    start_receive(&value, 1, &request);
    if (!is_done(&request)) {
        int flag;

        MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return argument != NULL;
}

/* Two outcomes: yes at some time, or no to the end. */
static int looks_a_few_times(void *argument)
{
    MPI_Request request;
    int value, flag = 0;

    if (heddle_rank() == 1)
        send_int(1, 0, TAG);
    if (heddle_rank() != 0)
        return argument != NULL;
    start_receive(&value, 1, &request);
    for (int i = 0; i < TRIES && !flag; i++)
        flag = is_done(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return argument != NULL;
}

/* One outcome: the answer is sent to a question that comes later. */
static int looks_before_it_asks(void *argument)
{
    MPI_Request request;
    int value;

    if (heddle_rank() == 1) {
        receive_int(&value, 0, TAG);
        send_int(1, 0, TAG);
    }
    if (heddle_rank() != 0)
        return argument != NULL;
    start_receive(&value, 1, &request);
    must(!is_done(&request));
    send_int(0, 1, TAG);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return argument != NULL;
}

/* As many outcomes as orders in which the messages can be seen. */
static int polls_all(void *argument)
{
    MPI_Request requests[4];
    int values[4], left = size_of() - 1;

    if (heddle_rank() != 0) {
        send_int(heddle_rank(), 0, TAG);
        return argument != NULL;
    }
    for (int i = 1; i < size_of(); i++)
        start_receive(&values[i], i, &requests[i]);
    while (left > 0)
        for (int i = 1; i < size_of(); i++)
            if (requests[i] != MPI_REQUEST_NULL)
                left -= is_done(&requests[i]);
    return argument != NULL;
}

static int polls_any(void *argument)
{
    MPI_Request requests[4];
    int values[4], left = size_of() - 1, index, flag;

    if (heddle_rank() != 0) {
        send_int(heddle_rank(), 0, TAG);
        return argument != NULL;
    }
    for (int i = 1; i < size_of(); i++)
        start_receive(&values[i], i, &requests[i - 1]);
    for (; left > 0; left -= flag)
        MPI_Testany(size_of() - 1, requests, &index, &flag, MPI_STATUS_IGNORE);
    return argument != NULL;
}

/* One outcome. */
static int polls_for_all(void *argument)
{
    MPI_Request requests[4];
    int values[4], flag = 0;

    if (heddle_rank() != 0) {
        send_int(heddle_rank(), 0, TAG);
        return argument != NULL;
    }
    for (int i = 1; i < size_of(); i++)
        start_receive(&values[i], i, &requests[i - 1]);
    while (!flag)
        MPI_Testall(size_of() - 1, requests, &flag, MPI_STATUSES_IGNORE);
    return argument != NULL;
}

static int polls_matched(void *argument)
{
    MPI_Message message;
    int flag, value;

    if (heddle_rank() != 0)
        send_int(heddle_rank(), 0, TAG);
    for (int i = 1; heddle_rank() == 0 && i < size_of(); i++) {
        do
            MPI_Improbe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
        while (!flag);
        MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    }
    return argument != NULL;
}

/* Four outcomes: each of two ranks sees a message at once, or not. */
static int two_look_once(void *argument)
{
    int flag, value, other = 1 - heddle_rank();
    MPI_Request request = start_send(&other, other);

    MPI_Iprobe(other, TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    receive_int(&value, other, TAG);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return argument != NULL;
}

/* All its looks are of one place. */
static __attribute__((noinline)) void look_for(int source, int tag)
{
    int flag;

    MPI_Iprobe(source, tag, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

/* Four outcomes: each of the two messages is seen or not. */
static int looks_for_two(void *argument)
{
    static const int tags[] = {0, 1 << 16, 0}; /* by source */
    int rank = heddle_rank(), value;

    if (rank != 0)
        send_int(rank, 0, tags[rank]);
    for (int i = 1; rank == 0 && i < 3; i++)
        look_for(i, tags[i]);
    for (int i = 1; rank == 0 && i < 3; i++)
        receive_int(&value, i, tags[i]);
    return argument != NULL;
}

/* One outcome: the loop ends when the partition has arrived. */
static int polls_a_partition(void *argument)
{
    MPI_Request request;
    int value = 0, flag = 0;

    if (heddle_rank() == 0) {
        MPI_Precv_init(&value, 1, 1, MPI_INT, 1, TAG, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        while (!flag)
            MPI_Parrived(request, 0, &flag);
    } else {
        MPI_Psend_init(&value, 1, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready(0, request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    return argument != NULL;
}

/* Three outcomes: both requests at once, or the one or the other first. */
static int waits_for_some(void *argument)
{
    MPI_Request requests[2];
    int values[2], indices[2], left = 2, count;

    if (heddle_rank() != 0) {
        send_int(heddle_rank(), 0, TAG);
        return argument != NULL;
    }
    for (int i = 0; i < 2; i++)
        start_receive(&values[i], i + 1, &requests[i]);
    for (; left > 0; left -= count)
        MPI_Waitsome(2, requests, &count, indices, MPI_STATUSES_IGNORE);
    return argument != NULL;
}

/* ---- wrong programs -------------------------------------------------------------------------- */

/* Goes on without what it has asked for. */
static int gives_up(void *argument)
{
    MPI_Request request;
    int value = 0, flag = 0;

    if (heddle_rank() == 1)
        send_int(7, 0, TAG);
    if (heddle_rank() != 0)
        return argument != NULL;
    start_receive(&value, 1, &request);
    for (int i = 0; i < TRIES && !flag; i++)
        flag = is_done(&request);
    if (value != 7)
        heddle_fail(NULL, 0, "nothing has come");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return argument != NULL;
}

/* Believes that what was sent before a barrier is seen behind it. */
static int trusts_a_barrier(void *argument)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int flag, value = 7;

    if (heddle_rank() == 1)
        request = start_send(&value, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    if (heddle_rank() == 0) {
        MPI_Iprobe(1, TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        if (!flag)
            heddle_fail(NULL, 0, "no message is there");
        receive_int(&value, 1, TAG);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return argument != NULL;
}

/* Believes that a first look comes too early. */
static int trusts_that_it_is_early(void *argument)
{
    MPI_Request request;
    int value;

    if (heddle_rank() == 1)
        send_int(7, 0, TAG);
    if (heddle_rank() != 0)
        return argument != NULL;
    start_receive(&value, 1, &request);
    if (is_done(&request))
        heddle_fail(NULL, 0, "it was there");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return argument != NULL;
}

/* Each waits for the other's message, and sends its own afterwards. */
static int poll_for_each_other(void *argument)
{
    int flag = 0, other = 1 - heddle_rank(), value;

    while (!flag)
        MPI_Iprobe(other, TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    receive_int(&value, other, TAG);
    send_int(value, other, TAG);
    return argument != NULL;
}

/* A message that has come before the loop begins is never looked for again. */
static int loses_its_wake_up(void *argument)
{
    int flag = 0, value, is_awake = 0;

    if (heddle_rank() == 1) {
        send_int(1, 0, TAG);
        return argument != NULL;
    }
    MPI_Iprobe(1, TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    if (flag)
        receive_int(&value, 1, TAG);
    while (!is_awake)
        MPI_Iprobe(1, TAG, MPI_COMM_WORLD, &is_awake, MPI_STATUS_IGNORE);
    receive_int(&value, 1, TAG);
    return argument != NULL;
}

/* Never receives a message whose cancel has come too late. */
static int trusts_a_cancel(void *argument)
{
    MPI_Request request;
    MPI_Status status;
    int is_cancelled, value = 1;

    if (heddle_rank() == 1) {
        request = start_send(&value, 0);
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &is_cancelled);
        if (!is_cancelled)
            heddle_fail(NULL, 0, "rank 0 gets it");
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return argument != NULL;
}

/* Believes that what was sent before a barrier is reported all at once. */
static int trusts_waitsome(void *argument)
{
    MPI_Request requests[2];
    int values[] = {1, 2, 0, 0}, indices[2], count, i;

    for (i = 0; i < 2 && heddle_rank() == 1; i++)
        requests[i] = start_send(&values[i], 0);
    MPI_Barrier(MPI_COMM_WORLD);
    for (i = 0; i < 2 && heddle_rank() == 0; i++)
        start_receive(&values[i + 2], 1, &requests[i]);
    if (heddle_rank() == 0) {
        MPI_Waitsome(2, requests, &count, indices, MPI_STATUSES_IGNORE);
        if (count != 2)
            heddle_fail(NULL, 0, "one is left");
    }
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    return argument != NULL;
}

/* ---- what exploration finds ------------------------------------------------------------------ */

static void is_found(const char *name, heddle_function *function, const char *words)
{
    finds("all", name, function, NULL, 2, words);
    finds("random:1", name, function, NULL, 2, "in schedule ");
}

int main(void)
{
    has_outcomes("polls", polls, 2, 1);
    has_outcomes("looks_once", looks_once, 2, 2);
    has_outcomes("looks_at_what_has_come", looks_at_what_has_come, 2, 2);
    has_outcomes("looks_at_two_places", looks_at_two_places, 2, 3);
    has_outcomes("looks_a_few_times", looks_a_few_times, 2, 2);
    has_outcomes("looks_before_it_asks", looks_before_it_asks, 2, 1);
    has_outcomes("polls_all", polls_all, 3, 2);
    has_outcomes("polls_all", polls_all, 4, 6);
    has_outcomes("polls_any", polls_any, 3, 2);
    has_outcomes("polls_any", polls_any, 4, 6);
    has_outcomes("polls_for_all", polls_for_all, 4, 1);
    has_outcomes("polls_matched", polls_matched, 4, 6);
    has_outcomes("two_look_once", two_look_once, 2, 4);
    has_outcomes("looks_for_two", looks_for_two, 3, 4);
    has_outcomes("polls_a_partition", polls_a_partition, 2, 1);
    has_outcomes("waits_for_some", waits_for_some, 3, 3);
    is_found("gives_up", gives_up, "nothing has come");
    is_found("trusts_a_barrier", trusts_a_barrier, "MPI_Iprobe in trusts_a_barrier");
    is_found("trusts_a_barrier", trusts_a_barrier, "says no, although it could say yes");
    is_found("trusts_that_it_is_early", trusts_that_it_is_early,
             "says yes, because others have gone on before");
    is_found("trusts_a_cancel", trusts_a_cancel, "MPI_Cancel in trusts_a_cancel");
    is_found("trusts_a_cancel", trusts_a_cancel, "comes too late");
    is_found("trusts_waitsome", trusts_waitsome, "leaves out a request that is done");
    is_found("poll_for_each_other", poll_for_each_other, "no rank makes progress");
    is_found("loses_its_wake_up", loses_its_wake_up, "no rank makes progress");
    return 0;
}
