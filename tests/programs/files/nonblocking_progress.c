/* SPDX-License-Identifier: MIT */
/* A nonblocking access returns before the system has done anything, and is carried out while its
 * ranks compute, without a call of MPI. The program stands in for the system. */
/* ranks: 1 2 5 */
/* mpich: no */
#include <dlfcn.h>
#include <mpi.h>
#include <sys/uio.h>
#include <unistd.h>

#include "scratch.h"

#define SHARED __attribute__((heddle_shared))

enum { BYTES = 100000, STEP_US = 100, STEPS_MAX = 200000 };

/* Any thread may transfer for any rank. */
static SHARED _Atomic(int) file_is_held, transfers;

/* A wait that a failure does not make endless. */
static void await(const _Atomic(int) *word, int wanted)
{
    int i;

    for (i = 0; *word < wanted && i < STEPS_MAX; i++)
        usleep(STEP_US);
    must(*word >= wanted);
}

/* Waits until the ranks' calls have returned. */
static ssize_t transfer(const char *name, int file, void *buffer, size_t bytes, off_t offset)
{
    ssize_t (*next)(int, void *, size_t, off_t), done;
    int i;

    *(void **)&next = dlsym(RTLD_NEXT, name);
    for (i = 0; file_is_held && i < STEPS_MAX; i++)
        usleep(STEP_US);
    must(!file_is_held);
    done = next(file, buffer, bytes, offset);
    transfers += (int)done;
    return done;
}

ssize_t pread(int file, void *buffer, size_t bytes, off_t offset)
{
    return transfer("pread", file, buffer, bytes, offset);
}

ssize_t pwrite(int file, const void *buffer, size_t bytes, off_t offset)
{
    return transfer("pwrite", file, (void *)(size_t)buffer, bytes, offset);
}

/* One part at a time. */
ssize_t preadv(int file, const struct iovec *parts, int count, off_t offset)
{
    (void)count;
    return pread(file, parts->iov_base, parts->iov_len, offset);
}

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t offset)
{
    (void)count;
    return pwrite(file, parts->iov_base, parts->iov_len, offset);
}

static int rank, size;
static char data[BYTES];
static MPI_File file;

static MPI_Request start(int way)
{
    MPI_Offset place = rank * (MPI_Offset)BYTES;
    MPI_Request request;

    switch (way) {
    case 0: MPI_File_iwrite_at(file, place, data, BYTES, MPI_BYTE, &request); break;
    case 1: MPI_File_iread_at(file, place, data, BYTES, MPI_BYTE, &request); break;
    case 2: MPI_File_iwrite_at_all(file, place, data, BYTES, MPI_BYTE, &request); break;
    default: MPI_File_iread_at_all(file, place, data, BYTES, MPI_BYTE, &request); break;
    }
    return request;
}

static void play(int way)
{
    MPI_Request request;
    MPI_Status status;
    int count;

    MPI_Barrier(MPI_COMM_WORLD);
    file_is_held = 1;
    transfers = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    request = start(way);
    MPI_Barrier(MPI_COMM_WORLD);
    must(transfers == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    file_is_held = 0;
    await(&transfers, size * BYTES);
    MPI_Wait(&request, &status);
    MPI_Get_count(&status, MPI_BYTE, &count);
    must(count == BYTES);
}

int main(int argc, char **argv)
{
    char name[SCRATCH_NAME_BYTES];
    int way;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    file = open_scratch(name, scratch_folder(), "progress");
    for (way = 0; way < 4; way++)
        play(way);
    must(MPI_File_close(&file) == MPI_SUCCESS);
    MPI_Finalize();
    return 0;
}
