/* SPDX-License-Identifier: MIT */
#ifndef DRIVER_START_H
#define DRIVER_START_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* Called by the start object in place of main: runs user_main once per rank, returns the job's exit
 * status. */
int heddle_main(int (*user_main)(int, char **, char **), int argc, char **argv, char **envp);

/* The rank's read from standard input. False: it reads what the process reads. */
bool heddle_read(void *buffer, size_t bytes, ssize_t *taken);

/* The rank's part of flushing standard output, or every stream (NULL): a line that it has begun
 * goes out. False: it is another stream, or one that libc alone takes care of. */
bool heddle_flush(FILE *stream);

/* What the rank writes to standard output, or error, goes to this file from now on, or nowhere when
 * there is no path: *result is 0, or -1 with errno. False: it is another stream, or one that libc
 * alone takes care of. */
bool heddle_divert(const char *path, const char *mode, FILE *stream, int *result);

#endif
