/* SPDX-License-Identifier: MIT */
/* The cores that this process may use, in an order in which those that share most are next to each
 * other, and how near they are: which caches, packages, memories they share. */
#ifndef BASE_MACHINE_H
#define BASE_MACHINE_H

#include <sched.h>
#include <stdbool.h>

/* What counts as a core: also the numbers of the knob. */
enum machine_unit { MACHINE_CORES = 1, MACHINE_THREADS };

enum { MACHINE_LEVELS_MAX = 16 };

struct machine {
    bool is_here; /* not one that was only described */
    int levels;
    int core_count;
    struct core {
        cpu_set_t cpus;
        int domains[MACHINE_LEVELS_MAX]; /* what it is part of, the outermost first */
    } cores[];
};

/* This machine; one in hwloc's synthetic language ("package:2 l2:2 core:2 pu:1"). NULL, with a
 * note: it is not known, or there is no memory. */
struct machine *machine_read(enum machine_unit unit);
struct machine *machine_describe(const char *description, enum machine_unit unit);
void machine_give(struct machine *machine); /* NULL is fine */

/* How many levels of the machine two cores do not share: 0 for a core and itself. */
int machine_distance(const struct machine *machine, int one, int other);

/* From here on the calling thread, and those it creates, run on that core only. On a machine that
 * was only described nothing happens. 0, or -1 with a note. */
int machine_bind(const struct machine *machine, int core);

#endif
