/* SPDX-License-Identifier: MIT */
/* Things that a run has done, and whose order no choice decides. An exploration lists them at its
 * end, because there may be more schedules than it has tried. */
#ifndef JOB_UNCONTROLLED_H
#define JOB_UNCONTROLLED_H

#include <stdio.h>

enum {
    UNCONTROLLED_FILES = 1 << 0,    /* accesses to files by MPI */
    UNCONTROLLED_PORTS = 1 << 1,    /* connections with worlds that are not explored */
    UNCONTROLLED_WORLDS = 1 << 2,   /* spawned worlds */
    UNCONTROLLED_THREADS = 1 << 3,  /* threads that take no turns, and waits for atomic variables */
    UNCONTROLLED_OPENMP = 1 << 4,   /* threads of OpenMP that take none */
    UNCONTROLLED_ALL = (1 << 5) - 1,
    /* Its calls of functions of files are disturbed by another run; reports do not name it. */
    DISTURBED_BY_OTHER_RUNS = 1 << 5,
    /* Only a run that follows a file of choices has these: */
    UNRECORDED_PORTS = 1 << 6,
    UNRECORDED_PUTS = 1 << 7,    /* puts and gets without an exclusive lock */
    UNRECORDED_CANCELS = 1 << 8, /* of sends */
    /* These have values, not an order: */
    UNRECORDED_TIMES = 1 << 9,
    UNRECORDED_RANDOM = 1 << 10,
    UNRECORDED_VALUES = UNRECORDED_TIMES | UNRECORDED_RANDOM,
};

/* Returns those that a call of that name does; NULL: it is not known. */
unsigned uncontrolled_of_call(const char *name);

struct turn;

/* Returns those that a rank does there although no file of choices has them. */
unsigned unrecorded_of_turn(const struct turn *turn);

/* Writes "accesses to files and what spawned worlds do"; there is one at least. */
void uncontrolled_describe(FILE *out, unsigned uncontrolled);

#endif
