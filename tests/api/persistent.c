/* SPDX-License-Identifier: MIT */
/* Persistent requests: started again and again, with the buffer's new contents each time. */
#include <stdlib.h>

#include "check.h"

typedef int preparing(const void *buf, int count, MPI_Datatype datatype, int dest, int tag,
                      MPI_Comm comm, MPI_Request *request);

static void go_round(preparing *prepare, int length)
{
    enum { ROUNDS = 20 };
    int *sent = malloc((size_t)length * sizeof *sent), *got = malloc((size_t)length * sizeof *got);
    MPI_Request requests[2], kept[2];
    MPI_Status statuses[2];
    int i, count;

    check_ok(prepare(sent, length, MPI_INT, right(), 3, MPI_COMM_WORLD, &requests[0]));
    check_ok(MPI_Recv_init(got, length, MPI_INT, left(), 3, MPI_COMM_WORLD, &requests[1]));
    memcpy(kept, requests, sizeof kept);
    for (i = 0; i < ROUNDS; i++) {
        sent[0] = sent[length - 1] = check_rank * 100 + i;
        got[0] = got[length - 1] = -1;
        check_ok(MPI_Start(&requests[1]));
        MPI_Barrier(MPI_COMM_WORLD); /* for the ready mode */
        check_ok(MPI_Start(&requests[0]));
        check_ok(MPI_Waitall(2, requests, statuses));
        check(requests[0] == kept[0] && requests[1] == kept[1]);
        check_equal(got[0], left() * 100 + i);
        check_equal(got[length - 1], left() * 100 + i);
        check_equal(statuses[1].MPI_SOURCE, left());
        MPI_Get_count(&statuses[1], MPI_INT, &count);
        check_equal(count, length);
    }
    check_ok(MPI_Request_free(&requests[0]));
    check_ok(MPI_Request_free(&requests[1]));
    check(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
    free(sent);
    free(got);
}

static void every_mode_can_be_repeated(void)
{
    static preparing *const modes[] = {MPI_Send_init, MPI_Bsend_init, MPI_Ssend_init,
                                       MPI_Rsend_init};
    static const int lengths[] = {1, 30, 500, 50000};
    int mode, k, bytes = 2 * 50000 * (int)sizeof(int) + 2 * MPI_BSEND_OVERHEAD;
    void *memory = malloc((size_t)bytes), *detached;

    MPI_Buffer_attach(memory, bytes);
    for (mode = 0; mode < 4; mode++)
        for (k = 0; k < 4; k++)
            go_round(modes[mode], lengths[k]);
    MPI_Buffer_detach(&detached, &bytes);
    free(memory);
}

static void startall_starts_all(void)
{
    enum { PAIRS = 10 };
    MPI_Request requests[2 * PAIRS];
    int sent[PAIRS], got[PAIRS], i, round;

    for (i = 0; i < PAIRS; i++) {
        MPI_Recv_init_c(&got[i], 1, MPI_INT, left(), i, MPI_COMM_WORLD, &requests[i]);
        MPI_Send_init_c(&sent[i], 1, MPI_INT, right(), i, MPI_COMM_WORLD, &requests[PAIRS + i]);
    }
    for (round = 0; round < 5; round++) {
        for (i = 0; i < PAIRS; i++)
            sent[i] = check_rank + 10 * i + 1000 * round;
        check_ok(MPI_Startall(2 * PAIRS, requests));
        check_ok(MPI_Waitall(2 * PAIRS, requests, MPI_STATUSES_IGNORE));
        for (i = 0; i < PAIRS; i++)
            check_equal(got[i], left() + 10 * i + 1000 * round);
    }
    for (i = 0; i < 2 * PAIRS; i++)
        MPI_Request_free(&requests[i]);
    check_ok(MPI_Startall(0, NULL));
}

static void check_empty(const MPI_Status *status)
{
    int count = -1;

    check_equal(status->MPI_SOURCE, MPI_ANY_SOURCE);
    check_equal(status->MPI_TAG, MPI_ANY_TAG);
#ifndef MPICH_VERSION /* 4.0 leaves it */
    check_equal(status->MPI_ERROR, MPI_SUCCESS);
#endif
    check_ok(MPI_Get_count(status, MPI_INT, &count));
    check_equal(count, 0);
}

/* Every call that waits, tests or asks, of a request that is inactive or null. */
static void check_alone(MPI_Request request)
{
    MPI_Request kept = request;
    MPI_Status status;
    int flag = -1;

    check_ok(MPI_Test(&request, &flag, MPI_STATUS_IGNORE));
    check_equal(flag, 1);
    flag = -1;
    check_ok(MPI_Test(&request, &flag, &status));
    check_equal(flag, 1);
    check_empty(&status);
    check_ok(MPI_Wait(&request, &status));
    check_empty(&status);
    check_ok(MPI_Wait(&request, MPI_STATUS_IGNORE));
    flag = -1;
    check_ok(MPI_Request_get_status(request, &flag, &status));
    check_equal(flag, 1);
    check_empty(&status);
    check(request == kept);
}

static void check_together(int count, MPI_Request requests[])
{
    MPI_Status statuses[3];
    int flag = -1, some = -1, index = -1, indices[3];

    check_ok(MPI_Waitall(count, requests, statuses));
    check_empty(&statuses[count - 1]);
    check_ok(MPI_Testall(count, requests, &flag, statuses));
    check_equal(flag, 1);
    check_ok(MPI_Waitany(count, requests, &index, statuses));
    check_equal(index, MPI_UNDEFINED);
    check_empty(&statuses[0]);
    index = flag = -1;
    check_ok(MPI_Testany(count, requests, &index, &flag, statuses));
    check_equal(flag, 1);
    check_equal(index, MPI_UNDEFINED);
    check_empty(&statuses[0]);
    check_ok(MPI_Waitsome(count, requests, &some, indices, statuses));
    check_equal(some, MPI_UNDEFINED);
    some = -1;
    check_ok(MPI_Testsome(count, requests, &some, indices, statuses));
    check_equal(some, MPI_UNDEFINED);
#if MPI_VERSION >= 5 /* since MPI 4.1 */
    flag = index = some = -1;
    check_ok(MPI_Request_get_status_all(count, requests, &flag, statuses));
    check_equal(flag, 1);
    check_ok(MPI_Request_get_status_any(count, requests, &index, &flag, statuses));
    check_equal(flag, 1);
    check_equal(index, MPI_UNDEFINED);
    check_ok(MPI_Request_get_status_some(count, requests, &some, indices, statuses));
    check_equal(some, MPI_UNDEFINED);
#endif
}

static int query_it(void *extra_state, MPI_Status *status)
{
    (void)extra_state;
    MPI_Status_set_elements(status, MPI_INT, 0);
    MPI_Status_set_cancelled(status, 0);
    return MPI_SUCCESS;
}

static int free_it(void *extra_state)
{
    (void)extra_state;
    return MPI_SUCCESS;
}

static int cancel_it(void *extra_state, int complete)
{
    (void)extra_state;
    (void)complete;
    return MPI_SUCCESS;
}

/* Beside one that is under way only that one counts. */
static void check_beside_an_active_one(MPI_Request request)
{
    MPI_Request requests[3] = {request, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Status statuses[3];
    int flag = -1, some = -1, index = -1, indices[3];

    check_ok(MPI_Grequest_start(query_it, free_it, cancel_it, NULL, &requests[2]));
    check_ok(MPI_Testall(3, requests, &flag, statuses));
    check_equal(flag, 0);
    flag = -1;
    check_ok(MPI_Testany(3, requests, &index, &flag, statuses));
    check_equal(flag, 0);
    check_ok(MPI_Testsome(3, requests, &some, indices, statuses));
    check_equal(some, 0);
    check_ok(MPI_Grequest_complete(requests[2]));
    check_ok(MPI_Request_get_status(requests[2], &flag, statuses));
    check_equal(flag, 1);
    check_ok(MPI_Waitany(3, requests, &index, statuses));
    check_equal(index, 2);
    check(requests[0] == request && requests[1] == MPI_REQUEST_NULL);
    check(requests[2] == MPI_REQUEST_NULL);
}

static void check_inactive(MPI_Request request)
{
    MPI_Request several[3] = {MPI_REQUEST_NULL, request, request};

    check_alone(request);
    check_together(1, &request);
    check_together(3, several);
    check_beside_an_active_one(request);
}

enum { KINDS = 10 };

static void prepare_kind(int kind, int *value, MPI_Request *request)
{
    static preparing *const sends[] = {MPI_Send_init, MPI_Bsend_init, MPI_Ssend_init,
                                       MPI_Rsend_init};

    *request = MPI_REQUEST_NULL;
    if (kind < 4)
        sends[kind](value, 1, MPI_INT, check_rank, 0, MPI_COMM_WORLD, request);
    else if (kind < 6)
        MPI_Recv_init(value, 1, MPI_INT, kind == 4 ? MPI_ANY_SOURCE : check_rank, 0,
                      MPI_COMM_WORLD, request);
#if MPI_VERSION >= 4
    else if (kind == 6)
        MPI_Psend_init(value, 1, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_INFO_NULL,
                       request);
    else if (kind == 7)
        MPI_Precv_init(value, 1, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_INFO_NULL, request);
    else if (kind == 8)
        MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, request);
    else
        MPI_Bcast_init(value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, request);
#endif
}

static void an_inactive_request_is_complete_and_empty(void)
{
    int value = 1, kind;
    MPI_Request request;

    for (kind = 0; kind < KINDS; kind++) {
        if (kind == 6 || kind == 7)
            continue; /* to itself: a pair, below */
        prepare_kind(kind, &value, &request);
        check_inactive(request);
        if (kind >= 8 && request != MPI_REQUEST_NULL) {
            check_ok(MPI_Start(&request));
            check_ok(MPI_Wait(&request, MPI_STATUS_IGNORE));
            check_inactive(request);
        }
        if (request != MPI_REQUEST_NULL)
            check_ok(MPI_Request_free(&request));
    }
}

/* A send and a receive of this rank's; each is as before its first round when that has ended. */
static void it_is_so_again_after_a_round(void)
{
    static const int pairs[][2] = {{0, 4}, {2, 5}, {6, 7}};
    int out = 3, in, i;
    MPI_Request requests[2];

    for (i = 0; i < 3; i++) {
        prepare_kind(pairs[i][0], &out, &requests[0]);
        prepare_kind(pairs[i][1], &in, &requests[1]);
        if (requests[0] == MPI_REQUEST_NULL)
            continue;
        check_inactive(requests[0]);
        check_inactive(requests[1]);
        in = -1;
        check_ok(MPI_Startall(2, requests));
#if MPI_VERSION >= 4
        if (i == 2)
            check_ok(MPI_Pready(0, requests[0]));
#endif
        check_ok(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
        check_equal(in, 3);
        check_inactive(requests[0]);
        check_inactive(requests[1]);
        check_ok(MPI_Request_free(&requests[0]));
        check_ok(MPI_Request_free(&requests[1]));
    }
}

static void the_null_request_is_so_too(void)
{
    check_inactive(MPI_REQUEST_NULL);
}

static void a_type_and_a_communicator_may_be_freed_before_the_start(void)
{
    int sent[4] = {check_rank, 1, 2, 3}, got[4] = {-1, -1, -1, -1};
    MPI_Datatype pair;
    MPI_Comm dup;
    MPI_Request requests[2];

    MPI_Type_vector(2, 1, 2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Send_init(sent, 1, pair, right(), 0, dup, &requests[0]);
    MPI_Recv_init(got, 1, pair, left(), 0, dup, &requests[1]);
    MPI_Type_free(&pair);
    MPI_Comm_free(&dup);
    check_ok(MPI_Startall(2, requests));
    check_ok(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    check_equal(got[0], left());
    check_equal(got[1], -1);
    check_equal(got[2], 2);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

static void plain_and_persistent_ones_may_be_partners(void)
{
    int sent = check_rank, got = -1;
    MPI_Request request;

    MPI_Send_init(&sent, 1, MPI_INT, right(), 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Recv(&got, 1, MPI_INT, left(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    check_equal(got, left());
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    got = -1;
    MPI_Recv_init(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Send(&sent, 1, MPI_INT, right(), 77, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check_equal(got, left());
    MPI_Request_free(&request);
}

static void nobody_may_be_the_partner(void)
{
    int value = 6;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int i;

    MPI_Send_init(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[1]);
    for (i = 0; i < 3; i++) {
        check_ok(MPI_Startall(2, requests));
        check_ok(MPI_Waitall(2, requests, statuses));
#ifndef MPICH_VERSION /* 4.0 gives rank 0 and tag 0 */
        check_equal(statuses[1].MPI_SOURCE, MPI_PROC_NULL);
        check_equal(statuses[1].MPI_TAG, MPI_ANY_TAG);
#endif
    }
    check_equal(value, 6);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

static void a_freed_active_one_completes(void)
{
    static int sent[70000], got[70000];
    MPI_Request request;

    sent[69999] = check_rank;
    MPI_Send_init(sent, 70000, MPI_INT, right(), 1, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    check_ok(MPI_Request_free(&request));
    check(request == MPI_REQUEST_NULL);
    MPI_Recv(got, 70000, MPI_INT, left(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    check_equal(got[69999], left());
    MPI_Barrier(MPI_COMM_WORLD);
}

static void only_what_is_inactive_can_be_started(void)
{
    int value = 1, got = -1;
    MPI_Request requests[2], plain;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Recv_init(&got, 1, MPI_INT, left(), 2, MPI_COMM_WORLD, &requests[0]);
    requests[1] = MPI_REQUEST_NULL;
    check_class(MPI_Start(&requests[1]), MPI_ERR_REQUEST);
#ifndef MPICH_VERSION
    check_class(MPI_Startall(2, requests), MPI_ERR_REQUEST); /* and none has been started: */
#endif
    check_ok(MPI_Start(&requests[0]));
    check_class(MPI_Start(&requests[0]), MPI_ERR_REQUEST);
    MPI_Send(&value, 1, MPI_INT, right(), 2, MPI_COMM_WORLD);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    check_equal(got, 1);
    MPI_Request_free(&requests[0]);
    MPI_Irecv(&got, 1, MPI_INT, MPI_PROC_NULL, 2, MPI_COMM_WORLD, &plain);
    check_class(MPI_Start(&plain), MPI_ERR_REQUEST);
    MPI_Wait(&plain, MPI_STATUS_IGNORE);
    check_class(MPI_Start(NULL), MPI_ERR_ARG);
#ifndef MPICH_VERSION
    check_class(MPI_Startall(-1, requests), MPI_ERR_ARG);
#endif
    check_class(MPI_Startall(1, NULL), MPI_ERR_ARG);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

CASES(every_mode_can_be_repeated, startall_starts_all, an_inactive_request_is_complete_and_empty,
      it_is_so_again_after_a_round, the_null_request_is_so_too,
      a_type_and_a_communicator_may_be_freed_before_the_start,
      plain_and_persistent_ones_may_be_partners, nobody_may_be_the_partner,
      a_freed_active_one_completes, only_what_is_inactive_can_be_started)
