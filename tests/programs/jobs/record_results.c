/* SPDX-License-Identifier: MIT */
/* A job's result has the records of its ranks, counted by peer, tag, communicator, kind of
 * operation and function, also when the job has failed.
 *
 * launch: alone
 * ranks: 1
 * options: -O0 -O2
 * sanitizer: yes */
#include <heddle/record.h>

#include "../must.h"

enum { RANKS = 4, TAG = 5, OTHER_TAG = 6 };

static __attribute__((noinline)) void exchange(MPI_Comm comm, int tag)
{
    int rank = heddle_rank(), in;

    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % RANKS, tag, &in, 1, MPI_INT,
                 (rank + RANKS - 1) % RANKS, tag, comm, MPI_STATUS_IGNORE);
}

static int body(void *fails)
{
    int sum, one = 1;
    MPI_Comm own;

    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    MPI_Comm_set_name(own, "own");
    exchange(own, OTHER_TAG);
    heddle_record_start();
    exchange(own, TAG);
    exchange(own, TAG);
    exchange(MPI_COMM_WORLD, OTHER_TAG);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, own);
    heddle_record_stop();
    exchange(own, TAG);
    MPI_Comm_free(&own);
    if (fails != NULL && heddle_rank() == 1)
        heddle_fail(__FILE__, __LINE__, "on purpose");
    return 0;
}

static void look(const struct heddle_result *result)
{
    must(heddle_result_sent(result, 0, 1, TAG, "own") == 2);
    must(heddle_result_sent(result, 0, 1, MPI_ANY_TAG, NULL) == 3);
    must(heddle_result_sent(result, 0, 2, MPI_ANY_TAG, NULL) == 0);
    must(heddle_result_sent(result, 3, 0, OTHER_TAG, "MPI_COMM_WORLD") == 1);
    must(heddle_result_sent(result, HEDDLE_EVERY_RANK, MPI_ANY_SOURCE, MPI_ANY_TAG, NULL) == 12);
    must(heddle_result_sent_in(result, 2, "exchange") == 3);
    must(heddle_result_sent_in(result, 2, "body") == 0);
    must(heddle_result_calls(result, 1, "MPI_Sendrecv", "own") == 2);
    must(heddle_result_calls(result, 1, "MPI_Send", NULL) == 0);
    must(heddle_result_calls(result, HEDDLE_EVERY_RANK, "MPI_Allreduce", NULL) == RANKS);
    must(heddle_result_collectives(result, 2, "own") == 1);
    must(heddle_result_collectives(result, 2, "MPI_COMM_WORLD") == 0);
    must(heddle_result_rounds(result, 2) == 4);
    must(heddle_result_rounds(result, HEDDLE_EVERY_RANK) == 4);
    must(heddle_result_sent(result, RANKS, 1, TAG, NULL) == -1);
    must(heddle_result_sent(result, -2, 1, TAG, NULL) == -1);
}

static int one_records(void *argument)
{
    if (heddle_rank() == 1)
        heddle_record_start();
    return argument != NULL;
}

/* Silence is not the same as to have sent nothing. */
static void nobody_takes_silence_for_nothing(void)
{
    struct heddle_result result;

    must(heddle_run(NULL, 2, one_records, NULL, &result) == 0);
    must(heddle_result_sent(&result, 1, MPI_ANY_SOURCE, MPI_ANY_TAG, NULL) == 0);
    must(heddle_result_sent(&result, 0, MPI_ANY_SOURCE, MPI_ANY_TAG, NULL) == -1);
    must(heddle_result_collectives(&result, HEDDLE_EVERY_RANK, NULL) == -1);
    heddle_result_free(&result);
    must(result.recorded == NULL);
}

static void each_is_listed_with_its_place(const struct heddle_result *result)
{
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);

    heddle_result_write(result, out);
    must(fclose(out) == 0);
    must(strstr(text, "rank 3 sent\n  MPI_Sendrecv to 0, tag 5, 4 bytes on own, in exchange"));
    must(strstr(text, "MPI_Allreduce on own, in body (record_results.c:"));
    free(text);
}

int main(void)
{
    struct heddle_result result;

    must(heddle_run(NULL, RANKS, body, NULL, &result) == 0);
    look(&result);
    each_is_listed_with_its_place(&result);
    heddle_result_free(&result);
    must(heddle_run(NULL, RANKS, body, &result, &result) == 1);
    look(&result);
    heddle_result_free(&result);
    nobody_takes_silence_for_nothing();
    return 0;
}
