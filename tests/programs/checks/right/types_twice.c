/* SPDX-License-Identifier: MIT */
/* Datatypes that look as if they named a byte twice, or that do and are only read (MPI 5.0,
 * 5.1.11): nothing may be said of them. */
#include "case.h"

/* Bytes, because the programs have numbers of several types there. */
static _Alignas(double) char from[64 * sizeof(int)], to[64 * sizeof(int)];

static MPI_Datatype committed(MPI_Datatype type)
{
    MPI_Type_commit(&type);
    return type;
}

static MPI_Datatype twins(void)
{
    MPI_Datatype type;

    MPI_Type_indexed(2, (const int[]){1, 1}, (const int[]){3, 3}, MPI_INT, &type);
    return committed(type);
}

/* Sends 0's data to 1, which receives elements of the type. */
static void pass(int rank, int sent, MPI_Datatype sent_type, int received, MPI_Datatype type)
{
    if (rank == 0)
        MPI_Send(from, sent, sent_type, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(to, received, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void sent_twice(int rank, int size)
{
    MPI_Datatype type = twins();

    (void)size;
    pass(rank, 1, type, 2, MPI_INT);
    MPI_Type_free(&type);
}

static void none_received(int rank, int size)
{
    MPI_Datatype type = twins();

    (void)size;
    pass(rank, 0, MPI_INT, 0, type);
    MPI_Type_free(&type);
}

/* Columns of a matrix, each beginning beside the one before. */
static void columns(int rank, int size)
{
    MPI_Datatype column, type;

    (void)size;
    MPI_Type_vector(8, 1, 8, MPI_INT, &column);
    MPI_Type_create_resized(column, 0, sizeof(int), &type);
    MPI_Type_commit(&type);
    for (int i = 0; i < 3; i++)
        pass(rank, 64, MPI_INT, 8, type);
    MPI_Type_free(&column);
    MPI_Type_free(&type);
}

static void backwards(int rank, int size)
{
    MPI_Datatype type;

    (void)size;
    MPI_Type_create_indexed_block(4, 2, (const int[]){9, 3, 7, 0}, MPI_INT, &type);
    MPI_Type_commit(&type);
    pass(rank, 8, MPI_INT, 1, type);
    MPI_Type_free(&type);
}

static void negative_stride(int rank, int size)
{
    MPI_Datatype type;

    (void)size;
    MPI_Type_vector(4, 1, -2, MPI_INT, &type);
    MPI_Type_commit(&type);
    if (rank == 0)
        MPI_Send(from, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&to[20 * sizeof(int)], 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&type);
}

/* Blocks without elements may lie anywhere. */
static void empty_blocks(int rank, int size)
{
    MPI_Datatype type;

    (void)size;
    MPI_Type_indexed(4, (const int[]){1, 0, 0, 1}, (const int[]){3, 3, 3, 4}, MPI_INT, &type);
    MPI_Type_commit(&type);
    pass(rank, 2, MPI_INT, 1, type);
    MPI_Type_free(&type);
}

/* Elements fill each other's gaps. */
static void interleaved(int rank, int size)
{
    MPI_Datatype even, type;

    (void)size;
    MPI_Type_vector(2, 1, 2, MPI_INT, &even);
    MPI_Type_create_resized(even, 0, sizeof(int), &type);
    MPI_Type_commit(&type);
    pass(rank, 4, MPI_INT, 2, type);
    MPI_Type_free(&even);
    MPI_Type_free(&type);
}

static void pairs(int rank, int size)
{
    (void)size;
    pass(rank, 2, MPI_DOUBLE_INT, 2, MPI_DOUBLE_INT);
    pass(rank, 2, MPI_SHORT_INT, 2, MPI_SHORT_INT);
}

static void subarray(int rank, int size)
{
    MPI_Datatype type;

    (void)size;
    MPI_Type_create_subarray(2, (const int[]){8, 8}, (const int[]){3, 3}, (const int[]){2, 4},
                             MPI_ORDER_FORTRAN, MPI_INT, &type);
    MPI_Type_commit(&type);
    pass(rank, 9, MPI_INT, 1, type);
    MPI_Type_free(&type);
}

/* The root of a broadcast and the sender of a gather only read. */
static void roots(int rank, int size)
{
    MPI_Datatype type = twins();
    int all[4];

    (void)size;
    if (rank == 0)
        MPI_Bcast(from, 1, type, 0, MPI_COMM_WORLD);
    else
        MPI_Bcast(to, 2, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Gather(from, 1, type, all, 2, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Type_free(&type);
}

/* A put reads its origin twice, a get its target. */
static void one_sided(int rank, int size)
{
    MPI_Datatype type = twins();
    MPI_Win win;

    (void)size;
    MPI_Win_create(to, sizeof to, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    if (rank == 0) {
        MPI_Put(from, 1, type, 1, 30, 2, MPI_INT, win);
        MPI_Get(&from[20 * sizeof(int)], 2, MPI_INT, 1, 0, 1, type, win);
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    MPI_Type_free(&type);
}

PROGRAMS(PROGRAM(sent_twice), PROGRAM(none_received), PROGRAM(columns), PROGRAM(backwards),
         PROGRAM(negative_stride), PROGRAM(empty_blocks), PROGRAM(interleaved), PROGRAM(pairs),
         PROGRAM(subarray), PROGRAM(roots), PROGRAM(one_sided))
