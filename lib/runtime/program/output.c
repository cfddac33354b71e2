/* SPDX-License-Identifier: MIT */
/* Standard output. The library gathers each rank's lines itself, without libc's buffer, which all
 * ranks would share. Calls that control libc's buffer are therefore passed to the library. */
#include <stdio.h>

#include "job/start.h"

/* Weak, so that a program that defines one of these functions keeps its own. */
#pragma weak fflush
#pragma weak setvbuf
#pragma weak setbuf
#pragma weak setlinebuf
#pragma weak heddle_flush

/* libc's functions, by their other names. */
int _IO_fflush(FILE *stream);
int _IO_setvbuf(FILE *stream, char *buffer, int mode, size_t bytes);

static int flush_gathered(FILE *stream)
{
    return heddle_flush != NULL ? heddle_flush(stream) : 0;
}

int fflush(FILE *stream)
{
    int result = _IO_fflush(stream);

    return flush_gathered(stream) < 0 ? EOF : result;
}

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t bytes)
{
    return flush_gathered(stream) != 0 ? 0 : _IO_setvbuf(stream, buffer, mode, bytes);
}

void setbuf(FILE *restrict stream, char *restrict buffer)
{
    setvbuf(stream, buffer, buffer != NULL ? _IOFBF : _IONBF, BUFSIZ);
}

void setlinebuf(FILE *stream)
{
    setvbuf(stream, NULL, _IOLBF, 0);
}
