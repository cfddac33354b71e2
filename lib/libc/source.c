/* SPDX-License-Identifier: MIT */
/* Random numbers of the system, and files that ranks open by themselves. No choice decides what
 * they give, so the chooser of an explored job, or of one that repeats a file of choices, is asked
 * (rank/choice.h, TURN_SOURCE). The time of day is in clock.c. */
#undef _FORTIFY_SOURCE /* its functions of the same names would be inline */

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "libc/objects.h"
#include "rank/thread/taken.h"

/* The numbers of the random devices, as Linux has them. */
enum { MEMORY_DEVICES = 1, DEVICE_RANDOM = 8, DEVICE_URANDOM = 9 };

typedef ssize_t random_getter(void *bytes, size_t count, unsigned flags);
typedef int entropy_getter(void *bytes, size_t count);
typedef uint32_t random_number(void);
typedef void random_filler(void *bytes, size_t count);
typedef uint32_t random_below(uint32_t bound);
typedef int opener(const char *path, int flags, ...);
typedef int opener_at(int folder, const char *path, int flags, ...);
typedef int checked_opener(const char *path, int flags);
typedef int checked_opener_at(int folder, const char *path, int flags);
typedef FILE *stream_opener(const char *path, const char *mode);

/* ---- random numbers ------------------------------------------------------------------------- */

static void note_random(const char *function, uintptr_t site)
{
    const struct turn_source source = {
        .kind = FROM_RANDOM, .function = function, .site = (const void *)site};

    if (taken_may_be())
        turn_tell_source(&source);
}

INTERPOSES ssize_t getrandom(void *bytes, size_t count, unsigned flags)
{
    note_random("getrandom", SITE);
    return ((random_getter *)object_behind(BEHIND_GETRANDOM))(bytes, count, flags);
}

INTERPOSES int getentropy(void *bytes, size_t count)
{
    note_random("getentropy", SITE);
    return ((entropy_getter *)object_behind(BEHIND_GETENTROPY))(bytes, count);
}

/* An older libc has none of these, and programs look whether there are any. */
#if __GLIBC_PREREQ(2, 36)
INTERPOSES uint32_t arc4random(void)
{
    note_random("arc4random", SITE);
    return ((random_number *)object_behind(BEHIND_ARC4RANDOM))();
}

INTERPOSES void arc4random_buf(void *bytes, size_t count)
{
    note_random("arc4random_buf", SITE);
    ((random_filler *)object_behind(BEHIND_ARC4RANDOM_BUF))(bytes, count);
}

INTERPOSES uint32_t arc4random_uniform(uint32_t bound)
{
    note_random("arc4random_uniform", SITE);
    return ((random_below *)object_behind(BEHIND_ARC4RANDOM_UNIFORM))(bound);
}
#endif

/* ---- files ---------------------------------------------------------------------------------- */

static bool is_random_device(const struct stat *status)
{
    return S_ISCHR(status->st_mode) && major(status->st_rdev) == MEMORY_DEVICES &&
           (minor(status->st_rdev) == DEVICE_RANDOM || minor(status->st_rdev) == DEVICE_URANDOM);
}

static __attribute__((noinline)) void note_file(const char *function, int descriptor, bool writes,
                                                uintptr_t site)
{
    const int error = errno;
    struct stat status;
    struct turn_source source = {
        .kind = FROM_FILE, .function = function, .site = (const void *)site, .writes = writes};

    if (descriptor < 0 || fstat(descriptor, &status) != 0) {
        errno = error;
        return;
    }
    source.device = status.st_dev;
    source.file = status.st_ino;
    if (is_random_device(&status))
        source.kind = FROM_RANDOM;
    if (source.kind == FROM_RANDOM || S_ISREG(status.st_mode) || S_ISFIFO(status.st_mode))
        turn_tell_source(&source);
    errno = error;
}

static int note_opened(const char *function, int descriptor, int flags, uintptr_t site)
{
    if (taken_may_be())
        note_file(function, descriptor, (flags & O_ACCMODE) != O_RDONLY, site);
    return descriptor;
}

static FILE *note_stream(const char *function, FILE *stream, const char *mode, uintptr_t site)
{
    if (taken_may_be() && stream != NULL)
        note_file(function, fileno(stream), mode[0] != 'r' || strchr(mode, '+') != NULL, site);
    return stream;
}

/* The mode of the file stands behind the flags, if it may be made; else nothing is read there. */
#define MODE_BEHIND(flags, mode)                                 \
    do {                                                         \
        va_list arguments;                                       \
                                                                 \
        va_start(arguments, flags);                              \
        if (((flags) & O_CREAT) != 0 || ((flags) & O_TMPFILE) == O_TMPFILE) \
            (mode) = va_arg(arguments, mode_t);                  \
        va_end(arguments);                                       \
    } while (0)

#define OPEN(function, behind)                                                                 \
    INTERPOSES int function(const char *path, int flags, ...)                                  \
    {                                                                                          \
        mode_t mode = 0;                                                                       \
                                                                                               \
        MODE_BEHIND(flags, mode);                                                              \
        return note_opened(#function, ((opener *)object_behind(behind))(path, flags, mode),    \
                           flags, SITE);                                                       \
    }

#define OPEN_AT(function, behind)                                                              \
    INTERPOSES int function(int folder, const char *path, int flags, ...)                      \
    {                                                                                          \
        mode_t mode = 0;                                                                       \
                                                                                               \
        MODE_BEHIND(flags, mode);                                                              \
        return note_opened(#function,                                                          \
                           ((opener_at *)object_behind(behind))(folder, path, flags, mode),    \
                           flags, SITE);                                                       \
    }

OPEN(open, BEHIND_OPEN)
OPEN(open64, BEHIND_OPEN64)
OPEN_AT(openat, BEHIND_OPENAT)
OPEN_AT(openat64, BEHIND_OPENAT64)

/* Programs that are compiled with _FORTIFY_SOURCE call these. */
#define OPEN_CHECKED(name, behind)                                                             \
    INTERPOSES int __##name##_2(const char *path, int flags);                                  \
    int __##name##_2(const char *path, int flags)                                              \
    {                                                                                          \
        return note_opened(#name, ((checked_opener *)object_behind(behind))(path, flags),      \
                           flags, SITE);                                                       \
    }

#define OPEN_AT_CHECKED(name, behind)                                                          \
    INTERPOSES int __##name##_2(int folder, const char *path, int flags);                      \
    int __##name##_2(int folder, const char *path, int flags)                                  \
    {                                                                                          \
        return note_opened(#name,                                                              \
                           ((checked_opener_at *)object_behind(behind))(folder, path, flags),  \
                           flags, SITE);                                                       \
    }

OPEN_CHECKED(open, BEHIND_OPEN_2)
OPEN_CHECKED(open64, BEHIND_OPEN64_2)
OPEN_AT_CHECKED(openat, BEHIND_OPENAT_2)
OPEN_AT_CHECKED(openat64, BEHIND_OPENAT64_2)

#define CREATE(function, behind)                                                               \
    INTERPOSES int function(const char *path, mode_t mode)                                     \
    {                                                                                          \
        return note_opened(#function, ((opener *)object_behind(behind))(                       \
                                          path, O_CREAT | O_WRONLY | O_TRUNC, mode),           \
                           O_WRONLY, SITE);                                                    \
    }

CREATE(creat, BEHIND_OPEN)
CREATE(creat64, BEHIND_OPEN64)

#define STREAM(function, behind)                                                               \
    INTERPOSES FILE *function(const char *path, const char *mode)                              \
    {                                                                                          \
        return note_stream(#function, ((stream_opener *)object_behind(behind))(path, mode),    \
                           mode, SITE);                                                        \
    }

STREAM(fopen, BEHIND_FOPEN)
STREAM(fopen64, BEHIND_FOPEN64)
