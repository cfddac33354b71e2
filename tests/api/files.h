/* SPDX-License-Identifier: MIT */
/* The tests of files share a name for this run, and files that go when they are closed. */
#ifndef FILES_H
#define FILES_H

#include <stdlib.h>
#include <unistd.h>

#include "check.h"

enum { NAME_BYTES = 200 };

/* One name for all ranks, of a file that is not there. */
static inline const char *file_name(void)
{
    static char name[NAME_BYTES];
    static int number;
    const char *folder = getenv("TMPDIR");

    if (check_rank == 0)
        snprintf(name, sizeof name, "%s/files-%ld-%d", folder != NULL ? folder : "/tmp",
                 (long)getpid(), number++);
    MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
    return name;
}

static inline MPI_File file_open_as(int mode)
{
    MPI_File file = MPI_FILE_NULL;

    check_ok(MPI_File_open(MPI_COMM_WORLD, file_name(), mode | MPI_MODE_DELETE_ON_CLOSE,
                           MPI_INFO_NULL, &file));
    return file;
}

/* A new file to read and write, which goes when it is closed. */
static inline MPI_File file_new(void)
{
    return file_open_as(MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR);
}

/* How many ints a status counts. */
static inline int ints_of(const MPI_Status *status)
{
    int count = -1;

    MPI_Get_count(status, MPI_INT, &count);
    return count;
}

/* An int that names its writer and its place. */
static inline int value_of(int rank, int i)
{
    return rank * 1000000 + i;
}

#endif
