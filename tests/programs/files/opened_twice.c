/* SPDX-License-Identifier: MIT */
/* Ranks that open a file each for itself write into the gaps of each other's views, and none
 * undoes what another writes there; also when the second open comes while the first writes. The
 * program stands in for the system, and lets another rank write between a read and a write. */
/* ranks: 2 5 */
/* mpich: no */
#include <dlfcn.h>
#include <mpi.h>
#include <stdatomic.h>
#include <unistd.h>

#include "scratch.h"

#define SHARED __attribute__((heddle_shared))

enum { RUNS = 1000, TURNS = 20, PAUSE_US = 50 * 1000 };

static int rank, size, pauses;
static SHARED char name[SCRATCH_NAME_BYTES];
static SHARED _Atomic(int) others_have_written, reads;

/* Rank 0 takes its time until others have written. */
ssize_t pread(int file, void *buffer, size_t bytes, off_t offset)
{
    ssize_t (*next)(int, void *, size_t, off_t), result;
    int i;

    *(void **)&next = dlsym(RTLD_NEXT, "pread");
    result = next(file, buffer, bytes, offset);
    if (!pauses)
        return result;
    reads++;
    for (i = 0; i < PAUSE_US / 100 && !others_have_written; i++)
        usleep(100);
    return result;
}

static MPI_File file;
static int data[RUNS];

/* An int of each rank in turn. */
static void open_alone(void)
{
    MPI_Datatype type;

    must(MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL,
                       &file) == MPI_SUCCESS);
    MPI_Type_create_resized(MPI_INT, 0, (MPI_Aint)sizeof(int) * size, &type);
    MPI_Type_commit(&type);
    must(MPI_File_set_view(file, rank * (MPI_Offset)sizeof(int), MPI_INT, type, "native",
                           MPI_INFO_NULL) == MPI_SUCCESS);
    MPI_Type_free(&type);
}

static void write_own(int turn)
{
    int i;

    for (i = 0; i < RUNS; i++)
        data[i] = (turn * size + rank) * RUNS + i;
    must(MPI_File_write_at(file, 0, data, RUNS, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
}

static void check_own(int turn)
{
    static int got[RUNS];
    int i;

    must(MPI_File_sync(file) == MPI_SUCCESS);
    MPI_Barrier(MPI_COMM_WORLD);
    must(MPI_File_read_at(file, 0, got, RUNS, MPI_INT, MPI_STATUS_IGNORE) == MPI_SUCCESS);
    for (i = 0; i < RUNS; i++)
        must(got[i] == (turn * size + rank) * RUNS + i);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int turn;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) {
        snprintf(name, sizeof name, "%s/twice-%ld", scratch_folder(), (long)getpid());
        unlink(name);
    }
    MPI_Barrier(MPI_COMM_WORLD);

    /* The others open the file when rank 0, alone till then, has read what it will write back. */
    if (rank == 0) {
        open_alone();
        pauses = 1;
        write_own(0);
        pauses = 0;
        must(reads > 0);
    } else {
        while (reads == 0)
            usleep(100);
        open_alone();
        write_own(0);
        others_have_written = 1;
    }
    check_own(0);

    for (turn = 1; turn < TURNS; turn++) {
        others_have_written = 0;
        MPI_Barrier(MPI_COMM_WORLD);
        pauses = rank == 0;
        write_own(turn);
        pauses = 0;
        others_have_written |= rank > 0;
        check_own(turn);
    }
    must(MPI_File_close(&file) == MPI_SUCCESS);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        unlink(name);
    MPI_Finalize();
    return 0;
}
