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

/* The functions that scan standard input with the names and by the rules of one standard: <stdio.h>
 * has the compiler call those of the standard that a file is compiled for. */
#define SCAN(standard, prefix)                                                                     \
    int standard##_vfscanf(FILE *, const char *, va_list) __asm__(prefix "vfscanf");               \
    int standard##_vfwscanf(FILE *, const wchar_t *, va_list) __asm__(prefix "vfwscanf");          \
    __attribute__((weak)) int standard##_vscanf(const char *, va_list) __asm__(prefix "vscanf");   \
    __attribute__((weak)) int standard##_scanf(const char *, ...) __asm__(prefix "scanf");         \
    __attribute__((weak)) int standard##_vwscanf(const wchar_t *, va_list)                         \
        __asm__(prefix "vwscanf");                                                                 \
    __attribute__((weak)) int standard##_wscanf(const wchar_t *, ...) __asm__(prefix "wscanf");    \
                                                                                                   \
    int standard##_vscanf(const char *format, va_list places)                                      \
    {                                                                                              \
        return standard##_vfscanf(input, format, places);                                          \
    }                                                                                              \
    int standard##_scanf(const char *format, ...)                                                  \
    {                                                                                              \
        va_list places;                                                                            \
        int taken;                                                                                 \
                                                                                                   \
        va_start(places, format);                                                                  \
        taken = standard##_vfscanf(input, format, places);                                         \
        va_end(places);                                                                            \
        return taken;                                                                              \
    }                                                                                              \
    int standard##_vwscanf(const wchar_t *format, va_list places)                                  \
    {                                                                                              \
        return standard##_vfwscanf(input, format, places);                                         \
    }                                                                                              \
    int standard##_wscanf(const wchar_t *format, ...)                                              \
    {                                                                                              \
        va_list places;                                                                            \
        int taken;                                                                                 \
                                                                                                   \
        va_start(places, format);                                                                  \
        taken = standard##_vfwscanf(input, format, places);                                        \
        va_end(places);                                                                            \
        return taken;                                                                              \
    }

SCAN(c90, "")
SCAN(c99, "__isoc99_")
#if __GLIBC_PREREQ(2, 38)
SCAN(c23, "__isoc23_")
#endif
