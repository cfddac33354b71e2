/* SPDX-License-Identifier: MIT */
/* Loose ends of an exploration: things that a run has done, and whose order no choice decides. An
 * exploration tells them at its end, because there may be more schedules than it has tried. */
#ifndef DRIVER_LOOSE_H
#define DRIVER_LOOSE_H

#include <stdio.h>

enum {
    LOOSE_FILES = 1 << 0,    /* accesses to files by MPI */
    LOOSE_POINTERS = 1 << 1, /* moves of the shared pointer of a file */
    LOOSE_PORTS = 1 << 2,    /* connections at ports */
    LOOSE_WORLDS = 1 << 3,   /* spawned worlds */
    LOOSE_THREADS = 1 << 4,  /* threads that ranks have created */
};

/* The loose ends of a call of that name; NULL: it is not known. */
unsigned loose_of_call(const char *name);

/* Writes "accesses to files, and connections at ports"; there is one at least. */
void loose_describe(FILE *out, unsigned loose);

#endif
