/* SPDX-License-Identifier: MIT */
/* A lock that a rank can hold across calls, as windows and files need.
 *
 * A rank waits for it in rank_wait: it makes progress meanwhile, an abort ends its wait, and a
 * deadlock report names the ranks that hold the lock and where they took it. sync/lock.h is for
 * short stretches of the library's own code.
 *
 *                | taken shared    taken by a group   taken exclusive
 *   shared       | at once         waits              waits
 *   group        | waits           at once            waits
 *   exclusive    | waits           waits              waits
 *
 * A lock that no other rank wants is taken and released by one atomic operation each. The word
 * says how it is held; the rank lists what it holds, for reports.
 *
 * Progress: the lock is fair. Ranks get it in the order in which they asked, those of one mode at
 * the head of the queue together. A rank that holds another lock overtakes: it waits for holders
 * only. Otherwise it could wait for a rank that is ahead of it in the queue, which waits for that
 * other lock: a deadlock that the program has not made. A rank's chooser (rank/choice.h) may put
 * another one at the head when the rank releases the lock.
 *
 * ThreadSanitizer gets the orders that the modes give and no others: a rank sees what was done
 * under the lock in another mode, and two ranks that hold it together see nothing of each other.
 * The order is exact while no rank waits. Ranks that wait are also ordered by the queue.
 *
 * Laws, which rank_lock_check asserts
 *   1. Holders are either one exclusive, or any number of shared ones, or any number of a group.
 *   2. While ranks wait, the word says so: a rank that holds no other lock queues behind them.
 *
 * Edges
 *   rank_lock.word     releasing publishes what was done under the lock to the next holder.
 *   rank_lock.granted  the rank that grants the lock publishes what was done under it.
 *   rank_lock.seen     a rank takes the lock, and then looks for a word of others; they store that
 *                      word, and then ask rank_lock_is_exclusive. At least one sees the other. */
#ifndef RANK_LOCK_H
#define RANK_LOCK_H

#include <stdbool.h>

#include "base/list.h"
#include "rank/rank.h"
#include "sync/lock.h"

enum rank_lock_mode { RANK_LOCK_SHARED, RANK_LOCK_GROUP, RANK_LOCK_EXCLUSIVE };

struct rank_lock {
    _Atomic(uint64_t) word; /* mode, holders, and whether ranks wait (lock.c) */
    struct lock lock;       /* for the queue */
    struct list queue;      /* of those that wait, in the order of their coming */
    const char *name;       /* in reports: "window 3" */
    int member;             /* in reports: "rank 2 in window 3"; -1: of the whole */
};

/* One rank's hold on a lock, in memory of the rank. It stays there until it is released. */
struct rank_lock_hold {
    struct list link; /* in the lock's queue, or in rank->lock_holds */
    struct rank_lock *lock;
    struct rank *rank;
    const void *site; /* where the call that takes the lock returns to; NULL: unknown */
    enum rank_lock_mode mode;
    bool overtakes;   /* it does not wait for its turn: its rank held another lock */
    _Atomic(bool) is_granted;
};

/* The name must live as long as the lock. `member`: whose lock of the thing that has that name;
 * -1: the lock is of the whole. */
void rank_lock_init(struct rank_lock *lock, const char *name, int member);

/* Waits until the calling rank has the lock. */
void rank_lock_take(struct rank *self, struct rank_lock *lock, enum rank_lock_mode mode,
                    const void *site, struct rank_lock_hold *hold);

/* Takes one of two locks that are taken together, when the rank holds the companion: that
 * one does not make it overtake. */
void rank_lock_take_beside(struct rank *self, struct rank_lock *lock, enum rank_lock_mode mode,
                           const void *site, struct rank_lock_hold *hold,
                           const struct rank_lock_hold *companion);

/* Takes the lock if no rank waits for it and its holders let this rank in; false: they do not.
 * Inside the rank's guard. */
bool rank_lock_try(struct rank *self, struct rank_lock *lock, enum rank_lock_mode mode,
                   const void *site, struct rank_lock_hold *hold);

/* Releases the lock. Any thread of the rank that holds it may call. */
void rank_lock_release(struct rank_lock_hold *hold);

/* Releases the lock inside the rank's guard. True: ranks wait, and rank_lock_grant has to follow
 * outside. */
bool rank_lock_drop(struct rank_lock_hold *hold);
void rank_lock_grant(struct rank *self, struct rank_lock *lock);

bool rank_lock_is_exclusive(const struct rank_lock *lock);

/* For causality (rank/observe/causal.h): a rank that takes the lock later in another mode than that
 * of a group knows what the calling rank has done and knows. */
void rank_lock_publish(struct rank_lock *lock);

/* Asserts the laws. */
void rank_lock_check(struct rank_lock *lock);

#endif
