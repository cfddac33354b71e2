/* SPDX-License-Identifier: MIT */
/* The threads of a program on the processors of a modelled machine, one thread on each. One thread
 * runs at a time: the one whose own time is least, so what threads do to each other happens in the
 * order of the model's time. A thread keeps running while its time stays below the others'.
 *
 * A thread that polls sleeps until a line that it has looked at is written (turns_poll). */
#ifndef MODEL_TURNS_H
#define MODEL_TURNS_H

#include <stdbool.h>
#include <stdint.h>

#include "machine.h"

struct processor {
    int number;
    int64_t now; /* picoseconds since the model began */
    int64_t stores_done; /* when the last store will have left the store buffer */
    int64_t scale;       /* percent of the machine's times for instructions */
    uint64_t filled;     /* lines that have come into its second-level cache */
    uintptr_t runs[4];   /* where the latest runs of accesses go on */
    int run;             /* the place of the oldest run */
    bool has_moved;      /* since it polled last: it got a line or wrote one that others had */
    int seen_count;      /* the lines that it has loaded since it polled last */
    uintptr_t seen[64];
    uint64_t moves[PLACES]; /* how many lines have come from where */
};

/* The calling thread's processor; NULL: the thread is not modelled now. */
extern __thread struct processor *turns_self __attribute__((visibility("hidden")));

extern const struct machine *turns_machine __attribute__((visibility("hidden")));

/* The calling thread is one of that many from here on: returns when all have come. */
void turns_begin(int number, int threads);

/* Returns when all have come here. No thread is modelled then. */
void turns_end(void);

/* Returns when no other thread's time is before the calling one's. */
void turns_await(struct processor *self);

/* Lets the time of a pause pass. If the thread has done nothing since the call before but load
 * lines of its own cache, it sleeps until one of these is written, or for some pauses. */
void turns_poll(struct processor *self, int64_t pause);

/* The processor, which slept in turns_poll, learns that a line has been written. */
void turns_rouse(int number, int64_t at);

#endif
