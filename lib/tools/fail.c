/* SPDX-License-Identifier: MIT */
#include "tools/fail.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void fail(int status, const char *format, ...)
{
    va_list arguments;

    fputs("mpiexec: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(status);
}

void *needed(void *memory)
{
    if (memory == NULL)
        fail(STATUS_USAGE, "no memory");
    return memory;
}
