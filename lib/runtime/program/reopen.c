/* SPDX-License-Identifier: MIT */
/* A standard stream that a rank opens anew, or closes, is its own. libc can do neither with the
 * streams that stand for those of the process in a job of several ranks: all ranks share them, and
 * there is no file behind them. */
#include <dlfcn.h>
#include <stdio.h>
#include <unistd.h>

#include "job/start.h"

/* Weak: a program that brings some of these functions along keeps its own. */
#pragma weak freopen
#pragma weak freopen64
#pragma weak fclose
#pragma weak heddle_divert

extern __attribute__((heddle_shared)) FILE _IO_2_1_stdin_; /* libc's */

/* libc's, by its other name. */
int _IO_fclose(FILE *stream);

/* By libc, or by a sanitizer, which keeps a record of each stream. But what only stands for the
 * process's input has the descriptor of that, which it does not close. */
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

/* The program knows it by the name `stdin`, which is the rank's own. */
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
