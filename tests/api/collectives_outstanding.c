/* SPDX-License-Identifier: MIT */
/* Nonblocking and persistent collectives among each other, with messages, with communicators made
 * meanwhile; late members; handles that are freed while they are in use. */
#include "collective_forms.h"

enum { MANY = 50, LENGTH = 3000 };

static unsigned state;

static unsigned next_random(void)
{
    state = state * 1103515245 + 12345;
    return state >> 16 & 0x7fff;
}

/* Ranks drift apart. */
static void dawdle(void)
{
    double until = MPI_Wtime() + (next_random() % 4 == 0 ? next_random() % 200 * 1e-6 : 0);

    while (MPI_Wtime() < until)
        continue;
}

static void many_broadcasts_end_in_any_order(void)
{
    static int got[MANY];
    MPI_Request requests[MANY];
    int i;

    state = (unsigned)check_rank;
    for (i = 0; i < MANY; i++) {
        got[i] = check_rank == i % check_size ? i * 3 : -1;
        dawdle();
        check_ok(MPI_Ibcast(&got[i], 1, MPI_INT, i % check_size, MPI_COMM_WORLD, &requests[i]));
    }
    for (i = MANY; i-- > 0;) {
        int k = check_rank % 2 ? i : MANY - 1 - i;

        check_ok(MPI_Wait(&requests[k], MPI_STATUS_IGNORE));
        check_equal(got[k], k * 3);
    }
}

/* Kinds and lengths by turns; blocking ones in between. */
static void kinds_mix(void)
{
    static int out[MANY][LENGTH], in[MANY][LENGTH];
    MPI_Request requests[MANY];
    int i, k, sum, expected = check_size * (check_size - 1) / 2;

    state = (unsigned)check_rank + 77;
    for (i = 0; i < MANY; i++) {
        int length = i % 5 == 0 ? LENGTH : i % 5;

        for (k = 0; k < length; k++)
            out[i][k] = check_rank + k;
        dawdle();
        if (i % 4 == 0)
            MPI_Iallreduce(out[i], in[i], length, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[i]);
        else if (i % 4 == 1)
            MPI_Ibcast(out[i], length, MPI_INT, i % check_size, MPI_COMM_WORLD, &requests[i]);
        else if (i % 4 == 2)
            MPI_Ibarrier(MPI_COMM_WORLD, &requests[i]);
        else
            MPI_Iscan(out[i], in[i], length, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[i]);
        if (i % 7 == 6) {
            MPI_Allreduce(&check_rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
            check_equal(sum, expected);
        }
    }
    check_ok(MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE));
    for (i = 0; i < MANY; i++) {
        int last = (i % 5 == 0 ? LENGTH : i % 5) - 1;

        if (i % 4 == 0)
            check_equal(in[i][last], expected + last * check_size);
        else if (i % 4 == 1)
            check_equal(out[i][last], i % check_size + last);
        else if (i % 4 == 3)
            check_equal(in[i][last], check_rank * (check_rank + 1) / 2 + last * (check_rank + 1));
    }
}

/* Each member waits for a message that its neighbour sends only after its own collective. */
static void messages_and_collectives_help_each_other(void)
{
    int right = (check_rank + 1) % check_size, left = (check_rank + check_size - 1) % check_size;
    static int mine[LENGTH], sum[LENGTH];
    int round;

    for (round = 0; round < 100; round++) {
        MPI_Request request;
        int token = -1, flag = 0;

        mine[LENGTH - 1] = check_rank + round;
        MPI_Iallreduce(mine, sum, LENGTH, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
        if (check_rank == round % check_size) {
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            if (check_size > 1)
                MPI_Send(&round, 1, MPI_INT, right, 1, MPI_COMM_WORLD);
        } else if (left == round % check_size) {
            MPI_Recv(&token, 1, MPI_INT, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            check_equal(token, round);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        } else {
            while (!flag)
                MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        }
        check_equal(sum[LENGTH - 1], check_size * (check_size - 1) / 2 + round * check_size);
    }
}

static void communicators_are_made_meanwhile(void)
{
    static int all[4096];
    MPI_Request request;
    MPI_Comm dup, half;
    int sum, value = check_rank, i;

    MPI_Iallgather(&value, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, &request);
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Comm_split(dup, check_rank % 2, 0, &half);
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, dup);
    check_equal(sum, check_size * (check_size - 1) / 2);
    MPI_Barrier(half);
    MPI_Comm_free(&half);
    MPI_Comm_free(&dup);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (i = 0; i < check_size; i++)
        check_equal(all[i], i);
}

static void add(void *in, void *inout, int *count, MPI_Datatype *type)
{
    int i;

    (void)type;
    for (i = 0; i < *count; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static void handles_may_be_freed_at_once(void)
{
    static int out[LENGTH], in[LENGTH];
    MPI_Datatype type;
    MPI_Request request;
    MPI_Comm dup;
    MPI_Op op;
    int i;

    for (i = 0; i < LENGTH; i++)
        out[i] = check_rank + i;
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Type_contiguous(LENGTH, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Ibcast(out, 1, type, 0, dup, &request);
    MPI_Type_free(&type);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check_equal(out[LENGTH - 1], LENGTH - 1);
    MPI_Op_create(add, 1, &op);
    MPI_Iallreduce(out, in, LENGTH, MPI_INT, op, dup, &request);
    MPI_Op_free(&op);
    MPI_Comm_free(&dup);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check_equal(in[LENGTH - 1], check_size * (LENGTH - 1));
}

/* Each rank starts them in an order of its own. */
static void persistent_ones_start_in_any_order(void)
{
    enum { KEPT = 6 };
    static int out[KEPT][LENGTH], in[KEPT][LENGTH];
    MPI_Request requests[KEPT];
    int i, k, round;

    state = (unsigned)check_rank * 31 + 5;
    for (i = 0; i < KEPT; i++) {
        if (i % 3 == 0)
            MPI_Allreduce_init(out[i], in[i], i % 2 ? LENGTH : 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                               MPI_INFO_NULL, &requests[i]);
        else if (i % 3 == 1)
            MPI_Bcast_init(in[i], i % 2 ? LENGTH : 2, MPI_INT, i % check_size, MPI_COMM_WORLD,
                           MPI_INFO_NULL, &requests[i]);
        else
            MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &requests[i]);
    }
    for (round = 0; round < 20; round++) {
        for (i = 0; i < KEPT; i++) {
            out[i][1] = round + check_rank;
            in[i][1] = i % 3 == 1 && check_rank == i % check_size ? round * i : -1;
        }
        for (k = 0; k < KEPT; k++) {
            i = (k * 5 + check_rank) % KEPT;
            dawdle();
            MPI_Start(&requests[i]);
        }
        MPI_Waitall(KEPT, requests, MPI_STATUSES_IGNORE);
        for (i = 0; i < KEPT; i++) {
            if (i % 3 == 0)
                check_equal(in[i][1], check_size * round + check_size * (check_size - 1) / 2);
            else if (i % 3 == 1)
                check_equal(in[i][1], round * i);
        }
    }
    for (i = 0; i < KEPT; i++)
        MPI_Request_free(&requests[i]);
}

/* The last comes when the first has looked. */
static void a_barrier_waits_for_the_last(void)
{
    int flag = 0, last = check_size - 1;
    MPI_Request request;

    if (check_size < 2)
        return;
    if (check_rank == last)
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    if (check_rank == 0) {
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        check(!flag);
        MPI_Send(NULL, 0, MPI_INT, last, 0, MPI_COMM_WORLD);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* The others wait for a message of rank 0, so that nothing it has started is complete before. */
static void let_rank_0_go_first(void)
{
    int i;

    if (check_rank > 0)
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (i = 1; check_rank == 0 && i < check_size; i++)
        MPI_Send(NULL, 0, MPI_INT, i, 0, MPI_COMM_WORLD);
}

/* What says no leaves the operation as it is. */
static void what_is_under_way_can_be_neither_freed_nor_cancelled(void)
{
    int one = 1, sum = 0, round;
    MPI_Request started, prepared;

    errors_return();
    if (check_rank > 0)
        let_rank_0_go_first();
    check_ok(MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &started));
    if (check_rank == 0 && check_size > 1)
        check_class(MPI_Request_free(&started), MPI_ERR_REQUEST);
    check_class(MPI_Cancel(&started), MPI_ERR_REQUEST);
    check_class(MPI_Start(&started), MPI_ERR_REQUEST);
    if (check_rank == 0)
        let_rank_0_go_first();
    check_ok(MPI_Wait(&started, MPI_STATUS_IGNORE));
    check_equal(sum, check_size);
    check_ok(MPI_Allreduce_init(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL,
                                &prepared));
    check_class(MPI_Cancel(&prepared), MPI_ERR_REQUEST);
    for (round = 0; round < 2; round++) {
        sum = 0;
        if (check_rank > 0)
            let_rank_0_go_first();
        check_ok(MPI_Start(&prepared));
        if (check_rank == 0 && check_size > 1)
            check_class(MPI_Request_free(&prepared), MPI_ERR_REQUEST);
        check_class(MPI_Cancel(&prepared), MPI_ERR_REQUEST);
        check_class(MPI_Start(&prepared), MPI_ERR_REQUEST);
        if (check_rank == 0)
            let_rank_0_go_first();
        check_ok(MPI_Wait(&prepared, MPI_STATUS_IGNORE));
        check_equal(sum, check_size);
    }
    check_ok(MPI_Request_free(&prepared));
}

/* Nothing is lost then, and MPICH and Open MPI take it. */
static void what_is_known_to_be_complete_can_be_freed(void)
{
    int one = 1, sum = 0, flag = 0;
    MPI_Request request;

    check_ok(MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request));
    while (!flag)
        check_ok(MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE));
    check_ok(MPI_Request_free(&request));
    check(request == MPI_REQUEST_NULL);
    check_equal(sum, check_size);
    MPI_Allreduce_init(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    for (flag = 0; !flag;)
        check_ok(MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE));
    check_ok(MPI_Request_free(&request));
    check_equal(sum, check_size);
}

CASES(many_broadcasts_end_in_any_order, kinds_mix, messages_and_collectives_help_each_other,
      communicators_are_made_meanwhile, handles_may_be_freed_at_once,
      persistent_ones_start_in_any_order, a_barrier_waits_for_the_last,
      what_is_under_way_can_be_neither_freed_nor_cancelled,
      what_is_known_to_be_complete_can_be_freed)
