/* SPDX-License-Identifier: MIT */
/* A job that goes on for long needs no more memory than in its beginning: what calls have taken and
 * given back is used again, also when one rank takes it and another gives it back.
 *
 * launch: alone
 * ranks: 1
 * options: -O1
 * sanitizer: no */
#include <heddle.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "../memory.h"
#include "../must.h"

enum { ROUNDS_BEFORE = 20000, ROUNDS = 100000, BYTES = 500, GROWTH_KB_MAX = 1024 };

static char sent[BYTES], received[BYTES];

/* The message has its data in a copy of its own that the receiver frees. */
static void send_to_the_other(int rank)
{
    if (rank == 0)
        MPI_Send(sent, BYTES, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(received, BYTES, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void do_a_round(int rank)
{
    int one = 1, sum;
    MPI_Request requests[2];

    send_to_the_other(rank);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Irecv(received, BYTES, MPI_BYTE, rank, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(sent, BYTES, MPI_BYTE, rank, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
}

static int do_many_rounds(void *argument)
{
    long before_kb, after_kb;
    int rank;

    (void)argument;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < ROUNDS_BEFORE; i++)
        do_a_round(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    before_kb = resident_kb();
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < ROUNDS; i++)
        do_a_round(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    after_kb = resident_kb();
    printf("%ld KiB, then %ld KiB\n", before_kb, after_kb);
    return after_kb > before_kb + GROWTH_KB_MAX;
}

int main(void)
{
    return heddle_run(NULL, 2, do_many_rounds, NULL, NULL);
}
