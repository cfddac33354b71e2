/* SPDX-License-Identifier: MIT */
/* Standard output: its ranks' lines are gathered in the library, without a buffer of libc's in
 * between, which would be one for all. What a program asks of that buffer is asked there. */
#include <stdio.h>

#include "job/start.h"

/* Weak: a program that brings some of these functions along keeps its own. */
#pragma weak fflush
#pragma weak setvbuf
#pragma weak setbuf
#pragma weak setlinebuf
#pragma weak heddle_flush

/* libc's, by their other names. */
int _IO_fflush(FILE *stream);
int _IO_setvbuf(FILE *stream, char *buffer, int mode, size_t bytes);

static int is_gathered(FILE *stream)
{
    return heddle_flush != NULL && heddle_flush(stream);
}

int fflush(FILE *stream)
{
    int result = _IO_fflush(stream);

    is_gathered(stream);
    return result;
}

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t bytes)
{
    return is_gathered(stream) ? 0 : _IO_setvbuf(stream, buffer, mode, bytes);
}

void setbuf(FILE *restrict stream, char *restrict buffer)
{
    setvbuf(stream, buffer, buffer != NULL ? _IOFBF : _IONBF, BUFSIZ);
}

void setlinebuf(FILE *stream)
{
    setvbuf(stream, NULL, _IOLBF, 0);
}
