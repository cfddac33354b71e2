/* SPDX-License-Identifier: MIT */
/* Small messages, whose way is the shortest, beside whatever makes them take another. */
#include <stdlib.h>

#include "check.h"

enum { BYTES_MAX = 700, LARGE = 100000, ROUNDS = 200, KINDS = 10 };

static unsigned char pattern(int bytes, int i)
{
    return (unsigned char)(bytes * 7 + i * 13 + 1);
}

static void write_pattern(unsigned char *out, int bytes)
{
    int i;

    for (i = 0; i < bytes; i++)
        out[i] = pattern(bytes, i);
}

/* What came, and that nothing was written behind it. */
static void check_pattern(const unsigned char *in, int bytes)
{
    int i, wrong = 0;

    for (i = 0; i < bytes; i++)
        wrong += in[i] != pattern(bytes, i);
    check_equal(wrong, 0);
    check_equal(in[bytes], 0xee);
}

/* To the other of two ranks; the others have none. */
static int partner(void)
{
    return check_rank < check_size - check_size % 2 ? check_rank ^ 1 : MPI_PROC_NULL;
}

static int is_first(void)
{
    return check_rank % 2 == 0;
}

static void check_status(const MPI_Status *status, int source, int tag, int bytes)
{
    int count;

    check_equal(status->MPI_SOURCE, source);
    check_equal(status->MPI_TAG, tag);
    check_ok(MPI_Get_count(status, MPI_BYTE, &count));
    check_equal(count, bytes);
}

static void receive_length(int bytes, int source, int tag)
{
    unsigned char in[BYTES_MAX + 1];
    MPI_Status status;

    memset(in, 0xee, sizeof in);
    check_ok(MPI_Recv(in, BYTES_MAX, MPI_BYTE, source, tag, MPI_COMM_WORLD, &status));
    check_status(&status, partner(), bytes, bytes);
    check_pattern(in, bytes);
}

/* To and fro, so that both ways of a blocking message are gone. */
static void each_length_is_answered(void)
{
    unsigned char out[BYTES_MAX];
    int bytes;

    if (partner() == MPI_PROC_NULL)
        return;
    for (bytes = 0; bytes < BYTES_MAX; bytes++) {
        write_pattern(out, bytes);
        if (is_first())
            check_ok(MPI_Send(out, bytes, MPI_BYTE, partner(), bytes, MPI_COMM_WORLD));
        receive_length(bytes, bytes % 3 == 0 ? MPI_ANY_SOURCE : partner(),
                       bytes % 2 == 0 ? MPI_ANY_TAG : bytes);
        if (!is_first())
            check_ok(MPI_Send(out, bytes, MPI_BYTE, partner(), bytes, MPI_COMM_WORLD));
    }
}

static void each_length_comes_by_requests(void)
{
    unsigned char out[BYTES_MAX], in[BYTES_MAX + 1];
    MPI_Status statuses[2];
    MPI_Request requests[2];
    int bytes;

    if (partner() == MPI_PROC_NULL)
        return;
    for (bytes = 0; bytes < BYTES_MAX; bytes++) {
        write_pattern(out, bytes);
        memset(in, 0xee, sizeof in);
        check_ok(MPI_Irecv(in, BYTES_MAX, MPI_BYTE, partner(), bytes, MPI_COMM_WORLD,
                           &requests[0]));
        check_ok(MPI_Isend(out, bytes, MPI_BYTE, partner(), bytes, MPI_COMM_WORLD, &requests[1]));
        if (bytes % 2 == 0) {
            check_ok(MPI_Waitall(2, requests, statuses));
        } else {
            check_ok(MPI_Wait(&requests[1], MPI_STATUS_IGNORE));
            check_ok(MPI_Wait(&requests[0], &statuses[0]));
        }
        check_equal(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL, 1);
        check_status(&statuses[0], partner(), bytes, bytes);
        check_pattern(in, bytes);
    }
}

static void a_posted_receive_goes_before_a_later_one(void)
{
    int i, first, second;
    MPI_Request request;

    for (i = 0; i < ROUNDS && partner() != MPI_PROC_NULL; i++) {
        int values[2] = {2 * i, 2 * i + 1};

        check_ok(MPI_Irecv(&first, 1, MPI_INT, partner(), 5, MPI_COMM_WORLD, &request));
        check_ok(MPI_Send(&values[0], 1, MPI_INT, partner(), 5, MPI_COMM_WORLD));
        check_ok(MPI_Send(&values[1], 1, MPI_INT, partner(), 5, MPI_COMM_WORLD));
        check_ok(MPI_Recv(&second, 1, MPI_INT, partner(), 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        check_ok(MPI_Wait(&request, MPI_STATUS_IGNORE));
        check_equal(first, 2 * i);
        check_equal(second, 2 * i + 1);
    }
}

static void a_message_that_waits_goes_before_one_that_comes(void)
{
    int i, k, value;

    for (i = 0; i < ROUNDS && partner() != MPI_PROC_NULL; i++) {
        for (k = 0; k < 3; k++) {
            value = 10 * i + k;
            check_ok(MPI_Send(&value, 1, MPI_INT, partner(), k == 2, MPI_COMM_WORLD));
        }
        check_ok(MPI_Recv(&value, 1, MPI_INT, partner(), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        check_equal(value, 10 * i + 2);
        for (k = 0; k < 2; k++) {
            check_ok(MPI_Recv(&value, 1, MPI_INT, partner(), MPI_ANY_TAG, MPI_COMM_WORLD,
                              MPI_STATUS_IGNORE));
            check_equal(value, 10 * i + k);
        }
    }
}

/* One sender's messages of all kinds come in the order in which they were sent. */
static void small_and_large_messages_keep_their_order(void)
{
    int *out = calloc(LARGE, sizeof *out), *in = calloc(LARGE, sizeof *in);
    static const int counts[KINDS] = {1, 40, 1, 8, LARGE, 1, 100, 2, 1000, 6};
    MPI_Request requests[KINDS];
    int i, k;

    for (i = 0; i < ROUNDS / 10 && partner() != MPI_PROC_NULL; i++) {
        for (k = 0; k < KINDS && is_first(); k++) {
            requests[k] = MPI_REQUEST_NULL;
            if (k % 3 == 0 && counts[k] < LARGE)
                check_ok(MPI_Send(&counts[k], 1, MPI_INT, partner(), 0, MPI_COMM_WORLD));
            else
                check_ok(MPI_Isend(out, counts[k], MPI_INT, partner(), 0, MPI_COMM_WORLD,
                                   &requests[k]));
        }
        if (is_first())
            check_ok(MPI_Waitall(KINDS, requests, MPI_STATUSES_IGNORE));
        for (k = 0; k < KINDS && !is_first(); k++) {
            MPI_Status status;
            int count;

            check_ok(MPI_Recv(in, LARGE, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                              &status));
            check_ok(MPI_Get_count(&status, MPI_INT, &count));
            check_equal(count, k % 3 == 0 && counts[k] < LARGE ? 1 : counts[k]);
        }
    }
    free(out);
    free(in);
}

static void nobody_is_sent_nothing(void)
{
    MPI_Status status;
    int value = 7;

    check_ok(MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
    check_ok(MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    check_ok(MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
    check_status(&status, MPI_PROC_NULL, MPI_ANY_TAG, 0);
    check_equal(value, 7);
}

/* One call waits for requests of all kinds. */
static void requests_of_all_kinds_end_together(void)
{
    int out = check_rank, small = -1, *large = calloc(LARGE, sizeof *large);
    int *many = calloc(LARGE, sizeof *many), i;
    MPI_Request requests[6];
    MPI_Status statuses[6];

    for (i = 0; i < 20; i++) {
        check_ok(MPI_Irecv(&small, 1, MPI_INT, partner(), 1, MPI_COMM_WORLD, &requests[0]));
        check_ok(MPI_Irecv(large, LARGE, MPI_INT, partner(), 2, MPI_COMM_WORLD, &requests[1]));
        requests[2] = MPI_REQUEST_NULL;
        check_ok(MPI_Isend(&out, 1, MPI_INT, partner(), 1, MPI_COMM_WORLD, &requests[3]));
        check_ok(MPI_Isend(many, LARGE, MPI_INT, partner(), 2, MPI_COMM_WORLD, &requests[4]));
        check_ok(MPI_Ibarrier(MPI_COMM_WORLD, &requests[5]));
        check_ok(MPI_Waitall(6, requests, statuses));
        if (partner() == MPI_PROC_NULL)
            continue;
        check_status(&statuses[0], partner(), 1, (int)sizeof small);
        check_status(&statuses[1], partner(), 2, (int)(LARGE * sizeof *large));
        check_status(&statuses[2], MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
        check_equal(small, partner());
    }
    free(large);
    free(many);
}

/* What does not fit is an error on the shortest way, too, and the next message is not. */
static void a_message_too_long_is_told(void)
{
    int values[2] = {1, 2}, got = 0;

    if (partner() == MPI_PROC_NULL)
        return;
    check_ok(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    check_ok(MPI_Send(values, 2, MPI_INT, partner(), 0, MPI_COMM_WORLD));
    check_class(MPI_Recv(&got, 1, MPI_INT, partner(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
                MPI_ERR_TRUNCATE);
    check_ok(MPI_Send(values, 1, MPI_INT, partner(), 0, MPI_COMM_WORLD));
    check_ok(MPI_Recv(&got, 1, MPI_INT, partner(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    check_equal(got, 1);
    check_ok(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL));
}

CASES(each_length_is_answered, each_length_comes_by_requests,
      a_posted_receive_goes_before_a_later_one, a_message_that_waits_goes_before_one_that_comes,
      small_and_large_messages_keep_their_order, nobody_is_sent_nothing,
      requests_of_all_kinds_end_together, a_message_too_long_is_told)
