/* SPDX-License-Identifier: MIT */
/* Sends whose receive never comes. */
#include "case.h"

enum { LARGE = 1 << 20 };

static int large[2][LARGE];

static void synchronous_to_itself(int rank, int size)
{
    int got;

    (void)size;
    MPI_Ssend(&rank, 1, MPI_INT, rank, 1, MPI_COMM_WORLD);
    MPI_Recv(&got, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void synchronous_ring(int rank, int size)
{
    int got;

    MPI_Ssend(&rank, 1, MPI_INT, (rank + 1) % size, 1, MPI_COMM_WORLD);
    MPI_Recv(&got, 1, MPI_INT, (rank + size - 1) % size, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void large_ring(int rank, int size)
{
    MPI_Send(large[0], LARGE, MPI_INT, (rank + 1) % size, 2, MPI_COMM_WORLD);
    MPI_Recv(large[1], LARGE, MPI_INT, (rank + size - 1) % size, 2, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
}

static void small_ring(int rank, int size)
{
    int got;

    MPI_Send(&rank, 1, MPI_INT, (rank + 1) % size, 2, MPI_COMM_WORLD);
    MPI_Recv(&got, 1, MPI_INT, (rank + size - 1) % size, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void to_who_is_in_a_barrier(int rank, int size)
{
    (void)size;
    if (rank == 0)
        MPI_Ssend(&rank, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        receive_from(0, 3, MPI_COMM_WORLD);
}

static void synchronous_with_another_tag(int rank, int size)
{
    int got;

    (void)size;
    if (rank == 0)
        MPI_Ssend(&rank, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    else
        MPI_Recv(&got, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void exchange_with_the_wrong_one(int rank, int size)
{
    int got;

    /* Receives from where it should send to. */
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &got, 1, MPI_INT, (rank + 1) % size, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void exchange_with_other_tags(int rank, int size)
{
    int got;

    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 5, &got, 1, MPI_INT,
                 (rank + size - 1) % size, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void in_the_wrong_order(int rank, int size)
{
    int got;

    (void)size;
    if (rank == 0) {
        MPI_Ssend(&rank, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
        MPI_Ssend(&rank, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&got, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&got, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void nobody_receives(int rank, int size)
{
    (void)size;
    if (rank == 0)
        MPI_Ssend(large[0], 3, MPI_INT, 1, 1, MPI_COMM_WORLD);
}

static void pairs(int rank, int size)
{
    int got;

    (void)size;
    MPI_Ssend(&rank, 1, MPI_INT, rank ^ 1, 1, MPI_COMM_WORLD);
    MPI_Recv(&got, 1, MPI_INT, rank ^ 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* A copy of data that lie far apart is made at once, but that does not make the send done. */
static void send_column_around(int rank, int size, int count)
{
    MPI_Datatype column;

    MPI_Type_vector(count, 1, 16, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Send(large[0], 1, column, (rank + 1) % size, 2, MPI_COMM_WORLD);
    MPI_Recv(large[1], 1, column, (rank + size - 1) % size, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void small_columns(int rank, int size)
{
    send_column_around(rank, size, 8000);
}

static void large_columns(int rank, int size)
{
    send_column_around(rank, size, 40000);
}

PROGRAMS(PROGRAM(synchronous_to_itself), PROGRAM(synchronous_ring), PROGRAM(large_ring),
         PROGRAM(small_ring), PROGRAM(to_who_is_in_a_barrier),
         PROGRAM(synchronous_with_another_tag), PROGRAM(exchange_with_the_wrong_one),
         PROGRAM(exchange_with_other_tags), PROGRAM(in_the_wrong_order),
         PROGRAM(nobody_receives), PROGRAM(pairs), PROGRAM(small_columns),
         PROGRAM(large_columns))
