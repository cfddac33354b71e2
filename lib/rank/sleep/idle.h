/* SPDX-License-Identifier: MIT */
/* Threads of ranks that wait for something which only another thread of the job can do: a condition
 * variable, a semaphore, a barrier of threads (libc/condition.c). They are not runnable meanwhile,
 * as threads that sleep in rank_wait are not. A thread that has been woken may not have come to say
 * so, or one that goes to sleep may not have got there; so the rank that looks for a deadlock asks
 * the kernel whether all of them sleep, and looks again until they do or one is back.
 *
 * A thread that was the last runnable one does not look itself, because it does not sleep yet: the
 * thread that joins the world does (world.idle).
 *
 * Edges
 *   world.idle  the last runnable thread asks the thread that joins the world to look. */
#ifndef RANK_IDLE_H
#define RANK_IDLE_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/list.h"

struct rank;
struct world;

/* On the stack of a thread that waits. */
struct idler {
    struct list link; /* in rank->idlers */
    struct rank *rank; /* NULL: it counts as runnable all the same */
    pid_t thread_id;
};

void idle_begin(struct rank *self, struct idler *idler); /* self may be NULL */
void idle_end(struct idler *idler);

/* True if each of them sleeps; false: not all threads of all worlds of the view are asleep any
 * more. The gates are closed. */
bool idlers_are_asleep(struct world *world, bool (*are_all_asleep)(void));

#endif
