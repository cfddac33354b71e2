/* SPDX-License-Identifier: MIT */
/* Collective calls on files that a member does not join. */
#include "case.h"

/* A file that is always there, and keeps nothing. */
static MPI_File open_file(void)
{
    MPI_File file;

    MPI_File_open(MPI_COMM_WORLD, "/dev/null", MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    return file;
}

/* The one that stays away waits for a message. */
static int is_missing(int rank, int size)
{
    if (rank == size - 1)
        receive_from(0, 99, MPI_COMM_WORLD);
    return rank == size - 1;
}

static void open_without_one(int rank, int size)
{
    if (!is_missing(rank, size))
        open_file();
}

static void write_without_one(int rank, int size)
{
    MPI_File file = open_file();

    if (!is_missing(rank, size))
        MPI_File_write_all(file, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
}

static void nonblocking_write_without_one(int rank, int size)
{
    MPI_File file = open_file();
    MPI_Request request;

    if (is_missing(rank, size))
        return;
    MPI_File_iwrite_all(file, &rank, 1, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void view_without_one(int rank, int size)
{
    MPI_File file = open_file();

    if (!is_missing(rank, size))
        MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
}

static void close_and_finalize(int rank, int size)
{
    MPI_File file = open_file();

    if (rank != size - 1)
        MPI_File_close(&file);
}

PROGRAMS(PROGRAM(open_without_one), PROGRAM(write_without_one),
         PROGRAM(nonblocking_write_without_one), PROGRAM(view_without_one),
         PROGRAM(close_and_finalize))
