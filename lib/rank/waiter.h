/* SPDX-License-Identifier: MIT */
/* The threads of a world that are asleep in rank_wait, and how it is found that none of them will
 * ever be woken.
 *
 * world->alive counts who may still do something: each rank's main thread until the rank has ended,
 * each thread that a rank has created until that has ended, each generalized request that has not
 * been completed. A thread takes itself off the count on its way to sleep and puts itself back when
 * it has been woken. So whoever finds that he was the last one alive knows that from here on
 * nothing happens but what others have begun before they went to sleep, and that is a wake-up at
 * most. He looks, while those who wake up stand still at a gate: a sleeper whose inbox is empty,
 * still marked as dozing, and whose park has not been woken since the sleeper looked at its
 * condition, sleeps for ever. When that is so of all of them the job is in a deadlock.
 * (docs/decisions/0008)
 *
 * Nothing of this is on the way of a message: a sleeper is made by a thread that has had nothing to
 * do for a while.
 *
 * Edges
 *   world.alive  going to sleep publishes what a thread has done to whoever is the last; waking up
 *                against a look that has begun.
 *   world.look   the end of a look lets those go on who have woken up meanwhile.
 *   census.holders  the last holder frees what threads need at their end.
 *   world.trace  a sleeper publishes its stack to who looks. */
#ifndef RANK_WAITER_H
#define RANK_WAITER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/list.h"
#include "base/trace.h"
#include "rank/wait_report.h"

struct rank;
struct world;

/* On the stack of a thread that sleeps. */
struct waiter {
    struct list link; /* in rank->sleepers */
    const struct wait *wait;
    void *subject;
    pthread_t thread;
    uint32_t seen; /* the rank's park when the condition was looked at */

    /* Taken by the thread itself when it is asked for. */
    struct trace trace;
    _Atomic(bool) has_trace;
};

enum { STATUS_DEADLOCK = 65 };

/* The thread that sleeps, around its sleep. Lying down does not return when that is a deadlock. */
void waiter_lie_down(struct rank *self, struct waiter *waiter);
void waiter_get_up(struct rank *self, struct waiter *waiter);

/* For who wants to look at sleepers while the world goes on, and is none of its ranks: those who
 * wake up stand still in between. Under its rank's lock each sleeper stays what it is. */
void world_close_gate(struct world *world);
void world_open_gate(struct world *world);

/* Someone more may do something in the world; one who could has ended, and was the caller. */
void world_add_runnable(struct world *world);
void world_remove_runnable(struct world *world);

/* The same for a thread that a rank creates: its creator gains, and the thread itself says that it
 * is to be lost when it ends; which may be after its world. */
bool waiter_watch_threads(struct world *world); /* before any is created; false: no memory */
void waiter_add_thread(struct world *world);
void waiter_remove_thread(struct world *world); /* it could not be created */
void waiter_count_thread(const struct rank *self);
void waiter_leave_threads(struct world *world); /* the world is about to go */

#endif
