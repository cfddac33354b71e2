/* SPDX-License-Identifier: MIT */
/* Reading the file of a module while the list of modules is locked. These are system calls and not
 * functions of libc: a program may have an `open` or a `pread` of its own, which would run under
 * the lock and could need it. */
#ifndef IMAGE_MODULE_FILE_H
#define IMAGE_MODULE_FILE_H

#include <fcntl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static inline int module_file_open(const char *path)
{
    return (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
}

static inline ssize_t module_file_read(int file, void *to, size_t bytes, off_t from)
{
    return (ssize_t)syscall(SYS_pread64, file, to, bytes, from);
}

/* Returns the length in bytes, or -1. */
static inline off_t module_file_bytes(int file)
{
    return (off_t)syscall(SYS_lseek, file, 0L, SEEK_END);
}

static inline void module_file_close(int file)
{
    syscall(SYS_close, file);
}

#endif
