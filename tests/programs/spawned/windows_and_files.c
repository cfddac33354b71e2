/* SPDX-License-Identifier: MIT */
/* Parents and children have a window and a file in common.
 *
 * ranks: 1 2
 * sanitizer: yes */
#include "../files/scratch.h"
#include "child.h"

#include <unistd.h>

enum { CHILDREN = 2 };

/* Each adds its rank to that of the next, and reads what the one before has written. */
static void use_window(MPI_Comm whole, int rank, int size)
{
    int *own, got = -1, next = (rank + 1) % size;
    MPI_Win win;

    MPI_Win_allocate(sizeof *own, sizeof *own, MPI_INFO_NULL, whole, &own, &win);
    *own = 100;
    MPI_Win_fence(0, win);
    MPI_Accumulate(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    must(*own == 100 + (rank + size - 1) % size);
    MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win);
    MPI_Get(&got, 1, MPI_INT, next, 0, 1, MPI_INT, win);
    MPI_Win_unlock(next, win);
    must(got == 100 + rank);
    MPI_Win_free(&win);
}

static void use_file(MPI_Comm whole, int rank, int size)
{
    char name[SCRATCH_NAME_BYTES] = "";
    int got = -1;
    MPI_File file;

    if (rank == 0)
        snprintf(name, sizeof name, "%s/shared-%ld", scratch_folder(), (long)getpid());
    MPI_Bcast(name, sizeof name, MPI_CHAR, 0, whole);
    MPI_File_open(whole, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    MPI_File_write_at_all(file, rank * (MPI_Offset)sizeof rank, &rank, 1, MPI_INT,
                          MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(whole);
    MPI_File_read_at_all(file, (size - 1 - rank) * (MPI_Offset)sizeof rank, &got, 1, MPI_INT,
                         MPI_STATUS_IGNORE);
    must(got == size - 1 - rank);
    MPI_File_close(&file);
}

int main(int argc, char **argv)
{
    MPI_Comm inter, whole;
    int rank, size, is_parent;

    MPI_Init(&argc, &argv);
    inter = parent_of();
    is_parent = inter == MPI_COMM_NULL;
    if (is_parent)
        inter = spawn(argv[0], MPI_ARGV_NULL, CHILDREN, MPI_COMM_WORLD);
    MPI_Intercomm_merge(inter, !is_parent, &whole);
    MPI_Comm_rank(whole, &rank);
    MPI_Comm_size(whole, &size);
    use_window(whole, rank, size);
    use_file(whole, rank, size);
    MPI_Comm_disconnect(&whole);
    MPI_Comm_disconnect(&inter);
    MPI_Finalize();
    return 0;
}
