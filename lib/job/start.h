/* SPDX-License-Identifier: MIT */
#ifndef JOB_START_H
#define JOB_START_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <time.h>

typedef int heddle_user_main(int argc, char **argv, char **envp);

/* The start object calls heddle_main in place of main. It runs user_main once for each rank and
 * returns the job's exit status. */
int heddle_main(heddle_user_main *user_main, int argc, char **argv, char **envp);

/* The start of a program that was linked without the start object; one rank by default. */
int start_without_wrapper(heddle_user_main *user_main, int argc, char **argv, char **envp);

/* Reads from the rank's standard input. Returns false if the rank reads the process's own. */
bool heddle_read(void *buffer, size_t bytes, ssize_t *taken);

/* True if the library gathers the lines that ranks write to this stream. libc cannot write wide
 * characters to it. */
bool heddle_gathers(FILE *stream);

/* Flushes the rank's standard output; NULL means every stream. A line that the rank has begun is
 * written out. Returns 0 if libc alone handles the stream, 1, or -1 with errno. */
int heddle_flush(FILE *stream);

/* Diverts the rank's standard output or error to a file, or to nothing if path is NULL. Sets
 * *result to 0, or to -1 with errno. Returns false if libc alone handles the stream. */
bool heddle_divert(const char *path, const char *mode, FILE *stream, int *result);

/* Fills in what the calling rank's threads have used, as getrusage does. Returns false outside of
 * ranks. */
bool heddle_usage(struct rusage *usage);

#endif
