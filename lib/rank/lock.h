/* SPDX-License-Identifier: MIT */
/* A lock that a rank can hold across calls, as windows and files need.
 *
 * A rank waits for it in rank_wait: it makes progress meanwhile, an abort ends its wait, and a
 * deadlock report names the ranks that hold the lock and where they took it. sync/lock.h is for
 * short stretches of the library's own code.
 *
 *                | taken shared    taken exclusive
 *   shared       | at once         waits
 *   exclusive    | waits           waits
 *
 * Progress: the lock is fair. Ranks get it in the order in which they asked, shared ones at the
 * head of the queue together; a shared one does not overtake an exclusive one that waits. A rank's
 * chooser (rank/choice.h) may put another one at the head when the rank releases the lock.
 *
 * Laws, which rank_lock_check asserts
 *   1. Holders are either one exclusive or any number of shared ones.
 *   2. A rank waits only while there is a holder.
 *
 * Edges
 *   rank_lock.granted  the rank that grants the lock publishes what was done under it. */
#ifndef RANK_LOCK_H
#define RANK_LOCK_H

#include <stdbool.h>

#include "base/list.h"
#include "rank/rank.h"
#include "sync/lock.h"

enum rank_lock_mode { RANK_LOCK_SHARED, RANK_LOCK_EXCLUSIVE };

struct rank_lock {
    struct lock lock;    /* for what follows */
    struct list holders; /* struct rank_lock_hold */
    struct list queue;   /* of those that wait, in the order of their coming */
    const char *name;    /* in reports: "window 3" */
};

/* One rank's hold on a lock, in memory of the rank. It stays there until it is released. */
struct rank_lock_hold {
    struct list link;
    struct rank_lock *lock;
    struct rank *rank;
    const void *site; /* where the call that takes the lock returns to; NULL: unknown */
    enum rank_lock_mode mode;
    _Atomic(bool) is_granted;
};

/* The name must live as long as the lock. */
void rank_lock_init(struct rank_lock *lock, const char *name);

/* Waits until the calling rank has the lock. */
void rank_lock_take(struct rank *self, struct rank_lock *lock, enum rank_lock_mode mode,
                    const void *site, struct rank_lock_hold *hold);

/* Takes the lock if that needs no waiting; false: it would have to wait. */
bool rank_lock_try(struct rank *self, struct rank_lock *lock, enum rank_lock_mode mode,
                   const void *site, struct rank_lock_hold *hold);

/* By any thread of the rank that holds it. */
void rank_lock_release(struct rank_lock_hold *hold);

/* Asserts the laws. */
void rank_lock_check(struct rank_lock *lock);

#endif
