/* SPDX-License-Identifier: MIT */
/* Lets several ranks connect one file. Fortran forbids connecting a file to two units, and the
 * runtime library looks for the file's device and inode among all units of the process. While it
 * opens or searches a file, stat reports a device number that differs by rank. */
#include <fcntl.h>
#include <sys/stat.h>

#include "runtime/fortran/runtime.h"

enum { DEVICE_BITS = 40 };

static _Thread_local int rank_number; /* 0: report the true device */

void files_set_apart(int number)
{
    rank_number = number;
}

void files_join(void)
{
    rank_number = 0;
}

static int mark(int error, struct stat *facts)
{
    if (error == 0)
        facts->st_dev ^= (dev_t)rank_number << DEVICE_BITS;
    return error;
}

int stat(const char *restrict path, struct stat *restrict facts)
{
    return mark(fstatat(AT_FDCWD, path, facts, 0), facts);
}

int fstat(int fd, struct stat *facts)
{
    return mark(fstatat(fd, "", facts, AT_EMPTY_PATH), facts);
}
