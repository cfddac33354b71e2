/* SPDX-License-Identifier: MIT */
/* The threads that sleep in rank_wait, and how the library finds that none of them will ever be
 * woken.
 *
 * world->deadlock.runnable counts the threads that can still do something: each rank's main thread
 * until the rank has ended, each thread that a rank has created until it has ended, and each
 * generalized request that has not been completed. A thread takes itself off the count on its way
 * to sleep and puts itself back when it has been woken. The thread that takes the count of its
 * world to zero looks at all connected worlds (rank/worlds/connected.h): if every count is zero,
 * nothing can happen but wake-ups that are under way. The looking thread closes gates at which
 * waking threads stand still. A waiter sleeps for good if its inbox is empty and marked as dozing,
 * and its park has not been woken since the waiter looked at its condition. If all waiters sleep
 * for good, those that can give up do so and go on with an error; if there is none, this is a
 * deadlock (docs/decisions/0008). When two worlds go idle at the same time, the counts are in one
 * total order (seq_cst), so at least one of the two looking threads sees both at zero.
 *
 * Any world of the process may come to a rank that waits at a port. If there is such a rank among
 * the connected worlds, the look is at all worlds. If there is one elsewhere, there is a second
 * look, at all worlds.
 *
 * A message pays nothing for this: only a thread that has had nothing to do for a while becomes a
 * waiter.
 *
 * Edges
 *   world.alive  going to sleep publishes what a thread has done to the thread that looks; waking
 *                up against a look that has begun.
 *   world.look   the end of a look releases the threads at the gate.
 *   census.holders  the last holder frees what threads need at their end.
 *   world.trace  a waiter publishes its stack to the thread that looks. */
#ifndef RANK_WAITER_H
#define RANK_WAITER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"
#include "base/list.h"
#include "base/trace.h"
#include "rank/sleep/wait_report.h"
#include "sync/park.h"

struct census;
struct rank;
struct world;

/* A world keeps this for the look. */
struct deadlock_watch {
    /* The gate at which threads that wake up stand still while one looks. A spawned world's ranks
     * also wait there before they run anything of the program (rank/worlds/family.h). */
    _Atomic(bool) is_looked_at;
    _Atomic(bool) wants_traces;
    struct park gate;

    /* Threads that can still do something. The last one was not in a position to look
     * (rank/sleep/idle.h). */
    _Atomic(int) runnable;
    _Atomic(bool) wants_look;

    struct census *census; /* by which threads that outlive the world find that it is gone */

    /* Writes the report of a deadlock, in memory of the library (check/deadlock.h); NULL: deadlocks
     * are not looked for. */
    char *(*explain)(void);
};

/* On the stack of a thread that sleeps. */
struct waiter {
    struct list link; /* in rank->waiters */
    const struct wait *wait;
    void *subject;
    pthread_t thread;
    uint32_t seen; /* the rank's park when the condition was looked at */

    /* The thread's stack, which it takes itself when it is asked to. */
    struct trace trace;
    _Atomic(bool) has_trace;
};

enum { STATUS_DEADLOCK = 65 };

/* Called by the thread that sleeps, around its sleep. waiter_lie_down does not return if that is a
 * deadlock. */
void waiter_lie_down(struct rank *self, struct waiter *waiter);
void waiter_get_up(struct rank *self, struct waiter *waiter);

/* Between these two, threads of connected worlds that wake up stand still, and these worlds are
 * a view (rank/worlds/connected.h). A thread that is none of the ranks may then look at waiters,
 * each under its rank's waiters_lock. */
void world_close_gate(struct world *world);
void world_open_gate(struct world *world);

/* One more thread of the world can do something; the caller is one less. */
void world_add_runnable(struct world *world);
void world_remove_runnable(struct world *world);

/* True if deadlocks of the world are looked for. */
bool waiter_is_watched(const struct world *world);

/* For rank/sleep/idle.h: the calling thread can do nothing from now on, and can again. */
void waiter_go_idle(struct world *world);
void waiter_come_back(struct world *world);

/* Looks for a deadlock. The thread that joins the world calls it when another thread has asked. */
void waiter_look(struct world *world);

/* The thread that has the register calls it: the world has lost another one that could have woken
 * its ranks. If all of them sleep, the thread that joins the world looks; the caller wakes that
 * thread. */
void waiter_look_soon(struct world *world);

/* For a thread that a rank creates: the creator adds it to the count, and the thread arranges for
 * its own removal when it ends, which may be after its world. */
bool waiter_watch_threads(struct world *world); /* before any is created; false: no memory */
void waiter_add_thread(struct world *world);
void waiter_remove_thread(struct world *world); /* it could not be created */
void waiter_count_thread(const struct rank *self);
void waiter_leave_threads(struct world *world); /* the world is about to go */

#endif
