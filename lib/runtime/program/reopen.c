/* SPDX-License-Identifier: MIT */
/* Makes a standard stream that a rank reopens or closes the rank's own. libc cannot do that in a
 * job of several ranks: all ranks share the streams, which have no file behind them. */
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

#include "job/start.h"

/* Weak, so that a program that defines one of these functions keeps its own. */
#pragma weak freopen
#pragma weak freopen64
#pragma weak fclose
#pragma weak heddle_divert

extern __attribute__((heddle_shared)) FILE _IO_2_1_stdin_; /* libc's */

/* libc's function, by its other name. */
int _IO_fclose(FILE *stream);

/* Closes a stream by libc's fclose, or by a sanitizer's, which keeps a record of each stream. A
 * stream that replaces the process's input has that input's descriptor number, which must stay
 * open; libc's internal function does not check it. */
static int close_stream(FILE *stream)
{
    int (*libc_fclose)(FILE *);

    if (stream == stdin && stream != &_IO_2_1_stdin_ && stream->_fileno == STDIN_FILENO)
        return _IO_fclose(stream);
    *(void **)&libc_fclose = dlsym(RTLD_NEXT, "fclose");
    return libc_fclose(stream);
}

static bool divert(const char *path, const char *mode, FILE *stream, int *result)
{
    return heddle_divert != NULL && heddle_divert(path, mode, stream, result);
}

/* Replaces the rank's own `stdin`, under which the program knows the stream. */
static FILE *replace_input(const char *restrict path, const char *restrict mode)
{
    FILE *opened = fopen(path, mode);

    close_stream(stdin);
    stdin = opened != NULL ? opened : fopen("/dev/null", "r");
    return opened;
}

FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream)
{
    FILE *(*libc_freopen)(const char *, const char *, FILE *);
    int result;

    if (path != NULL && stream == stdin && stream != &_IO_2_1_stdin_)
        return replace_input(path, mode);
    if (path != NULL && divert(path, mode, stream, &result))
        return result == 0 ? stream : NULL;
    *(void **)&libc_freopen = dlsym(RTLD_NEXT, "freopen");
    return libc_freopen(path, mode, stream);
}

FILE *freopen64(const char *restrict path, const char *restrict mode, FILE *restrict stream)
{
    return freopen(path, mode, stream);
}

int fclose(FILE *stream)
{
    int result;

    return divert(NULL, NULL, stream, &result) ? result : close_stream(stream);
}
