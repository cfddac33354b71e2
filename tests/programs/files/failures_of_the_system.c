/* SPDX-License-Identifier: MIT */
/* A failure of the system is told in the standard's words, with file, place and length, to all
 * members; short and interrupted transfers are finished. The program stands in for the system. */
/* ranks: 1 2 5 */
/* mpich: no */
#include <dlfcn.h>
#include <errno.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "scratch.h"

#define SHARED __attribute__((heddle_shared))

enum way { WAY_PLAIN, WAY_SHORT, WAY_INTERRUPTED, WAY_FAILS };

/* Any rank may transfer for any other. */
static SHARED _Atomic(int) way, failure, turns;

static ssize_t transfer(const char *name, int file, void *buffer, size_t bytes, off_t offset)
{
    ssize_t (*next)(int, void *, size_t, off_t);

    *(void **)&next = dlsym(RTLD_NEXT, name);
    if (way == WAY_SHORT && bytes > 1)
        bytes = bytes / 2;
    if (way == WAY_INTERRUPTED && turns++ % 2 == 0) {
        errno = EINTR;
        return -1;
    }
    if (way == WAY_FAILS) {
        errno = failure;
        return -1;
    }
    return next(file, buffer, bytes, offset);
}

ssize_t pread(int file, void *buffer, size_t bytes, off_t offset)
{
    return transfer("pread", file, buffer, bytes, offset);
}

ssize_t pwrite(int file, const void *buffer, size_t bytes, off_t offset)
{
    return transfer("pwrite", file, (void *)(size_t)buffer, bytes, offset);
}

typedef ssize_t transfer_parts(int, const struct iovec *, int, off_t);

ssize_t preadv(int file, const struct iovec *parts, int count, off_t offset)
{
    transfer_parts *next;

    *(void **)&next = dlsym(RTLD_NEXT, "preadv");
    if (way == WAY_SHORT && parts->iov_len > 1) /* in the midst of a part */
        return pread(file, parts->iov_base, parts->iov_len / 2 + 1, offset);
    if (way == WAY_PLAIN || way == WAY_SHORT)
        return next(file, parts, count, offset);
    return transfer("pread", file, parts->iov_base, parts->iov_len, offset);
}

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t offset)
{
    transfer_parts *next;

    *(void **)&next = dlsym(RTLD_NEXT, "pwritev");
    if (way == WAY_SHORT && parts->iov_len > 1)
        return pwrite(file, parts->iov_base, parts->iov_len / 2 + 1, offset);
    if (way == WAY_PLAIN || way == WAY_SHORT)
        return next(file, parts, count, offset);
    return transfer("pwrite", file, parts->iov_base, parts->iov_len, offset);
}

enum { INTS = 3000 };

static int rank, size, data[INTS], got[INTS];

static void set(enum way new_way, int new_failure)
{
    MPI_Barrier(MPI_COMM_WORLD);
    way = new_way;
    failure = new_failure;
    MPI_Barrier(MPI_COMM_WORLD);
}

static void all_arrives(MPI_File file)
{
    MPI_Status status;
    MPI_Request request;
    int count, i;

    for (i = 0; i < INTS; i++)
        data[i] = rank * 1000000 + i;
    memset(got, 0, sizeof got);
    MPI_File_write_all(file, data, INTS, MPI_INT, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    must(count == INTS);
    MPI_File_seek(file, 0, MPI_SEEK_SET);
    MPI_File_read(file, got, INTS, MPI_INT, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    must(count == INTS);
    must(memcmp(data, got, sizeof data) == 0);
    memset(got, 0, sizeof got);
    MPI_File_iread_at_all(file, 0, got, INTS, MPI_INT, &request);
    MPI_Wait(&request, &status);
    must(memcmp(data, got, sizeof data) == 0);
    MPI_File_seek(file, 0, MPI_SEEK_SET);
}

static void is_told(int err, int expected, const char *words)
{
    char text[MPI_MAX_ERROR_STRING];
    int class, length;

    MPI_Error_class(err, &class);
    MPI_Error_string(err, text, &length);
    if (class != expected || strstr(text, words) == NULL || strstr(text, "failures") == NULL)
        fprintf(stderr, "class %d, not %d: %s\n", class, expected, text);
    must(class == expected);
    must(strstr(text, words) != NULL);
    must(strstr(text, "failures") != NULL);
}

static void each_way_fails(MPI_File file, int error, int class)
{
    MPI_Request request;
    int err;

    set(WAY_FAILS, error);
    is_told(MPI_File_write_at(file, 10, data, INTS, MPI_INT, MPI_STATUS_IGNORE), class,
            "bytes at ");
    is_told(MPI_File_write_at_all(file, 10, data, INTS, MPI_INT, MPI_STATUS_IGNORE), class,
            strerror(error));
    is_told(MPI_File_read_at(file, 10, data, INTS, MPI_INT, MPI_STATUS_IGNORE), class,
            "reading ");
    is_told(MPI_File_read_at_all(file, 10, data, INTS, MPI_INT, MPI_STATUS_IGNORE), class,
            "bytes at ");
    is_told(MPI_File_write_ordered(file, data, INTS, MPI_INT, MPI_STATUS_IGNORE), class,
            "writing ");
    is_told(MPI_File_write_all_begin(file, data, INTS, MPI_INT), class, "writing ");
    err = MPI_File_iwrite_at(file, 10, data, INTS, MPI_INT, &request);
    must(err == MPI_SUCCESS);
    is_told(MPI_Wait(&request, MPI_STATUS_IGNORE), class, "bytes at ");
    err = MPI_File_iwrite_at_all(file, 10, data, INTS, MPI_INT, &request);
    must(err == MPI_SUCCESS);
    is_told(MPI_Wait(&request, MPI_STATUS_IGNORE), class, "writing ");
    set(WAY_PLAIN, 0);
    MPI_File_seek(file, 0, MPI_SEEK_SET);
}

/* A file that never becomes ready, and yet is said to be, is given up after a while. */
static void is_given_up(MPI_File file)
{
    set(WAY_FAILS, EAGAIN);
    is_told(MPI_File_write_at_all(file, 0, data, rank == 0 ? INTS : 0, MPI_INT,
                                  MPI_STATUS_IGNORE),
            MPI_ERR_IO, "again and again");
    set(WAY_PLAIN, 0);
}

/* Records of one int of each rank in turn, so that the accesses are merged. */
static void interleave(MPI_File file)
{
    MPI_Datatype type;

    MPI_Type_create_resized(MPI_INT, 0, (MPI_Aint)size * (MPI_Aint)sizeof(int), &type);
    MPI_Type_commit(&type);
    MPI_File_set_view(file, rank * (MPI_Offset)sizeof(int), MPI_INT, type, "native",
                      MPI_INFO_NULL);
    MPI_Type_free(&type);
}

int main(int argc, char **argv)
{
    char name[SCRATCH_NAME_BYTES];
    MPI_File file;
    int turn;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    file = open_scratch(name, scratch_folder(), "failures");
    for (turn = 0; turn < 2; turn++) {
        if (turn == 0)
            MPI_File_set_view(file, rank * (MPI_Offset)sizeof data, MPI_INT, MPI_INT, "native",
                              MPI_INFO_NULL);
        else
            interleave(file);
        set(WAY_SHORT, 0);
        all_arrives(file);
        set(WAY_INTERRUPTED, 0);
        all_arrives(file);
        set(WAY_PLAIN, 0);
        all_arrives(file);
        each_way_fails(file, ENOSPC, MPI_ERR_NO_SPACE);
        each_way_fails(file, EDQUOT, MPI_ERR_QUOTA);
        each_way_fails(file, EIO, MPI_ERR_IO);
        each_way_fails(file, EROFS, MPI_ERR_READ_ONLY);
        each_way_fails(file, EACCES, MPI_ERR_ACCESS);
        all_arrives(file);
    }
    is_given_up(file);
    all_arrives(file);
    must(MPI_File_close(&file) == MPI_SUCCESS);
    MPI_Finalize();
    return 0;
}
