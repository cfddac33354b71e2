/* SPDX-License-Identifier: MIT */
/* Standard input of a job's ranks: one rank reads it, or all ranks read the same text
 * (HEDDLE_STDIN). For other ranks it is at its end.
 *
 * runtime/program/input.c has the program's side, its private `stdin`. Without it (private globals
 * are off) the ranks share the input. */
#ifndef JOB_INPUT_H
#define JOB_INPUT_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

struct rank;

enum { INPUT_ALL = -1, INPUT_NONE = -2 }; /* other values are the number of the rank that reads */

/* A rank's replacement for the process's stdin. */
struct input_end {
    struct input *input;
    FILE *stream;    /* NULL: the process's own stream, or closed */
    size_t position; /* of this rank in `text` */
    struct input_end *before; /* of the first world: the one whose stream was opened before */
};

struct input {
    dev_t device; /* identify the process's input: if the program */
    ino_t file;   /* replaces it by another file, that file is read directly */
    struct input_end *ends;
    struct input_end *latest; /* whose stream was opened last; under the lock */

    /* For INPUT_ALL: what has been read so far. */
    pthread_mutex_t lock;
    char *text;
    size_t length, capacity;
};

/* Call it before the ranks start. Returns 0, or -1 with a note. */
int input_open(struct input *input, int ranks);
void input_close(struct input *input);

/* Gives the calling rank its stdin, once, before its main. */
int input_give(struct input *input, struct input_end *end, const struct rank *self);

/* The end of a rank, also of a spawned one, whose standard input is at its end. */
struct input_end *input_end_of(const struct rank *rank);

#endif
