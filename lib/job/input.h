/* SPDX-License-Identifier: MIT */
/* Standard input of a job's ranks: one of them reads it, or all read the same (knob stdin).
 *
 * For the others it is at its end. A program's part of this, its private `stdin`, is in
 * runtime/program/input.c; without it (private globals are off) the ranks share the input. */
#ifndef DRIVER_INPUT_H
#define DRIVER_INPUT_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

struct rank;

enum { INPUT_ALL = -1, INPUT_NONE = -2 }; /* else the number of the rank that reads */

/* What a rank has in place of the process's stdin. */
struct input_end {
    struct input *input;
    FILE *stream;    /* NULL: the process's own, or closed */
    size_t position; /* in what all read */
};

struct input {
    dev_t device; /* what the process was given as its input: */
    ino_t file;   /* a file that the program opens in its place is read plainly */
    struct input_end *ends;

    /* All read: what has been read so far. */
    pthread_mutex_t lock;
    char *text;
    size_t length, capacity;
};

/* Before the ranks start. 0, or -1 with a note. */
int input_open(struct input *input, int ranks);
void input_close(struct input *input, int ranks);

/* In the rank's own thread, once, before its main. */
int input_give(struct input *input, const struct rank *self);

#endif
