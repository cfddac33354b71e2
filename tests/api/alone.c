/* SPDX-License-Identifier: MIT */
/* Calls that need no other rank. */
#include "check.h"

#include <string.h>

enum { TAG = 3, LARGE = 70000 };

static void exchange(const void *out, int sent, void *in, int room, int source, int tag,
                     MPI_Status *status)
{
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Sendrecv(out, sent, MPI_CHAR, rank, TAG, in, room, MPI_CHAR,
                 source == MPI_ANY_SOURCE ? source : rank, tag, MPI_COMM_WORLD, status);
}

static void what_is_sent_to_oneself_arrives_at_any_length(void)
{
    static const int lengths[] = {0, 1, 4, 8, 13, 32, 33, 312, 313, 536, 537, 4097, LARGE};
    static char out[LARGE], in[LARGE + 1];
    int i, k, rank, count;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (k = 0; k < LARGE; k++)
        out[k] = (char)(k * 7 + rank);
    for (i = 0; i < (int)(sizeof lengths / sizeof *lengths); i++) {
        MPI_Status status;

        memset(in, -1, sizeof in);
        exchange(out, lengths[i], in, LARGE, MPI_ANY_SOURCE, i % 2 == 0 ? TAG : MPI_ANY_TAG,
                 &status);
        check(memcmp(in, out, (size_t)lengths[i]) == 0);
        check_equal(in[lengths[i]], -1);
        check_equal(status.MPI_SOURCE, rank);
        check_equal(status.MPI_TAG, TAG);
        MPI_Get_count(&status, MPI_CHAR, &count);
        check_equal(count, lengths[i]);
    }
}

static void a_message_that_waits_is_received_first(void)
{
    char early = 'a', late = 'b', in = 0;
    int rank;
    MPI_Request request;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Isend(&early, 1, MPI_CHAR, rank, TAG, MPI_COMM_WORLD, &request);
    exchange(&late, 1, &in, 1, rank, TAG, MPI_STATUS_IGNORE);
    check_equal(in, 'a');
    MPI_Recv(&in, 1, MPI_CHAR, rank, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    check_equal(in, 'b');
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void a_message_with_another_tag_waits(void)
{
    char early = 'a', late = 'b', in = 0;
    int rank, flag = 0;
    MPI_Request request;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Isend(&early, 1, MPI_CHAR, rank, TAG + 1, MPI_COMM_WORLD, &request);
    exchange(&late, 1, &in, 1, rank, TAG, MPI_STATUS_IGNORE);
    check_equal(in, 'b');
    MPI_Iprobe(rank, TAG + 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    check(flag);
    MPI_Recv(&in, 1, MPI_CHAR, rank, TAG + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    check_equal(in, 'a');
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void a_posted_receive_keeps_its_place(void)
{
    char first = 'a', second = 'b', posted = 0, in = 0;
    int rank;
    MPI_Request requests[2];

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Irecv(&posted, 1, MPI_CHAR, rank, TAG, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&second, 1, MPI_CHAR, rank, TAG + 1, MPI_COMM_WORLD, &requests[1]);
    exchange(&first, 1, &in, 1, rank, TAG + 1, MPI_STATUS_IGNORE);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    check_equal(posted, 'a');
    check_equal(in, 'b');
}

static void a_message_to_oneself_may_be_too_long(void)
{
    char out[8] = "1234567", in[8] = "abcdefg";
    int rank, err, class;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    err = MPI_Sendrecv(out, 8, MPI_CHAR, rank, TAG, in, 4, MPI_CHAR, rank, TAG, MPI_COMM_WORLD,
                       MPI_STATUS_IGNORE);
    MPI_Error_class(err, &class);
    check_equal(class, MPI_ERR_TRUNCATE);
    check(memcmp(in + 4, "efg", 4) == 0);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

static void nobody_gives_and_takes_nothing(void)
{
    char out = 'a', in = 'b';
    MPI_Status status;

    MPI_Sendrecv(&out, 1, MPI_CHAR, MPI_PROC_NULL, TAG, &in, 1, MPI_CHAR, MPI_PROC_NULL, TAG,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&out, 1, MPI_CHAR, MPI_PROC_NULL, TAG, &in, 1, MPI_CHAR, MPI_PROC_NULL, TAG,
                 MPI_COMM_WORLD, &status);
    check_equal(in, 'b');
    check_equal(status.MPI_SOURCE, MPI_PROC_NULL);
    check_equal(status.MPI_TAG, MPI_ANY_TAG);
}

static void barriers_of_one_wait_for_nobody(void)
{
    MPI_Comm comm;
    MPI_Request request;
    int rank, i, sum = 0, one = 1;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &comm);
    for (i = 0; i < 100; i++) {
        MPI_Barrier(MPI_COMM_SELF);
        MPI_Ibarrier(comm, &request);
        MPI_Barrier(comm);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    }
    check_equal(sum, 1);
    MPI_Comm_free(&comm);
}

static void a_receive_that_nothing_came_for_is_not_done(void)
{
    char out = 'a', in = 0;
    int rank, flag, i;
    MPI_Request request;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Irecv(&in, 1, MPI_CHAR, rank, TAG, MPI_COMM_WORLD, &request);
    for (i = 0; i < 100; i++) {
        flag = 1;
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        check(!flag);
        check(request != MPI_REQUEST_NULL);
    }
    MPI_Send(&out, 1, MPI_CHAR, rank, TAG, MPI_COMM_WORLD);
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    check(flag);
    check_equal(in, 'a');
    check(request == MPI_REQUEST_NULL);
}

CASES(what_is_sent_to_oneself_arrives_at_any_length, a_message_that_waits_is_received_first,
      a_message_with_another_tag_waits, a_posted_receive_keeps_its_place,
      a_message_to_oneself_may_be_too_long, nobody_gives_and_takes_nothing,
      barriers_of_one_wait_for_nobody, a_receive_that_nothing_came_for_is_not_done)
