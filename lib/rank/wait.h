/* SPDX-License-Identifier: MIT */
/* The one way in which a rank waits.
 *
 * Between two looks at its condition it makes progress; while ranks do not outnumber processors it
 * spins, for a while; then it yields, for a while; then it sleeps until something is pushed to its
 * inbox or it is woken. Every wait ends when the world is aborted, and the rank is unwound.
 *
 * What makes a condition come true must be followed by a rank_wake of the waiter (and be stored
 * with seq_cst), or be an item in its inbox. In a world with fenced sleep a waiter that has set its
 * bit fences for all threads before it looks once more; then a store that only the compiler
 * keeps before the rank_wake will do.
 *
 * Edges
 *   rank.asleep  a waiter says that it dozes and looks at its condition; who makes the condition
 *                true looks whether the waiter dozes: not both miss the other. */
#ifndef RANK_WAIT_H
#define RANK_WAIT_H

#include <stdbool.h>

#include "rank/abort.h"
#include "rank/rank.h"
#include "rank/wait_report.h"
#include "rank/world.h"

/* Asks the world's handlers to move things along; true when something moved. */
static inline bool rank_progress(struct rank *self)
{
    const struct world *world = self->world;
    bool moved = false;
    int i;

    for (i = 0; i < world->progress_count; i++)
        moved |= world->progress[i](self);
    return moved;
}

/* Whether ranks leave processors free: only then can spinning pay. */
static inline bool rank_may_spin(const struct rank *self)
{
    return load_relaxed(&self->world->awake) <= self->world->cpus;
}

/* For a condition that has done some work itself, and is still pending: patience begins anew. */
static inline void rank_has_worked(struct rank *self)
{
    store_relaxed(&self->works, load_relaxed(&self->works) + 1);
}

/* Returns when wait->is_pending(subject) has become false. It may do work of its own as long as it
 * does not block, and once false it must stay so: it may be asked again. It runs in the waiting
 * thread only. */
void rank_wait(struct rank *self, const struct wait *wait, void *subject);

/* Lets those that share the processor run, once. No wait: it may be as before, and nothing has
 * been moved along. */
void rank_yield(void);

/* The same for a wait that is over as soon as another thread is through with what it is at: that
 * may have been ended by an abort, and then the caller is. */
void rank_pause(struct rank *self);

/* There was a reason for the calling rank to run on another processor, so many times in a row.
 * Moves it when that is often enough, each time less soon, unless it is bound; true when it has. */
bool rank_moves(struct rank *self, int times);

/* One round for calls that only test: progress, and now and then the processor for others. */
void rank_poll(struct rank *self);

#endif
