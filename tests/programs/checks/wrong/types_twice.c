/* SPDX-License-Identifier: MIT */
/* Data are received with datatypes that name a byte twice (MPI 5.0, 5.1.11): each program once. */
#include "case.h"

/* Bytes, because the programs have numbers of several types there. */
static _Alignas(double) char from[16 * sizeof(int)], to[16 * sizeof(int)];

static MPI_Datatype committed(MPI_Datatype type)
{
    MPI_Type_commit(&type);
    return type;
}

/* Two elements of the same place. */
static MPI_Datatype twins(void)
{
    MPI_Datatype type;

    MPI_Type_indexed(2, (const int[]){1, 1}, (const int[]){3, 3}, MPI_INT, &type);
    return committed(type);
}

static void receive(int rank, int size)
{
    MPI_Datatype type = twins();

    (void)size;
    if (rank == 0)
        MPI_Send(from, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(to, 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&type);
}

/* The message is too short to write a byte twice, which makes it no better. */
static void short_message(int rank, int size)
{
    MPI_Datatype type = twins();

    (void)size;
    if (rank == 0)
        MPI_Send(from, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(to, 1, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&type);
}

/* The blocks of a vector are closer to each other than they are long. */
static void close_blocks(int rank, int size)
{
    MPI_Request request;
    MPI_Datatype type;

    (void)size;
    MPI_Type_vector(3, 2, 1, MPI_INT, &type);
    MPI_Type_commit(&type);
    if (rank == 0) {
        MPI_Send(from, 6, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Irecv(to, 1, type, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Type_free(&type);
}

/* One element is right, the second begins inside of it. */
static void small_extent(int rank, int size)
{
    MPI_Request request;
    MPI_Datatype pair, type;

    (void)size;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_create_resized(pair, 0, sizeof(int), &type);
    MPI_Type_commit(&type);
    if (rank == 0) {
        MPI_Send(from, 6, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv_init(to, 3, type, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    }
    MPI_Type_free(&type);
    MPI_Type_free(&pair);
}

/* Fields of a structure that overlap by two bytes, received by one of the two. */
static void fields(int rank, int size)
{
    MPI_Datatype type;

    MPI_Type_create_struct(2, (const int[]){1, 1}, (const MPI_Aint[]){0, 6},
                           (const MPI_Datatype[]){MPI_DOUBLE, MPI_INT}, &type);
    MPI_Type_commit(&type);
    MPI_Sendrecv(from, 1, type, (rank + 1) % size, 0, to, 1, rank == 0 ? type : MPI_DOUBLE_INT,
                 (rank + 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&type);
}

/* The root sends, which is right; the others receive. */
static void broadcast(int rank, int size)
{
    MPI_Datatype type = twins();

    (void)rank, (void)size;
    MPI_Bcast(to, 1, type, 0, MPI_COMM_WORLD);
    MPI_Type_free(&type);
}

static void gather(int rank, int size)
{
    MPI_Datatype type;

    (void)rank, (void)size;
    MPI_Type_create_resized(MPI_LONG, 0, 4, &type);
    MPI_Type_commit(&type);
    MPI_Gather((const long[]){1}, 1, MPI_LONG, to, 1, type, 0, MPI_COMM_WORLD);
    MPI_Type_free(&type);
}

static void matched_probe(int rank, int size)
{
    MPI_Datatype type = twins();
    MPI_Message message;

    (void)size;
    if (rank == 0) {
        MPI_Send(from, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(to, 1, type, &message, MPI_STATUS_IGNORE);
    }
    MPI_Type_free(&type);
}

static MPI_Win open_window(void)
{
    MPI_Win win;

    MPI_Win_create(to, sizeof to, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    return win;
}

static void close_window(MPI_Win win)
{
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
}

static void put(int rank, int size)
{
    MPI_Datatype type = twins();
    MPI_Win win = open_window();

    (void)size;
    if (rank == 0)
        MPI_Put(from, 2, MPI_INT, 1, 0, 1, type, win);
    close_window(win);
    MPI_Type_free(&type);
}

static void get(int rank, int size)
{
    MPI_Datatype type = twins();
    MPI_Win win = open_window();

    (void)size;
    if (rank == 0)
        MPI_Get(from, 1, type, 1, 0, 2, MPI_INT, win);
    close_window(win);
    MPI_Type_free(&type);
}

static void accumulate(int rank, int size)
{
    MPI_Datatype type = twins();
    MPI_Win win = open_window();

    (void)size;
    if (rank == 0)
        MPI_Accumulate(from, 2, MPI_INT, 1, 0, 1, type, MPI_SUM, win);
    close_window(win);
    MPI_Type_free(&type);
}

PROGRAMS(PROGRAM(receive), PROGRAM(short_message), PROGRAM(close_blocks), PROGRAM(small_extent),
         PROGRAM(fields), PROGRAM(broadcast), PROGRAM(gather), PROGRAM(matched_probe),
         PROGRAM(put), PROGRAM(get), PROGRAM(accumulate))
