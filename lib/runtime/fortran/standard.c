/* SPDX-License-Identifier: MIT */
/* Each rank's own units in place of the process's 6 and 0. The runtime library holds a unit's lock
 * from the beginning of a statement to its end, and a function that the statement names may call
 * MPI, which waits for ranks that write, too. So a unit that all ranks write to would hang.
 *
 * The unit is connected to a pipe of its own, which nothing is ever written to: `write` passes on
 * what the library has for it to the rank's stdout or stderr, at the end of each statement. There
 * ranks share lines as C's do. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "runtime/fortran/runtime.h"

/* Weak, so that a program that defines this function keeps its own. */
#pragma weak write

enum { NOT_CONNECTED = -1, FILE_NAME_BYTES = 32 };

void _gfortran_st_open(struct open_statement *open);
void _gfortran_st_close(struct statement *close);
void _gfortran_flush_i4(const int *unit);
long _gfortran_fnum_i4(const int *unit, void *a, void *b, void *c, void *d);

ssize_t __write(int file, const void *text, size_t bytes);

/* Indexed by the stream's descriptor - 1. */
static struct own {
    int file; /* the pipe's end */
    int unit; /* by the library's number */
} units[2] = {{.file = NOT_CONNECTED}, {.file = NOT_CONNECTED}};

static struct own *own_of(int unit)
{
    return &units[unit == 6 ? 0 : 1];
}

static FILE *stream_of(const struct own *own)
{
    return own == &units[0] ? stdout : stderr;
}

bool standard_is(int unit)
{
    int i;

    for (i = 0; i < 2; i++)
        if (units[i].file != NOT_CONNECTED && units[i].unit == unit)
            return true;
    return false;
}

ssize_t write(int file, const void *text, size_t bytes)
{
    int i;

    for (i = 0; i < 2; i++)
        if (file == units[i].file && file > STDERR_FILENO) {
            size_t written = fwrite(text, 1, bytes, stream_of(&units[i]));

            return written > 0 || bytes == 0 ? (ssize_t)written : -1;
        }
    return __write(file, text, bytes);
}

static bool open_pipe(int unit, const char *name)
{
    int status = 0;
    struct open_statement open = {
        .common = {.flags = OPEN_HAS_FILE | STATEMENT_HAS_STATUS, .unit = unit, .status = &status},
        .file = name,
        .file_length = strlen(name),
    };

    BEHIND(_gfortran_st_open)(&open);
    return status == 0;
}

/* False: no descriptor is left. */
static bool connect(struct own *own, int unit)
{
    char name[FILE_NAME_BYTES];
    bool is_open;
    int ends[2];

    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    snprintf(name, sizeof name, "/proc/self/fd/%d", ends[1]);
    is_open = open_pipe(unit, name);
    close(ends[0]);
    close(ends[1]);
    if (is_open) {
        own->unit = unit;
        own->file = (int)BEHIND(_gfortran_fnum_i4)(&unit, NULL, NULL, NULL, NULL);
    }
    return is_open;
}

int standard_find(int unit, int mapped)
{
    struct own *own = own_of(unit);

    if (own->file != NOT_CONNECTED)
        return own->unit;
    return connect(own, mapped) ? own->unit : unit;
}

void standard_leave(int unit)
{
    struct own *own = own_of(unit);

    if (own->file == NOT_CONNECTED)
        return;
    BEHIND(_gfortran_flush_i4)(&own->unit);
    own->file = NOT_CONNECTED;
}

void standard_show(int unit)
{
    if (standard_is(unit) && !statement_holds(unit))
        BEHIND(_gfortran_flush_i4)(&unit);
}

/* The library flushes a locked unit when the process ends, but its pipe has no reader. */
static void divert(int file)
{
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);

    dup3(nowhere, file, O_CLOEXEC);
    close(nowhere);
}

static void close_own(const struct own *own)
{
    int status;
    struct statement close = {
        .flags = STATEMENT_HAS_STATUS, .unit = own->unit, .status = &status};

    BEHIND(_gfortran_flush_i4)(&own->unit);
    BEHIND(_gfortran_st_close)(&close);
}

void standard_close(void)
{
    int i;

    for (i = 0; i < 2; i++) {
        if (units[i].file == NOT_CONNECTED)
            continue;
        if (statement_holds(units[i].unit))
            divert(units[i].file);
        else
            close_own(&units[i]);
        units[i].file = NOT_CONNECTED;
    }
}
