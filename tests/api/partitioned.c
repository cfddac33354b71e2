/* SPDX-License-Identifier: MIT */
/* Partitioned sends and receives: parts that get ready in any order, on two sides that need not
 * agree on them. */
#include <stdlib.h>

#include "check.h"

/* MPICH 4.0 has the functions with other prototypes, and not all of what is asked for here. */
#ifndef MPICH_VERSION

enum { TOTAL = 960 };

static int value_of(int rank, int round, int i)
{
    return rank * 100000 + round * 5000 + i;
}

static void fill(int out[], int round, int from, int to)
{
    int i;

    for (i = from; i < to; i++)
        out[i] = value_of(check_rank, round, i);
}

static void check_filled(const int in[], int round, int from, int to)
{
    int i, wrong = 0;

    for (i = from; i < to; i++)
        wrong += in[i] != value_of(left(), round, i);
    check_equal(wrong, 0);
}

static void exchange(int sent_parts, int received_parts)
{
    int out[TOTAL], in[TOTAL], round, k, each = TOTAL / sent_parts;
    MPI_Request requests[2];
    MPI_Status statuses[2];

    check_ok(MPI_Psend_init(out, sent_parts, each, MPI_INT, right(), 1, MPI_COMM_WORLD,
                            MPI_INFO_NULL, &requests[0]));
    check_ok(MPI_Precv_init(in, received_parts, TOTAL / received_parts, MPI_INT, left(), 1,
                            MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]));
    for (round = 0; round < 4; round++) {
        memset(in, -1, sizeof in);
        check_ok(MPI_Start(&requests[round % 2]));
        check_ok(MPI_Start(&requests[1 - round % 2]));
        for (k = 0; k < sent_parts; k++) {
            int part = (k * 7 + round) % sent_parts; /* 7 divides no number of parts here */

            fill(out, round, part * each, (part + 1) * each);
            check_ok(MPI_Pready(part, requests[0]));
        }
        check_ok(MPI_Waitall(2, requests, statuses));
        check_filled(in, round, 0, TOTAL);
        check_equal(statuses[1].MPI_SOURCE, left());
        check_equal(statuses[1].MPI_TAG, 1);
        MPI_Get_count(&statuses[1], MPI_INT, &k);
        check_equal(k, TOTAL);
    }
    check_ok(MPI_Request_free(&requests[0]));
    check_ok(MPI_Request_free(&requests[1]));
    check(requests[0] == MPI_REQUEST_NULL);
}

static void the_two_sides_may_have_different_partitions(void)
{
    exchange(1, 1);
    exchange(8, 8);
    exchange(8, 1);
    exchange(1, 8);
    exchange(6, 10);
    exchange(10, 6);
    exchange(96, 15);
    exchange(TOTAL, 5);
}

static void partitions_arrive_one_by_one(void)
{
    enum { PARTS = 8, EACH = TOTAL / PARTS };
    int out[TOTAL], in[TOTAL], k, flag;
    MPI_Request requests[2];

    MPI_Psend_init(out, PARTS, EACH, MPI_INT, right(), 2, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &requests[0]);
    MPI_Precv_init(in, PARTS / 2, 2 * EACH, MPI_INT, left(), 2, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &requests[1]);
    check_ok(MPI_Parrived(requests[1], 0, &flag));
    check_equal(flag, 1); /* inactive */
    MPI_Startall(2, requests);
    check_ok(MPI_Parrived(requests[1], 0, &flag));
    check_equal(flag, 0);
    fill(out, 0, 0, TOTAL);
    MPI_Barrier(MPI_COMM_WORLD);
    for (k = PARTS - 1; k >= 0; k--) {
        MPI_Pready(k, requests[0]);
        MPI_Barrier(MPI_COMM_WORLD);
        check_ok(MPI_Parrived(requests[1], k / 2, &flag));
        check_equal(flag, k % 2 == 0);
        if (flag)
            check_filled(in, 0, k * EACH, (k + 2) * EACH);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    check_ok(MPI_Parrived(requests[1], 0, &flag));
    check_equal(flag, 1);
    check_ok(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    check_ok(MPI_Parrived(requests[1], 3, &flag));
    check_equal(flag, 1);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    check_ok(MPI_Parrived(MPI_REQUEST_NULL, 0, &flag));
    check_equal(flag, 1);
}

static void ranges_and_lists_get_ready_together(void)
{
    enum { PARTS = 12, EACH = TOTAL / PARTS };
    static const int list[] = {11, 0, 5};
    int out[TOTAL], in[TOTAL], round;
    MPI_Request requests[2];

    MPI_Psend_init_c(out, PARTS, EACH, MPI_INT, right(), 3, MPI_COMM_WORLD, MPI_INFO_NULL,
                     &requests[0]);
    MPI_Precv_init_c(in, PARTS, EACH, MPI_INT, left(), 3, MPI_COMM_WORLD, MPI_INFO_NULL,
                     &requests[1]);
    for (round = 0; round < 3; round++) {
        MPI_Startall(2, requests);
        fill(out, round, 0, TOTAL);
        check_ok(MPI_Pready_list(3, list, requests[0]));
        check_ok(MPI_Pready_range(1, 4, requests[0]));
        check_ok(MPI_Pready_list(0, NULL, requests[0]));
        check_ok(MPI_Pready_range(6, 10, requests[0]));
        check_ok(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
        check_filled(in, round, 0, TOTAL);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

/* Equal in everything: the first send meets the first receive, also when the ranks start them in
 * another order, and plain messages are no concern of theirs. */
static void they_match_in_the_order_of_their_making(void)
{
    int out[3] = {10, 11, 12}, in[3] = {-1, -1, -1}, plain = -1, i;
    MPI_Request sends[3], receives[3];

    for (i = 0; i < 3; i++)
        MPI_Precv_init(&in[i], 1, 1, MPI_INT, left(), 4, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &receives[i]);
    for (i = 0; i < 3; i++)
        MPI_Psend_init(&out[i], 1, 1, MPI_INT, right(), 4, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &sends[i]);
    MPI_Send(&(int){99}, 1, MPI_INT, right(), 4, MPI_COMM_WORLD);
    for (i = 2; i >= 0; i--) {
        MPI_Start(&sends[i]);
        MPI_Pready(0, sends[i]);
        MPI_Start(&receives[(i + 1) % 3]);
    }
    MPI_Recv(&plain, 1, MPI_INT, left(), 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    check_equal(plain, 99);
    MPI_Waitall(3, receives, MPI_STATUSES_IGNORE);
    MPI_Waitall(3, sends, MPI_STATUSES_IGNORE);
    for (i = 0; i < 3; i++) {
        check_equal(in[i], 10 + i);
        MPI_Request_free(&sends[i]);
        MPI_Request_free(&receives[i]);
    }
}

static void what_is_ready_early_waits_for_the_receive(void)
{
    int out[4] = {1, 2, 3, 4}, in[4] = {-1, -1, -1, -1}, flag, i;
    MPI_Request send, receive;

    MPI_Psend_init(out, 4, 1, MPI_INT, right(), 5, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
    MPI_Start(&send);
    MPI_Pready_range(0, 3, send);
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_Test(&send, &flag, MPI_STATUS_IGNORE));
    check_equal(in[0], -1);
    MPI_Precv_init(in, 2, 2, MPI_INT, left(), 5, MPI_COMM_WORLD, MPI_INFO_NULL, &receive);
    MPI_Start(&receive);
    check_ok(MPI_Wait(&receive, MPI_STATUS_IGNORE));
    check_ok(MPI_Wait(&send, MPI_STATUS_IGNORE));
    for (i = 0; i < 4; i++)
        check_equal(in[i], i + 1);
    MPI_Request_free(&send);
    MPI_Request_free(&receive);
}

static void types_may_have_gaps(void)
{
    int out[12], in[8], i;
    MPI_Datatype ends; /* the first and the last of three */
    MPI_Request requests[2];

    MPI_Type_vector(2, 1, 2, MPI_INT, &ends);
    MPI_Type_commit(&ends);
    memset(out, -1, sizeof out);
    for (i = 0; i < 8; i++)
        out[i / 2 * 3 + i % 2 * 2] = value_of(check_rank, 0, i);
    MPI_Psend_init(out, 4, 1, ends, right(), 6, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(in, 8, 1, MPI_INT, left(), 6, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Type_free(&ends);
    MPI_Startall(2, requests);
    MPI_Pready_range(0, 3, requests[0]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    check_filled(in, 0, 0, 8);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

static void nobody_may_be_the_partner(void)
{
    int value = 1, flag;
    MPI_Request requests[2];

    MPI_Psend_init(&value, 1, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &requests[0]);
    MPI_Precv_init(&value, 1, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &requests[1]);
    MPI_Startall(2, requests);
    check_ok(MPI_Pready(0, requests[0]));
    check_ok(MPI_Parrived(requests[1], 0, &flag));
    check_equal(flag, 1);
    check_ok(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    check_equal(value, 1);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

static void wrong_arguments_are_refused_at_the_beginning(void)
{
    int buf[4];
    MPI_Request none = MPI_REQUEST_NULL;
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Info info = MPI_INFO_NULL;
    MPI_Datatype raw;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Type_contiguous(1, MPI_INT, &raw);
#define PSEND(buf, parts, count, type, dest, tag, comm, info, request, class)                   \
    check_class(MPI_Psend_init(buf, parts, count, type, dest, tag, comm, info, request), class)
#define PRECV(buf, parts, count, type, source, tag, comm, info, request, class)                 \
    check_class(MPI_Precv_init(buf, parts, count, type, source, tag, comm, info, request), class)
    PSEND(NULL, 1, 1, MPI_INT, 0, 0, world, info, &none, MPI_ERR_BUFFER);
    PSEND(buf, 0, 1, MPI_INT, 0, 0, world, info, &none, MPI_ERR_ARG);
    PSEND(buf, 1, -1, MPI_INT, 0, 0, world, info, &none, MPI_ERR_COUNT);
    PSEND(buf, 1, 1, MPI_DATATYPE_NULL, 0, 0, world, info, &none, MPI_ERR_TYPE);
    PSEND(buf, 1, 1, raw, 0, 0, world, info, &none, MPI_ERR_TYPE);
    PSEND(buf, 1, 1, MPI_INT, check_size, 0, world, info, &none, MPI_ERR_RANK);
    PSEND(buf, 1, 1, MPI_INT, 0, -1, world, info, &none, MPI_ERR_TAG);
    PSEND(buf, 1, 1, MPI_INT, 0, 0, MPI_COMM_NULL, info, &none, MPI_ERR_COMM);
    PSEND(buf, 1, 1, MPI_INT, 0, 0, world, (MPI_Info)8, &none, MPI_ERR_INFO);
    PSEND(buf, 1, 1, MPI_INT, 0, 0, world, info, NULL, MPI_ERR_ARG);
    PRECV(NULL, 1, 1, MPI_INT, 0, 0, world, info, &none, MPI_ERR_BUFFER);
    PRECV(buf, -1, 1, MPI_INT, 0, 0, world, info, &none, MPI_ERR_ARG);
    PRECV(buf, 1, -1, MPI_INT, 0, 0, world, info, &none, MPI_ERR_COUNT);
    PRECV(buf, 1, 1, MPI_DATATYPE_NULL, 0, 0, world, info, &none, MPI_ERR_TYPE);
    PRECV(buf, 1, 1, raw, 0, 0, world, info, &none, MPI_ERR_TYPE);
    PRECV(buf, 1, 1, MPI_INT, check_size, 0, world, info, &none, MPI_ERR_RANK);
    PRECV(buf, 1, 1, MPI_INT, MPI_ANY_SOURCE, 0, world, info, &none, MPI_ERR_RANK);
    PRECV(buf, 1, 1, MPI_INT, 0, MPI_ANY_TAG, world, info, &none, MPI_ERR_TAG);
    PRECV(buf, 1, 1, MPI_INT, 0, 0, MPI_COMM_NULL, info, &none, MPI_ERR_COMM);
    PRECV(buf, 1, 1, MPI_INT, 0, 0, world, (MPI_Info)8, &none, MPI_ERR_INFO);
    PRECV(buf, 1, 1, MPI_INT, 0, 0, world, info, NULL, MPI_ERR_ARG);
    check(none == MPI_REQUEST_NULL);
    MPI_Type_free(&raw);
}

static void wrong_arguments_are_refused_while_parts_go(void)
{
    int buf[4], in[4], flag, list[2] = {0, 4};
    MPI_Request send, receive, none = MPI_REQUEST_NULL;
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Info info = MPI_INFO_NULL;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    memset(buf, 0, sizeof buf);
    MPI_Psend_init(buf, 4, 1, MPI_INT, right(), 7, world, info, &send);
    MPI_Precv_init(in, 4, 1, MPI_INT, left(), 7, world, info, &receive);
    check_class(MPI_Pready(0, send), MPI_ERR_REQUEST); /* not started */
    MPI_Start(&send);
    check_class(MPI_Start(&send), MPI_ERR_REQUEST);
    check_class(MPI_Pready(0, none), MPI_ERR_REQUEST);
    check_class(MPI_Pready(0, receive), MPI_ERR_REQUEST);
    check_class(MPI_Pready(4, send), MPI_ERR_ARG);
    check_class(MPI_Pready(-1, send), MPI_ERR_ARG);
    check_class(MPI_Pready_range(0, 4, send), MPI_ERR_ARG);
    check_class(MPI_Pready_range(-1, 2, send), MPI_ERR_ARG);
    check_class(MPI_Pready_range(2, 1, send), MPI_ERR_ARG);
    check_class(MPI_Pready_range(0, 1, none), MPI_ERR_REQUEST);
    check_class(MPI_Pready_list(-1, list, send), MPI_ERR_ARG);
    check_class(MPI_Pready_list(2, NULL, send), MPI_ERR_ARG);
    check_class(MPI_Pready_list(2, list, send), MPI_ERR_ARG);
    check_class(MPI_Pready_list(1, list, receive), MPI_ERR_REQUEST);
    check_class(MPI_Request_free(&send), MPI_ERR_REQUEST);
    check_class(MPI_Cancel(&send), MPI_ERR_REQUEST);
    check_ok(MPI_Pready(2, send));
    check_class(MPI_Pready(2, send), MPI_ERR_ARG);
    check_class(MPI_Pready_range(1, 3, send), MPI_ERR_ARG); /* and none of them is ready now: */
    check_ok(MPI_Pready_range(0, 1, send));
    check_ok(MPI_Pready(3, send));
    MPI_Start(&receive);
    check_class(MPI_Parrived(receive, 4, &flag), MPI_ERR_ARG);
    check_class(MPI_Parrived(receive, -1, &flag), MPI_ERR_ARG);
    check_class(MPI_Parrived(receive, 0, NULL), MPI_ERR_ARG);
    check_class(MPI_Parrived(send, 0, &flag), MPI_ERR_REQUEST);
    MPI_Wait(&receive, MPI_STATUS_IGNORE);
    MPI_Wait(&send, MPI_STATUS_IGNORE);
    MPI_Request_free(&send);
    MPI_Request_free(&receive);
}

static void a_longer_send_is_cut(void)
{
    int out[4] = {1, 2, 3, 4}, in[5] = {-1, -1, -1, -1, -1};
    MPI_Request requests[2];

    MPI_Psend_init(out, 4, 1, MPI_INT, right(), 8, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Precv_init(in, 1, 3, MPI_INT, left(), 8, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Startall(2, requests);
    MPI_Pready_range(0, 3, requests[0]);
    check_class(MPI_Wait(&requests[1], MPI_STATUS_IGNORE), MPI_ERR_TRUNCATE);
    check_ok(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
    check_equal(in[2], 3);
    check_equal(in[3], -1);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

CASES(the_two_sides_may_have_different_partitions, partitions_arrive_one_by_one,
      ranges_and_lists_get_ready_together, they_match_in_the_order_of_their_making,
      what_is_ready_early_waits_for_the_receive, types_may_have_gaps, nobody_may_be_the_partner,
      wrong_arguments_are_refused_at_the_beginning,
      wrong_arguments_are_refused_while_parts_go, a_longer_send_is_cut)

#else

static void nothing_is_asked(void)
{
}

CASES(nothing_is_asked)

#endif
