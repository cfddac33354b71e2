/* SPDX-License-Identifier: MIT */
/* Standard input: each rank has its own `stdin`, which the library sets at the rank's start. It is
 * libc's stream for the rank that reads the process's input, and another stream for other ranks.
 * The plugin that compiles this file makes `stdin` private, like the program's variables. */
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>
#include <wchar.h>

#include "job/start.h"

/* Weak, so that a program that defines one of these functions keeps its own. */
#pragma weak read
#pragma weak __read_chk
#pragma weak getchar
#pragma weak getchar_unlocked
#pragma weak getwchar
#pragma weak scanf
#pragma weak vscanf
#pragma weak wscanf
#pragma weak vwscanf
#pragma weak heddle_read

extern __attribute__((heddle_shared)) FILE _IO_2_1_stdin_; /* libc's */

#ifdef HEDDLE_IS_LIBRARY
FILE *stdin = &_IO_2_1_stdin_; /* by its name, as `environ` */
#define input stdin
#else
static FILE *input = &_IO_2_1_stdin_;
extern FILE *stdin __attribute__((weak, alias("input")));
#endif

ssize_t __read(int file, void *buffer, size_t bytes);
ssize_t __read_chk(int file, void *buffer, size_t bytes, size_t room);
_Noreturn void __chk_fail(void);

ssize_t read(int file, void *buffer, size_t bytes)
{
    ssize_t taken;

    if (file == STDIN_FILENO && heddle_read != NULL && heddle_read(buffer, bytes, &taken))
        return taken;
    return __read(file, buffer, bytes);
}

ssize_t __read_chk(int file, void *buffer, size_t bytes, size_t room)
{
    if (bytes > room)
        __chk_fail();
    return read(file, buffer, bytes);
}

int getchar(void)
{
    return getc(input);
}

int getchar_unlocked(void)
{
    return getc_unlocked(input);
}

wint_t getwchar(void)
{
    return getwc(input);
}

int vscanf(const char *restrict format, va_list places)
{
    return vfscanf(input, format, places);
}

int scanf(const char *restrict format, ...)
{
    va_list places;
    int taken;

    va_start(places, format);
    taken = vfscanf(input, format, places);
    va_end(places);
    return taken;
}

int vwscanf(const wchar_t *restrict format, va_list places)
{
    return vfwscanf(input, format, places);
}

int wscanf(const wchar_t *restrict format, ...)
{
    va_list places;
    int taken;

    va_start(places, format);
    taken = vfwscanf(input, format, places);
    va_end(places);
    return taken;
}
