/* SPDX-License-Identifier: MIT */
/* Collective operations that happen not to wait, in programs that are wrong because they may:
 * HEDDLE_SYNC_COLLECTIVES=1 shows them. */
#include "case.h"

enum { TAG = 3 };

/* Rank 0 sends only when the others have what it broadcasts, and they want the message first. */
static void broadcast(int rank, int size)
{
    int value = rank;

    if (rank > 0)
        receive_from(0, TAG, MPI_COMM_WORLD);
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 1; rank == 0 && i < size; i++)
        send_to(i, TAG, MPI_COMM_WORLD);
}

static void scatter(int rank, int size)
{
    int values[16] = {0}, value;

    if (rank > 0)
        receive_from(0, TAG, MPI_COMM_WORLD);
    MPI_Scatter(values, 1, MPI_INT, &value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 1; rank == 0 && i < size; i++)
        send_to(i, TAG, MPI_COMM_WORLD);
}

/* The root comes last, and only when the others have gone on. */
static void reduce(int rank, int size)
{
    int sum;

    if (rank == 0)
        for (int i = 1; i < size; i++)
            receive_from(i, TAG, MPI_COMM_WORLD);
    MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank > 0)
        send_to(0, TAG, MPI_COMM_WORLD);
}

static void gather(int rank, int size)
{
    int values[16];

    if (rank == 0)
        for (int i = 1; i < size; i++)
            receive_from(i, TAG, MPI_COMM_WORLD);
    MPI_Gather(&rank, 1, MPI_INT, values, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank > 0)
        send_to(0, TAG, MPI_COMM_WORLD);
}

static void scan(int rank, int size)
{
    int sum;

    if (rank > 0)
        receive_from(0, TAG, MPI_COMM_WORLD);
    MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 1; rank == 0 && i < size; i++)
        send_to(i, TAG, MPI_COMM_WORLD);
}

static void exscan(int rank, int size)
{
    int sum;

    if (rank > 0)
        receive_from(0, TAG, MPI_COMM_WORLD);
    MPI_Exscan(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 1; rank == 0 && i < size; i++)
        send_to(i, TAG, MPI_COMM_WORLD);
}

PROGRAMS(PROGRAM(broadcast), PROGRAM(scatter), PROGRAM(reduce), PROGRAM(gather), PROGRAM(scan),
         PROGRAM(exscan))
