/* SPDX-License-Identifier: MIT */
/* The file that a test writes: new when it is opened, and gone when it is closed. */
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

#include "../must.h"

enum { SCRATCH_NAME_BYTES = 4096 };

/* `make check` gives each test a folder of its own, and empties it. */
static inline const char *scratch_folder(void)
{
    const char *folder = getenv("TMPDIR");

    return folder != NULL ? folder : "/tmp";
}

/* Collective over MPI_COMM_WORLD. An earlier process of the same number may have been killed before
 * it closed its file. */
static inline MPI_File open_scratch(char name[SCRATCH_NAME_BYTES], const char *folder,
                                    const char *stem)
{
    MPI_File file;
    int rank;

    snprintf(name, SCRATCH_NAME_BYTES, "%s/%s-%ld", folder, stem, (long)getpid());
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        unlink(name);
    MPI_Barrier(MPI_COMM_WORLD);
    must(MPI_File_open(MPI_COMM_WORLD, name,
                       MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                       &file) == MPI_SUCCESS);
    return file;
}
