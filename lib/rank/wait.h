/* SPDX-License-Identifier: MIT */
/* The one way in which a rank waits.
 *
 * Between two tests of its condition the rank makes progress. It spins for a while, unless ranks
 * oversubscribe the processors; then it yields for a while; then it sleeps until an item is pushed
 * to its inbox or rank_wake wakes it. An abort of the world ends every wait and unwinds the rank.
 *
 * A thread that ends what a rank waits for must store that with seq_cst and then call rank_wake for
 * the waiting rank, or push an item to its inbox. In a world with fenced sleep a waiter marks
 * itself as dozing, runs membarrier for all threads, and tests once more; the store then only needs
 * to come before the rank_wake in program order.
 *
 * Edges
 *   rank.asleep  a waiter marks itself as dozing, then tests its condition; the thread that ends
 *                what it waits for stores that and then looks for the mark. One of the two sees
 *                what the other has done. */
#ifndef RANK_WAIT_H
#define RANK_WAIT_H

#include <stdbool.h>

#include "rank/abort.h"
#include "rank/choice.h"
#include "rank/rank.h"
#include "rank/sleep/wait_report.h"
#include "rank/world.h"

/* Polls, with a pause of the processor after each, before a call waits as all do or asks the clock:
 * one or two microseconds. */
enum { POLLS_BEFORE_WAITING = 64 };

/* Calls the world's progress handlers; true if there was progress. */
static inline bool rank_progress(struct rank *self)
{
    const struct world *world = self->world;
    bool moved = false;
    int i;

    for (i = 0; i < world->floors.handler_count; i++)
        moved |= world->floors.handlers[i](self);
    return moved;
}

/* True if ranks do not oversubscribe the processors: only then can spinning pay. */
static inline bool rank_may_spin(const struct rank *self)
{
    return load_relaxed(&self->world->root->awake) <= self->world->cpus;
}

/* A condition that has made progress itself, and is still pending, calls this: the rank starts to
 * spin again. */
static inline void rank_has_worked(struct rank *self)
{
    store_relaxed(&self->works, load_relaxed(&self->works) + 1);
}

/* Returns when wait->is_pending(subject) has become false. The condition runs in the waiting thread
 * only. It may do work, but must not block. Once false it must stay so: it may be asked again. */
void rank_wait(struct rank *self, const struct wait *wait, void *subject);

/* Yields the processor once, or hands control on (rank/choice.h), without progress. A thread of no
 * rank yields. */
void rank_yield(void);

/* Yields the processor once, or hands control on, for a loop that waits for another thread to
 * finish what it does. If the world is aborted, that thread may never finish, and the caller is
 * unwound. */
void rank_pause(struct rank *self);

/* Notes that the calling rank had a reason to run on another processor, that many times in a row.
 * Moves the rank when that is often enough, unless it is bound; each further move takes more
 * reasons. True: it has moved. */
bool rank_moves(struct rank *self, int times);

/* One round of a call that only tests: makes progress, and yields if ranks oversubscribe the
 * processors. */
void rank_poll(struct rank *self);

/* Whether a call that does not wait says yes: what it looks for is there, maybe after one round,
 * and the rank's chooser lets it be seen (CHOICE_TEST). */
bool rank_look(struct rank *self, const struct look *look);
/* As rank_look, where the chooser has no answer of its own to looks. */
bool rank_look_once(struct rank *self, const struct look *look);

#endif
