/* SPDX-License-Identifier: MIT */
/* The cores that this process may use, and which caches, packages and memories they share. Cores
 * that share most are next to each other in the order. */
#ifndef BASE_MACHINE_H
#define BASE_MACHINE_H

#include <sched.h>
#include <stdbool.h>

/* The unit that counts as a core. The values are those of HEDDLE_BIND. */
enum machine_unit { MACHINE_CORES = 1, MACHINE_THREADS };

enum { MACHINE_LEVELS_MAX = 16 };

struct machine {
    bool is_here; /* false for a machine that was only described */
    int levels;
    int core_count;
    struct core {
        cpu_set_t cpus;
        int package, number; /* of the core, as the system counts them; -1: not known */
        int domains[MACHINE_LEVELS_MAX]; /* the domains that the core is part of, outermost first */
    } cores[];
};

/* machine_read reads this machine; machine_describe makes one from hwloc's synthetic language
 * ("package:2 l2:2 core:2 pu:1"). Both return NULL, with a note, if the machine is unknown or there
 * is no memory. */
struct machine *machine_read(enum machine_unit unit);
struct machine *machine_describe(const char *description, enum machine_unit unit);
void machine_give(struct machine *machine); /* NULL is fine */

/* Returns the number of levels that two cores do not share: 0 for a core and itself. */
int machine_distance(const struct machine *machine, int one, int other);

/* Binds the calling thread, and those it creates later, to one core. Does nothing on a machine that
 * was only described. Returns 0, or -1 with a note. */
int machine_bind(const struct machine *machine, int core);

#endif
