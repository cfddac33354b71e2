/* SPDX-License-Identifier: MIT */
/* Record locks of files. The kernel gives them to the process, so they would not exclude ranks from
 * each other: code of the program gets locks that belong to the open file instead, and each rank
 * opens files for itself. Libraries compiled without the wrapper keep the process's locks, because
 * what they note about them is the process's, too. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/libc.h"
#include "image/image.h"
#include "rank/world.h"

typedef int controller(int fd, int command, ...);
typedef int locker(int fd, int command, off_t length);

static int command_of_file(int command)
{
    switch (command) {
    case F_SETLK:
        return F_OFD_SETLK;
    case F_SETLKW:
        return F_OFD_SETLKW;
    case F_GETLK:
        return F_OFD_GETLK;
    default:
        return command;
    }
}

static bool is_of_rank(const void *caller)
{
    return rank_is_in_its_process(rank_self()) && image_has_code(caller);
}

static int lock_file(int fd, int command, struct flock *lock)
{
    controller *control = (controller *)libc_function("fcntl");

    lock->l_pid = 0; /* the kernel wants that */
    return control(fd, command_of_file(command), lock);
}

/* True for commands for which libc's fcntl is the kernel's. These do not look libc's up: libdw
 * calls fcntl in the middle of a report while it holds one of the loader's locks. dlsym waits for
 * another one, which a thread that opens a library may hold. */
static bool is_the_kernels(int command)
{
    return command_of_file(command) == command && command != F_OFD_SETLKW && command != F_GETOWN;
}

static int control_file(int fd, int command, void *argument, const void *caller)
{
    if (is_the_kernels(command))
        return (int)syscall(SYS_fcntl, fd, command, argument);
    if (command_of_file(command) != command && argument != NULL && is_of_rank(caller))
        return lock_file(fd, command, argument);
    return ((controller *)libc_function("fcntl"))(fd, command, argument);
}

/* All arguments of fcntl come in one register, whatever their type. */
__attribute__((visibility("default"))) int fcntl(int fd, int command, ...)
{
    va_list arguments;
    void *argument;

    va_start(arguments, command);
    argument = va_arg(arguments, void *);
    va_end(arguments);
    return control_file(fd, command, argument, __builtin_return_address(0));
}

__attribute__((visibility("default"), alias("fcntl"))) int fcntl64(int fd, int command, ...);

static int test(int fd, struct flock *lock)
{
    if (lock_file(fd, F_GETLK, lock) < 0)
        return -1;
    if (lock->l_type == F_UNLCK)
        return 0;
    errno = EACCES;
    return -1;
}

static int lock_section(int fd, int command, off_t length, const void *caller)
{
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_CUR, .l_len = length};

    if (!is_of_rank(caller))
        return ((locker *)libc_function("lockf"))(fd, command, length);
    switch (command) {
    case F_TEST:
        return test(fd, &lock);
    case F_ULOCK:
        lock.l_type = F_UNLCK;
        return lock_file(fd, F_SETLK, &lock);
    case F_LOCK:
        return lock_file(fd, F_SETLKW, &lock);
    case F_TLOCK:
        return lock_file(fd, F_SETLK, &lock);
    default:
        errno = EINVAL;
        return -1;
    }
}

__attribute__((visibility("default"))) int lockf(int fd, int command, off_t length)
{
    return lock_section(fd, command, length, __builtin_return_address(0));
}

int lockf64(int fd, int command, off_t length);

__attribute__((visibility("default"))) int lockf64(int fd, int command, off_t length)
{
    return lock_section(fd, command, length, __builtin_return_address(0));
}
