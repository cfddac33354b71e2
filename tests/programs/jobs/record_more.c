/* SPDX-License-Identifier: MIT */
/* Records of persistent and partitioned requests and of forms with large counts, rounds, places of
 * calls, and traces of all ranks, which a file keeps.
 *
 * launch: alone
 * ranks: 1
 * options: -O0 -O2
 * sanitizer: no */
#include <heddle/over_ranks.h>
#include <heddle/record.h>
#include <unistd.h>

#include "../must.h"

enum { RANKS = 4, TAG = 5 };

static int right(void)
{
    return (heddle_rank() + 1) % RANKS;
}

static int left(void)
{
    return (heddle_rank() + RANKS - 1) % RANKS;
}

static int record_persistent(void *argument)
{
    int in, out = heddle_rank();
    char expected[400];
    MPI_Request requests[2];

    MPI_Send_init(&out, 1, MPI_INT, right(), TAG, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(&in, 1, MPI_INT, left(), TAG, MPI_COMM_WORLD, &requests[1]);
    heddle_record_start();
    heddle_expect_sent(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_NULL, 0, 0);
    for (int i = 0; i < 2; i++) {
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    heddle_expect_sent(right(), TAG, MPI_COMM_WORLD, 2, 2);
    heddle_expect_rounds(2, 2);
    for (int i = 0; i < 2; i++)
        MPI_Request_free(&requests[i]);
    snprintf(expected, sizeof expected,
             "MPI_Startall of MPI_Send_init to %d, tag 5, 4 bytes on MPI_COMM_WORLD\n"
             "MPI_Startall of MPI_Send_init to %d, tag 5, 4 bytes on MPI_COMM_WORLD\n", right(),
             right());
    heddle_expect_recorded(expected);
    return argument != NULL;
}

static int record_partitioned(void *argument)
{
    double in[6], out[6] = {0};
    MPI_Request requests[2], barrier;

    MPI_Psend_init(out, 3, 2, MPI_DOUBLE, right(), TAG, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &requests[0]);
    MPI_Precv_init(in, 3, 2, MPI_DOUBLE, left(), TAG, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &barrier);
    heddle_record_start();
    MPI_Startall(2, requests);
    for (int i = 0; i < 3; i++)
        MPI_Pready(i, requests[0]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    heddle_expect_no_collective();
    MPI_Start(&barrier);
    MPI_Wait(&barrier, MPI_STATUS_IGNORE);
    if (heddle_rank() == 0)
        heddle_expect_recorded("MPI_Startall of MPI_Psend_init to 1, tag 5, 48 bytes on "
                               "MPI_COMM_WORLD\nMPI_Start of MPI_Barrier_init on "
                               "MPI_COMM_WORLD\n");
    for (int i = 0; i < 2; i++)
        MPI_Request_free(&requests[i]);
    MPI_Request_free(&barrier);
    return argument != NULL;
}

static void pass_on(int *number)
{
    MPI_Sendrecv_replace(number, 1, MPI_INT, right(), TAG, left(), TAG, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    __asm__ volatile(""); /* no tail call: the place is here */
}

static int record_large_forms_and_places(void *argument)
{
    int in, out = 1;

    heddle_record_start();
    MPI_Sendrecv_c(&out, 1, MPI_INT, right(), TAG, &in, 1, MPI_INT, left(), TAG, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
    pass_on(&in);
    pass_on(&in);
    MPI_Bcast_c(&out, 1, MPI_INT, 0, MPI_COMM_WORLD);
    heddle_expect_sent(right(), TAG, MPI_COMM_WORLD, 3, 3);
    heddle_expect_sent_in("pass_on", 2, 2);
    heddle_expect_sent_in("pass", 0, 0);
    heddle_expect_rounds(4, 4);
    if (argument != NULL && heddle_rank() == 1)
        heddle_expect_sent_in("pass_on", 0, 1);
    return 0;
}

/* A dissemination, which reaches all after as many rounds as the logarithm says. */
static int disseminate(void *argument)
{
    int step, out = 1, in, size = *(int *)argument, rank = heddle_rank();

    heddle_record_start();
    for (step = 1; step < size; step *= 2)
        MPI_Sendrecv(&out, 1, MPI_INT, (rank + step) % size, TAG, &in, 1, MPI_INT,
                     (rank + size - step) % size, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    heddle_expect_rounds(heddle_log2(size), heddle_log2(size));
    return 0;
}

/* Assertions of a test are no calls of the library that is tested. */
static int assert_over_ranks(void *argument)
{
    heddle_record_start_all();
    must(heddle_over_ranks(HEDDLE_ALL_EQUAL, MPI_COMM_WORLD, "size", RANKS, 0).holds);
    must(!heddle_over_ranks(HEDDLE_SUM, MPI_COMM_WORLD, "rank", heddle_rank(), 7).holds);
    heddle_expect_recorded("");
    return argument != NULL;
}

/* Ranks 2 and 3 send that many messages more. */
static int trace(void *argument)
{
    int number = 0, got, has_come;
    MPI_Request request;

    heddle_record_start_all();
    MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    MPI_Test(&request, &has_come, MPI_STATUS_IGNORE);
    MPI_Send(&number, 1, MPI_INT, right(), TAG, MPI_COMM_WORLD);
    for (int i = 0; i < *(int *)argument && heddle_rank() >= 2; i++)
        MPI_Send(&number, 1, MPI_INT, MPI_PROC_NULL, TAG, MPI_COMM_SELF);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    heddle_expect_trace("record_more.trace");
    return 0;
}

static void expect_text(heddle_function *function, void *argument, const char *text)
{
    struct heddle_result result;

    must(heddle_run(NULL, RANKS, function, argument, &result) == 1);
    fprintf(stderr, "%s\n", result.text);
    must(strstr(result.text, text) != NULL);
    heddle_result_free(&result);
}

static void a_trace_is_kept_in_a_file(void)
{
    int more = 0;

    unlink("record_more.trace");
    expect_text(trace, &more, "there is no file record_more.trace; HEDDLE_UPDATE=1 writes it");
    must(setenv("HEDDLE_UPDATE", "1", 1) == 0);
    must(heddle_run(NULL, RANKS, trace, &more, NULL) == 0);
    must(unsetenv("HEDDLE_UPDATE") == 0);
    must(heddle_run(NULL, RANKS, trace, &more, NULL) == 0);
    more = 1;
    expect_text(trace, &more, "the trace differs from record_more.trace:\n rank 2\n"
                              "+    MPI_Send to MPI_PROC_NULL on MPI_COMM_SELF\n rank 3\n"
                              "+    MPI_Send to MPI_PROC_NULL on MPI_COMM_SELF");
    more = 9;
    expect_text(trace, &more,
                "+    MPI_Send to MPI_PROC_NULL on MPI_COMM_SELF\n+    ...\n rank 3\n+");
    must(setenv("HEDDLE_UPDATE", "1", 1) == 0);
    must(heddle_run(NULL, RANKS, trace, &more, NULL) == 0);
    must(unsetenv("HEDDLE_UPDATE") == 0);
    more = 8;
    expect_text(trace, &more, "record_more.trace:\n rank 2\n"
                              "-    MPI_Send to MPI_PROC_NULL on MPI_COMM_SELF\n rank 3\n"
                              "-    MPI_Send to MPI_PROC_NULL on MPI_COMM_SELF");
}

int main(void)
{
    must(heddle_run(NULL, RANKS, record_persistent, NULL, NULL) == 0);
    must(heddle_run(NULL, RANKS, record_partitioned, NULL, NULL) == 0);
    must(heddle_run(NULL, RANKS, record_large_forms_and_places, NULL, NULL) == 0);
    expect_text(record_large_forms_and_places, "no",
                "2 messages sent in pass_on, expected 0 to 1; sent was:\n  MPI_Sendrecv_c to 2, "
                "tag 5, 4 bytes on MPI_COMM_WORLD, in record_large_forms_and_places (record_more");
    must(heddle_run(NULL, RANKS, assert_over_ranks, NULL, NULL) == 0);
    for (int size = 1; size <= 9; size++)
        must(heddle_run(NULL, size, disseminate, &size, NULL) == 0);
    a_trace_is_kept_in_a_file();
    return 0;
}
