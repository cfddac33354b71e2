/* SPDX-License-Identifier: MIT */
/* Contracts on what a rank sends, by peer, tag, communicator and kind, hold exactly, and one that
 * does not lists what was sent.
 *
 * launch: alone
 * ranks: 1
 * options: -O0 -O2
 * sanitizer: no */
#include <heddle/record.h>

#include "../must.h"

enum { RANKS = 3, TAG = 5 };

static MPI_Comm own;

static void communicate(int rank)
{
    MPI_Request request;
    int got, sum;

    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % RANKS, TAG, &got, 1, MPI_INT,
                 (rank + RANKS - 1) % RANKS, TAG, own, MPI_STATUS_IGNORE);
    MPI_Isend(&rank, 1, MPI_INT, rank, TAG + 1, MPI_COMM_WORLD, &request);
    MPI_Recv(&got, 1, MPI_INT, rank, TAG + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Send(&rank, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, own);
}

static int start(void)
{
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    MPI_Comm_set_name(own, "own");
    heddle_record_start();
    return rank;
}

static int keep_contracts(void *argument)
{
    int rank = start();
    char expected[400];

    heddle_expect_recorded("");
    communicate(rank);
    heddle_expect_sent(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_NULL, 2, 2);
    heddle_expect_sent((rank + 1) % RANKS, TAG, own, 1, 1);
    heddle_expect_sent(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, 1, 1);
    heddle_expect_sent(MPI_ANY_SOURCE, 77, MPI_COMM_NULL, 0, 0);
    snprintf(expected, sizeof expected,
             "MPI_Sendrecv to %d, tag 5, 4 bytes on own\n"
             "MPI_Isend to %d, tag 6, 4 bytes on MPI_COMM_WORLD\n"
             "MPI_Allreduce on own\n", (rank + 1) % RANKS, rank);
    heddle_expect_recorded(expected);
    heddle_record_start();
    heddle_expect_no_collective();
    heddle_expect_only_on(own);
    heddle_record_stop();
    MPI_Barrier(MPI_COMM_WORLD);
    heddle_expect_no_collective();
    MPI_Comm_free(&own);
    return argument != NULL;
}

/* Rank 1 has a contract that does not hold. */
static int break_contract(void *argument)
{
    int rank = start();

    communicate(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1 && *(int *)argument == 0)
        heddle_expect_sent(2, TAG, own, 2, 3);
    if (rank == 1 && *(int *)argument == 1)
        heddle_expect_only_on(own);
    if (rank == 1 && *(int *)argument == 2)
        heddle_expect_no_collective();
    if (rank == 1 && *(int *)argument == 3)
        heddle_expect_recorded("MPI_Sendrecv to 2, tag 5, 4 bytes on own\nMPI_Send\n");
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}

static const char *const sentences[] = {
    "1 messages to rank 2, tag 5, expected 2 to 3; sent was:\n"
    "  MPI_Sendrecv to 2, tag 5, 4 bytes on own, in communicate (",
    "MPI_Isend on MPI_COMM_WORLD, another communicator; sent was:\n",
    "MPI_Allreduce is a collective operation; sent was:\n",
    "call 2 differs:\n- MPI_Send\n+ MPI_Isend to 1, tag 6, 4 bytes on MPI_COMM_WORLD\n",
};

int main(void)
{
    must(heddle_run(NULL, RANKS, keep_contracts, NULL, NULL) == 0);
    for (int i = 0; i < 4; i++) {
        struct heddle_result result;

        must(heddle_run(NULL, RANKS, break_contract, &i, &result) == 1);
        fprintf(stderr, "%s\n", result.text);
        must(strstr(result.text, "rank 1: ") == result.text);
        must(strstr(result.text, "record.c:") != NULL && strstr(result.text, sentences[i]) != NULL);
        heddle_result_free(&result);
    }
    return 0;
}
