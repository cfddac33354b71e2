/* SPDX-License-Identifier: MIT */
/* Whichever call of the system fails, and in whichever way: all members of a collective call are
 * told, in the standard's words and with the file's name, one that acts alone is told alone, and
 * what comes after goes on. The program stands in for the system. */
/* options: -O2 */
/* mpich: no */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "scratch.h"

#define SHARED __attribute__((heddle_shared))

/* Any rank may do the work for any other. */
static SHARED char name[SCRATCH_NAME_BYTES];
static SHARED _Atomic(int) descriptor = -1, left, failure;
static SHARED const char *_Atomic(failed); /* the call that failed, in the step under way */
static SHARED const char *_Atomic(only);   /* the call that may fail; null: each */

/* Is it this call's turn to fail? Counts those on the file while a scene runs. */
static int fails(const char *call, int is_ours)
{
    if (!is_ours || left <= 0 || (only != NULL && strcmp(call, only) != 0) || --left != 0)
        return 0;
    failed = call;
    errno = failure;
    return 1;
}

/* The system's own function. */
#define NEXT(call) (*(__typeof__(&call) *)next(#call))

static void *next(const char *call)
{
    static _Thread_local void *found;

    found = dlsym(RTLD_NEXT, call);
    return &found;
}

int open(const char *path, int flags, ...)
{
    int is_ours = strcmp(path, name) == 0, made, mode;
    va_list arguments;

    va_start(arguments, flags);
    mode = flags & O_CREAT ? va_arg(arguments, int) : 0;
    va_end(arguments);
    if (fails("open", is_ours))
        return -1;
    made = NEXT(open)(path, flags, mode);
    if (is_ours)
        descriptor = made;
    return made;
}

int fstat(int file, struct stat *status)
{
    return fails("fstat", file == descriptor) ? -1 : NEXT(fstat)(file, status);
}

off_t lseek(int file, off_t offset, int whence)
{
    return fails("lseek", file == descriptor) ? -1 : NEXT(lseek)(file, offset, whence);
}

ssize_t pread(int file, void *to, size_t bytes, off_t offset)
{
    return fails("pread", file == descriptor) ? -1 : NEXT(pread)(file, to, bytes, offset);
}

ssize_t pwrite(int file, const void *from, size_t bytes, off_t offset)
{
    return fails("pwrite", file == descriptor) ? -1 : NEXT(pwrite)(file, from, bytes, offset);
}

ssize_t preadv(int file, const struct iovec *parts, int count, off_t offset)
{
    return fails("preadv", file == descriptor) ? -1 : NEXT(preadv)(file, parts, count, offset);
}

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t offset)
{
    return fails("pwritev", file == descriptor) ? -1 : NEXT(pwritev)(file, parts, count, offset);
}

int ftruncate(int file, off_t size)
{
    return fails("ftruncate", file == descriptor) ? -1 : NEXT(ftruncate)(file, size);
}

int posix_fallocate(int file, off_t offset, off_t bytes)
{
    if (fails("posix_fallocate", file == descriptor))
        return failure;
    return NEXT(posix_fallocate)(file, offset, bytes);
}

int fsync(int file)
{
    return fails("fsync", file == descriptor) ? -1 : NEXT(fsync)(file);
}

int unlink(const char *path)
{
    return fails("unlink", strcmp(path, name) == 0) ? -1 : NEXT(unlink)(path);
}

/* Linux closes the file also when it fails. */
int close(int file)
{
    int is_ours = file == descriptor, result = NEXT(close)(file);

    if (is_ours)
        descriptor = -1;
    return fails("close", is_ours) ? -1 : result;
}

/* ---- what is done ---------------------------------------------------------------------------- */

enum { INTS = 40000 };

static int rank, size, data[INTS];
static MPI_File file;
static MPI_Datatype rows, ints;

static int opens(void)
{
    return MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_APPEND,
                         MPI_INFO_NULL, &file);
}

static int resizes(void)
{
    return MPI_File_set_size(file, 1000);
}

static int preallocates(void)
{
    return MPI_File_preallocate(file, 5000);
}

static int tells_its_size(void)
{
    MPI_Offset bytes;

    return MPI_File_get_size(file, &bytes);
}

static int writes_blocks(void)
{
    return MPI_File_write_at_all(file, rank * (MPI_Offset)sizeof data, data, INTS, MPI_INT,
                                 MPI_STATUS_IGNORE);
}

static int reads_blocks(void)
{
    return MPI_File_read_at_all(file, rank * (MPI_Offset)sizeof data, data, INTS, MPI_INT,
                                MPI_STATUS_IGNORE);
}

static int writes_alone(void)
{
    return MPI_File_write_at(file, rank * (MPI_Offset)sizeof data, data, INTS, MPI_INT,
                             MPI_STATUS_IGNORE);
}

static int writes_later(void)
{
    MPI_Request request;
    int err = MPI_File_iwrite_at_all(file, 0, data, INTS, MPI_INT, &request);

    must(err == MPI_SUCCESS);
    return MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static int writes_in_order(void)
{
    return MPI_File_write_ordered(file, data, INTS, MPI_INT, MPI_STATUS_IGNORE);
}

/* Runs of a part of the members' turns. */
static int sees(MPI_Datatype part)
{
    MPI_Aint lower, extent;
    MPI_Datatype type;
    int err;

    MPI_Type_get_extent(part, &lower, &extent);
    MPI_Type_create_resized(part, 0, extent * size, &type);
    MPI_Type_commit(&type);
    err = MPI_File_set_view(file, rank * extent, MPI_INT, type, "native", MPI_INFO_NULL);
    MPI_Type_free(&type);
    return err;
}

static int sees_rows(void)
{
    return sees(rows);
}

static int sees_ints(void)
{
    return sees(ints);
}

static int writes_runs(void)
{
    return MPI_File_write_at_all(file, 0, data, INTS, MPI_INT, MPI_STATUS_IGNORE);
}

static int writes_gaps(void)
{
    return MPI_File_write_at(file, 0, data, INTS, MPI_INT, MPI_STATUS_IGNORE);
}

static int reads_runs(void)
{
    return MPI_File_read_at_all(file, 0, data, INTS, MPI_INT, MPI_STATUS_IGNORE);
}

static int reads_gaps(void)
{
    return MPI_File_read_at(file, 0, data, INTS, MPI_INT, MPI_STATUS_IGNORE);
}

static int syncs(void)
{
    return MPI_File_sync(file);
}

static int closes(void)
{
    return MPI_File_close(&file);
}

static int is_deleted(void)
{
    return rank == 0 ? MPI_File_delete(name, MPI_INFO_NULL) : MPI_SUCCESS;
}

static const struct step {
    int (*run)(void);
    int is_of_all;
} steps[] = {
    {opens, 1},         {resizes, 1},         {preallocates, 1}, {tells_its_size, 0},
    {writes_blocks, 1}, {reads_blocks, 1},    {writes_alone, 0}, {writes_later, 1},
    {writes_in_order, 1},
    {sees_rows, 1},     {writes_runs, 1},     {reads_runs, 1},   {writes_gaps, 0},
    {reads_gaps, 0},    {sees_ints, 1},       {writes_runs, 1},  {reads_runs, 1},
    {writes_gaps, 0},   {reads_gaps, 0},      {syncs, 1},        {closes, 1},
    {is_deleted, 0},
};

/* ---------------------------------------------------------------------------------------------- */

static int class_of(int error)
{
    switch (error) {
    case ENOENT: return MPI_ERR_NO_SUCH_FILE;
    case EACCES: return MPI_ERR_ACCESS;
    case EROFS: return MPI_ERR_READ_ONLY;
    case ENOSPC: return MPI_ERR_NO_SPACE;
    case EDQUOT: return MPI_ERR_QUOTA;
    case EISDIR:
    case ENAMETOOLONG: return MPI_ERR_BAD_FILE;
    default: return MPI_ERR_IO;
    }
}

/* Reads or writes: no other call waits until the file is ready. */
static int moves_data(const char *call)
{
    return strncmp(call, "pread", strlen("pread")) == 0 ||
           strncmp(call, "pwrite", strlen("pwrite")) == 0;
}

/* Failures that the user does not hear of: an interrupted call, data that have to wait for the
 * file, and a file that cannot be synced. */
static int is_told(void)
{
    return failed != NULL && failure != EINTR && !(failure == EAGAIN && moves_data(failed)) &&
           !(strcmp(failed, "fsync") == 0 && failure == EROFS);
}

static void check_sentence(int err)
{
    char text[MPI_MAX_ERROR_STRING];
    int class, length;

    MPI_Error_class(err, &class);
    MPI_Error_string(err, text, &length);
    if (class != class_of(failure) || strstr(text, strerror(failure)) == NULL ||
        strstr(text, name) == NULL)
        fprintf(stderr, "%s fails with %s: class %d, not %d: %s\n", failed, strerror(failure),
                class, class_of(failure), text);
    must(class == class_of(failure));
    must(strstr(text, strerror(failure)) != NULL);
    must(strstr(text, name) != NULL);
    if (moves_data(failed))
        must(strstr(text, " bytes at ") != NULL);
    if (strcmp(failed, "ftruncate") == 0)
        must(strstr(text, "to 1000 bytes") != NULL);
}

/* Checks that all members are told of a failed collective step, and one of an independent one. */
static void check_step(const struct step *step, int err)
{
    int errors = err != MPI_SUCCESS;

    MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    must(errors == (is_told() ? step->is_of_all ? size : 1 : 0));
    if (err != MPI_SUCCESS)
        check_sentence(err);
}

/* Fails at the call of that number, of all calls or of those of a name; false: there are not so
 * many. */
static int play(const char *call, int number, int error)
{
    size_t i, count = sizeof steps / sizeof steps[0];
    int has_failed = 0, is_there = 0;

    MPI_Barrier(MPI_COMM_WORLD);
    failure = error;
    only = call;
    left = number;
    for (i = 0; i < count; i++) {
        int err;

        MPI_Barrier(MPI_COMM_WORLD);
        failed = NULL;
        MPI_Barrier(MPI_COMM_WORLD);
        err = steps[i].run();
        MPI_Barrier(MPI_COMM_WORLD);
        check_step(&steps[i], err);
        has_failed |= failed != NULL;
        if (steps[i].run == opens && err != MPI_SUCCESS)
            break;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    left = 0;
    is_there = access(name, F_OK) == 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0 && is_there)
        MPI_File_delete(name, MPI_INFO_NULL);
    return has_failed;
}

/* One error that is told, and one after which the call is made again: at each place. */
static void fail_everywhere(void)
{
    static const int errors[] = {EIO, EINTR};
    size_t i;
    int number;

    for (i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        for (number = 1; play(NULL, number, errors[i]); number++)
            continue;
        must(number > 20);
    }
}

/* An error's class does not depend on the place, only on the call. */
static inline void fail_in_every_way(void)
{
    static const char *const calls[] = {"open",   "fstat",   "pread",     "pwrite",
                                        "preadv", "pwritev", "ftruncate", "posix_fallocate",
                                        "fsync",  "unlink",  "close"};
    static const int errors[] = {ENOSPC, EDQUOT, EROFS, EACCES, ENOENT, EISDIR, EAGAIN,
                                 ENAMETOOLONG};
    size_t i, j;

    for (i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        int failures = 0;

        for (j = 0; j < sizeof errors / sizeof errors[0]; j++)
            failures += play(calls[i], 1, errors[j]);
        /* One rank alone merges nothing. */
        must(failures > 0 || (size == 1 && calls[i][strlen(calls[i]) - 1] == 'v'));
    }
}

int main(int argc, char **argv)
{

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        snprintf(name, sizeof name, "%s/failing-%ld", scratch_folder(), (long)getpid());
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Type_contiguous(8000, MPI_INT, &rows);
    MPI_Type_contiguous(100, MPI_INT, &ints);
    fail_everywhere();
#ifndef __SANITIZE_THREAD__ /* races are the same for all errors */
    fail_in_every_way();
#endif
    MPI_Type_free(&rows);
    MPI_Type_free(&ints);
    MPI_Finalize();
    return 0;
}
