/* SPDX-License-Identifier: MIT */
#include "io/failure.h"

#include <errno.h>
#include <string.h>

#include "base/note.h"

static int class_of(int error)
{
    switch (error) {
    case ENOENT:
        return MPI_ERR_NO_SUCH_FILE;
    case EEXIST:
        return MPI_ERR_FILE_EXISTS;
    case EACCES:
    case EPERM:
        return MPI_ERR_ACCESS;
    case EROFS:
        return MPI_ERR_READ_ONLY;
    case ENOSPC:
        return MPI_ERR_NO_SPACE;
    case EDQUOT:
        return MPI_ERR_QUOTA;
    case EISDIR:
    case ENOTDIR:
    case ENAMETOOLONG:
    case ELOOP:
        return MPI_ERR_BAD_FILE;
    case EBUSY:
    case ETXTBSY:
        return MPI_ERR_FILE_IN_USE;
    case ENOMEM:
        return MPI_ERR_NO_MEM;
    case EOPNOTSUPP:
    case ESPIPE:
        return MPI_ERR_UNSUPPORTED_OPERATION;
    default:
        return MPI_ERR_IO;
    }
}

int failure_of_access(int error, const char *doing, const char *path, MPI_Offset offset,
                      MPI_Count bytes)
{
    return note(class_of(error), "%s %lld bytes at %lld of \"%s\": %s", doing, (long long)bytes,
                (long long)offset, path, strerror(error));
}

int failure_of_size(int error, const char *doing, const char *path, MPI_Offset size)
{
    return note(class_of(error), "%s \"%s\" to %lld bytes: %s", doing, path, (long long)size,
                strerror(error));
}

int failure_of_file(int error, const char *doing, const char *path)
{
    return note(class_of(error), "%s \"%s\": %s", doing, path, strerror(error));
}
