/* SPDX-License-Identifier: MIT */
/* Messages: what arrives, in which order, and what the status says of it. */
#include <stdlib.h>

#include "check.h"

/* A pattern that differs by sender, receiver and place. */
static int pattern(int from, int to, int i)
{
    return (from * 1000 + to) * 7919 + i * 31;
}

static void a_message_goes_round_the_ring(void)
{
    int token = check_rank == 0 ? 17 : -1;

    if (check_size == 1)
        return;
    if (check_rank == 0) {
        check_ok(MPI_Send(&token, 1, MPI_INT, right(), 0, MPI_COMM_WORLD));
        check_ok(MPI_Recv(&token, 1, MPI_INT, left(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        check_equal(token, 17 + check_size - 1);
    } else {
        check_ok(MPI_Recv(&token, 1, MPI_INT, left(), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        token++;
        check_ok(MPI_Send(&token, 1, MPI_INT, right(), 0, MPI_COMM_WORLD));
    }
}

/* Lengths around every boundary that a protocol may have. */
static void every_length_arrives_whole(void)
{
    static const int lengths[] = {0,    1,    2,    3,    7,    8,     9,     31,    32,
                                  33,   63,   64,   65,   127,  255,   256,   257,   1000,
                                  1023, 1024, 1025, 4095, 4096, 4097,  9999,  65535, 65536,
                                  65537, 262144, 1000003, 535,  536,   537,   131071, 131072};
    int i, k;

    for (i = 0; i < (int)(sizeof lengths / sizeof lengths[0]); i++) {
        int n = lengths[i], wrong = 0;
        unsigned char *out = malloc((size_t)n + 1), *in = malloc((size_t)n + 1);
        MPI_Status status;
        int count = -1;

        for (k = 0; k < n; k++)
            out[k] = (unsigned char)pattern(check_rank, right(), k);
        in[n] = 0xa5;
        check_ok(MPI_Sendrecv(out, n, MPI_UNSIGNED_CHAR, right(), i, in, n, MPI_UNSIGNED_CHAR,
                              left(), i, MPI_COMM_WORLD, &status));
        for (k = 0; k < n; k++)
            wrong += in[k] != (unsigned char)pattern(left(), check_rank, k);
        check_equal(wrong, 0);
        check_equal(in[n], 0xa5);
        MPI_Get_count(&status, MPI_UNSIGNED_CHAR, &count);
        check_equal(count, n);
        check_equal(status.MPI_SOURCE, left());
        check_equal(status.MPI_TAG, i);
        free(out);
        free(in);
    }
}

static void messages_of_one_sender_arrive_in_order(void)
{
    enum { MESSAGES = 300 };
    int i, value;

    if (check_rank != 0) {
        for (i = 0; i < MESSAGES; i++)
            MPI_Send(&i, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    } else {
        int *next = calloc((size_t)check_size, sizeof *next);
        MPI_Status status;

        for (i = 0; i < MESSAGES * (check_size - 1); i++) {
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            check(status.MPI_SOURCE > 0 && status.MPI_SOURCE < check_size);
            check_equal(status.MPI_TAG, 5);
            check_equal(value, next[status.MPI_SOURCE]);
            next[status.MPI_SOURCE]++;
        }
        free(next);
    }
}

/* Small and large ones between the same two ranks: the order is that of the sends. */
static void lengths_do_not_overtake_each_other(void)
{
    static const int lengths[] = {100000, 1, 5000, 0, 64, 300000, 8, 2000};
    enum { MESSAGES = sizeof lengths / sizeof lengths[0], LONGEST = 300000 };
    MPI_Request requests[MESSAGES];
    char *out = calloc(1, LONGEST), *in = calloc(1, LONGEST);
    MPI_Status status;
    int i, count;

    for (i = 0; i < MESSAGES; i++)
        MPI_Isend(out, lengths[i], MPI_CHAR, right(), 3, MPI_COMM_WORLD, &requests[i]);
    for (i = 0; i < MESSAGES; i++) {
        MPI_Recv(in, LONGEST, MPI_CHAR, left(), MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_CHAR, &count);
        check_equal(count, lengths[i]);
    }
    MPI_Waitall(MESSAGES, requests, MPI_STATUSES_IGNORE);
    free(out);
    free(in);
}

static void tags_select(void)
{
    int out[3] = {10, 11, 12}, in[3] = {-1, -1, -1}, i;
    MPI_Request requests[3];

    for (i = 0; i < 3; i++)
        MPI_Isend(&out[i], 1, MPI_INT, right(), i, MPI_COMM_WORLD, &requests[i]);
    for (i = 2; i >= 0; i--)
        MPI_Recv(&in[i], 1, MPI_INT, left(), i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (i = 0; i < 3; i++)
        check_equal(in[i], out[i]);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
}

static void the_largest_tag_is_taken(void)
{
    int out = 1, in = 0;
    MPI_Status status;

    MPI_Sendrecv(&out, 1, MPI_INT, right(), 32767, &in, 1, MPI_INT, left(), 32767, MPI_COMM_WORLD,
                 &status);
    check_equal(status.MPI_TAG, 32767);
    check_equal(in, 1);
}

static void sources_select(void)
{
    int i, value;

    if (check_rank != 0) {
        MPI_Send(&check_rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        return;
    }
    for (i = check_size - 1; i > 0; i--) {
        MPI_Recv(&value, 1, MPI_INT, i, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check_equal(value, i);
    }
}

static void receives_match_in_the_order_they_were_posted(void)
{
    enum { RECEIVES = 40 };
    MPI_Request requests[RECEIVES];
    int in[RECEIVES], i;

    for (i = 0; i < RECEIVES; i++) {
        in[i] = -1;
        /* Every kind of wildcard among them. */
        MPI_Irecv(&in[i], 1, MPI_INT, i % 2 ? MPI_ANY_SOURCE : left(), i % 3 ? MPI_ANY_TAG : 8,
                  MPI_COMM_WORLD, &requests[i]);
    }
    for (i = 0; i < RECEIVES; i++)
        MPI_Send(&i, 1, MPI_INT, right(), 8, MPI_COMM_WORLD);
    MPI_Waitall(RECEIVES, requests, MPI_STATUSES_IGNORE);
    for (i = 0; i < RECEIVES; i++)
        check_equal(in[i], i);
}

static void nothing_goes_to_or_comes_from_proc_null(void)
{
    int value = 5, count = -1;
    MPI_Request request;
    MPI_Status status;

    check_ok(MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
    check_ok(MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &status));
    check_equal(value, 5);
    check_equal(status.MPI_SOURCE, MPI_PROC_NULL);
    check_equal(status.MPI_TAG, MPI_ANY_TAG);
    MPI_Get_count(&status, MPI_INT, &count);
    check_equal(count, 0);
    check_ok(MPI_Isend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request));
    check_ok(MPI_Wait(&request, MPI_STATUS_IGNORE));
    check_ok(MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request));
    check_ok(MPI_Wait(&request, &status));
#ifndef MPICH_VERSION /* 4.0 gives rank 0 and tag 0 */
    check_equal(status.MPI_SOURCE, MPI_PROC_NULL);
    check_equal(status.MPI_TAG, MPI_ANY_TAG);
#endif
    check_ok(MPI_Sendrecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, &value, 1, MPI_INT, MPI_PROC_NULL,
                          0, MPI_COMM_WORLD, &status));
    check_equal(status.MPI_SOURCE, MPI_PROC_NULL);
}

static void no_elements_need_no_buffer(void)
{
    MPI_Status status;
    int count = -1;

    check_ok(MPI_Sendrecv(NULL, 0, MPI_INT, right(), 0, NULL, 0, MPI_INT, left(), 0,
                          MPI_COMM_WORLD, &status));
    MPI_Get_count(&status, MPI_INT, &count);
    check_equal(count, 0);
}

static void one_can_send_to_oneself(void)
{
    int out = check_rank + 100, in = -1;
    MPI_Request request;

    MPI_Irecv(&in, 1, MPI_INT, check_rank, 6, MPI_COMM_WORLD, &request);
    MPI_Send(&out, 1, MPI_INT, check_rank, 6, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    check_equal(in, out);
    in = -1;
    MPI_Sendrecv(&out, 1, MPI_INT, 0, 2, &in, 1, MPI_INT, 0, 2, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    check_equal(in, out);
}

static void a_shorter_message_leaves_the_rest_of_the_buffer(void)
{
    int out[2] = {1, 2}, in[4] = {-1, -1, -1, -1}, count = -1;
    MPI_Status status;

    MPI_Sendrecv(out, 2, MPI_INT, right(), 0, in, 4, MPI_INT, left(), 0, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    check_equal(count, 2);
    check_equal(in[0], 1);
    check_equal(in[1], 2);
    check_equal(in[2], -1);
    check_equal(in[3], -1);
}

static void the_buffer_of_a_finished_send_is_free(void)
{
    int i, value, wrong = 0;

    for (i = 0; i < 100; i++) {
        if (check_rank % 2 == 0 && check_rank + 1 < check_size) {
            value = i;
            MPI_Send(&value, 1, MPI_INT, check_rank + 1, 0, MPI_COMM_WORLD);
            value = -1;
        } else if (check_rank % 2 == 1) {
            MPI_Recv(&value, 1, MPI_INT, check_rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            wrong += value != i;
        }
    }
    check_equal(wrong, 0);
}

static void all_exchange_with_all_at_once(void)
{
    enum { LENGTH = 2000 };
    MPI_Request *requests = malloc(2 * (size_t)check_size * sizeof *requests);
    int *out = malloc((size_t)check_size * LENGTH * sizeof *out);
    int *in = malloc((size_t)check_size * LENGTH * sizeof *in);
    int peer, i, wrong = 0;

    for (peer = 0; peer < check_size; peer++) {
        for (i = 0; i < LENGTH; i++)
            out[peer * LENGTH + i] = pattern(check_rank, peer, i);
        MPI_Irecv(in + peer * LENGTH, LENGTH, MPI_INT, peer, 0, MPI_COMM_WORLD, &requests[peer]);
    }
    for (peer = 0; peer < check_size; peer++)
        MPI_Isend(out + peer * LENGTH, LENGTH, MPI_INT, peer, 0, MPI_COMM_WORLD,
                  &requests[check_size + peer]);
    check_ok(MPI_Waitall(2 * check_size, requests, MPI_STATUSES_IGNORE));
    for (peer = 0; peer < check_size; peer++)
        for (i = 0; i < LENGTH; i++)
            wrong += in[peer * LENGTH + i] != pattern(peer, check_rank, i);
    check_equal(wrong, 0);
    free(requests);
    free(out);
    free(in);
}

static void the_large_forms_do_the_same(void)
{
    long out[3] = {check_rank, 2, 3}, in[3] = {-1, -1, -1};
    MPI_Count count = -1;
    MPI_Request requests[2];
    MPI_Status status;

    check_ok(MPI_Irecv_c(in, 3, MPI_LONG, left(), 0, MPI_COMM_WORLD, &requests[0]));
    check_ok(MPI_Isend_c(out, 3, MPI_LONG, right(), 0, MPI_COMM_WORLD, &requests[1]));
    MPI_Wait(&requests[0], &status);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    check_ok(MPI_Get_count_c(&status, MPI_LONG, &count));
    check_equal(count, 3);
    check_equal(in[0], left());
    check_ok(MPI_Irecv(in, 3, MPI_LONG, left(), 0, MPI_COMM_WORLD, &requests[0]));
    check_ok(MPI_Send_c(out, 2, MPI_LONG, right(), 0, MPI_COMM_WORLD));
    MPI_Wait(&requests[0], &status);
    check_ok(MPI_Get_count_c(&status, MPI_LONG, &count));
    check_equal(count, 2);
    check_ok(MPI_Isend(out, 1, MPI_LONG, right(), 0, MPI_COMM_WORLD, &requests[0]));
    check_ok(MPI_Recv_c(in, 3, MPI_LONG, left(), 0, MPI_COMM_WORLD, &status));
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    check_ok(MPI_Get_count_c(&status, MPI_LONG, &count));
    check_equal(count, 1);
    check_ok(MPI_Sendrecv_c(out, 3, MPI_LONG, right(), 0, in, 3, MPI_LONG, left(), 0,
                            MPI_COMM_WORLD, &status));
    check_ok(MPI_Get_count_c(&status, MPI_LONG, &count));
    check_equal(count, 3);
}

enum { IN_A_ROW = 66, GREETINGS = 40, LONGEST = 4096 };

/* The other of a pair of neighbours; -1: this rank has none. */
static int partner(void)
{
    return (check_rank ^ 1) < check_size ? check_rank ^ 1 : -1;
}

/* The n-th message of a row: its length, and its bytes. */
static int length_of(int n)
{
    static const int lengths[] = {8, 1024, 24, 25, 64, 2048, 400, 536, 537, 2049, LONGEST};

    return lengths[n % (int)(sizeof lengths / sizeof lengths[0])];
}

static void fill(unsigned char *out, int length, int from, int n)
{
    int i;

    for (i = 0; i < length; i++)
        out[i] = (unsigned char)pattern(from, n, i);
}

static int wrong_bytes(const unsigned char *in, int length, int from, int n)
{
    int wrong = 0, i;

    for (i = 0; i < length; i++)
        wrong += in[i] != (unsigned char)pattern(from, n, i);
    return wrong;
}

/* The two answer each other first, as ranks do before one of them sends a row. */
static void blocking_sends_in_a_row_keep_their_order(void)
{
    static unsigned char data[LONGEST];
    MPI_Status status;
    int other = partner(), n, count;

    if (other < 0)
        return;
    for (n = 0; n < GREETINGS + IN_A_ROW; n++) {
        int length = n < GREETINGS ? 8 : length_of(n);

        if (check_rank < other) {
            fill(data, length, check_rank, n);
            check_ok(MPI_Send(data, length, MPI_UNSIGNED_CHAR, other, 0, MPI_COMM_WORLD));
        } else {
            check_ok(MPI_Recv(data, LONGEST, MPI_UNSIGNED_CHAR, other, 0, MPI_COMM_WORLD, &status));
            MPI_Get_count(&status, MPI_UNSIGNED_CHAR, &count);
            check_equal(count, length);
            check_equal(wrong_bytes(data, count, other, n), 0);
        }
        if (n < GREETINGS)
            check_ok(MPI_Sendrecv(&n, 1, MPI_INT, other, 1, &count, 1, MPI_INT, other, 1,
                                  MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    }
}

/* Neither receives anything before it has sent all. */
static void windows_in_both_directions_arrive_whole(void)
{
    static unsigned char out[IN_A_ROW][LONGEST], in[IN_A_ROW][LONGEST];
    MPI_Request requests[2 * IN_A_ROW];
    int other = partner(), length, n;

    if (other < 0)
        return;
    for (length = 8; length <= LONGEST; length *= 2) {
        for (n = 0; n < IN_A_ROW; n++) {
            fill(out[n], length, check_rank, n);
            check_ok(MPI_Irecv(in[n], length, MPI_UNSIGNED_CHAR, other, length, MPI_COMM_WORLD,
                               &requests[n]));
        }
        for (n = 0; n < IN_A_ROW; n++)
            check_ok(MPI_Isend(out[n], length, MPI_UNSIGNED_CHAR, other, length, MPI_COMM_WORLD,
                               &requests[IN_A_ROW + n]));
        check_ok(MPI_Waitall(2 * IN_A_ROW, requests, MPI_STATUSES_IGNORE));
        for (n = 0; n < IN_A_ROW; n++)
            check_equal(wrong_bytes(in[n], length, other, n), 0);
    }
}

CASES(a_message_goes_round_the_ring, every_length_arrives_whole,
      messages_of_one_sender_arrive_in_order, lengths_do_not_overtake_each_other, tags_select,
      the_largest_tag_is_taken, sources_select, receives_match_in_the_order_they_were_posted,
      nothing_goes_to_or_comes_from_proc_null, no_elements_need_no_buffer, one_can_send_to_oneself,
      a_shorter_message_leaves_the_rest_of_the_buffer, the_buffer_of_a_finished_send_is_free,
      all_exchange_with_all_at_once, the_large_forms_do_the_same,
      blocking_sends_in_a_row_keep_their_order, windows_in_both_directions_arrive_whole)
