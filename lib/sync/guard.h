/* SPDX-License-Identifier: MIT */
/* A lock that costs its usual owner nothing.
 *
 * As long as one thread at a time uses what the guard protects, entering is a plain store and a
 * plain load of the owner's own line. Others may visit: the visitor takes the lock, says so, and
 * makes all processors that run this process see that before it looks whether the owner is inside
 * (membarrier, some microseconds); the owner, when it finds a visitor, waits on the lock. Once the
 * guard is shared for good (MPI_THREAD_MULTIPLE) everybody takes the lock.
 *
 *            | enter/leave                     visit/unvisit
 *   enter    | owner only, until it is shared  excluded
 *   visit    | excluded                        excluded
 *
 * Not recursive. No wait is longer than the longest stretch inside. ThreadSanitizer knows nothing
 * of membarrier; for it the guard is shared from the start.
 *
 * Edges
 *   guard.inside   leaving publishes what the owner wrote inside to a visitor.
 *   guard.visited  the end of a visit publishes what the visitor wrote to the owner. */
#ifndef SYNC_GUARD_H
#define SYNC_GUARD_H

#include <stdbool.h>

#include "base/sanitizer.h"
#include "sync/lock.h"

struct guard {
    _Atomic(bool) is_inside; /* the owner is */
    _Atomic(bool) has_remote;
    _Atomic(bool) is_shared;
    struct lock lock;
};

/* Zero is a guard with an owner; this also asks the kernel, once for the process, for what visits
 * need. */
void guard_init(struct guard *guard);

/* From here on several threads enter. By the owner, outside. */
void guard_share(struct guard *guard);

static inline bool guard_is_shared(const struct guard *guard)
{
    return load_relaxed(&guard->is_shared);
}

/* Does one thread at a time enter? In a build in which all guards are shared, nobody can tell, and
 * it is taken to be so. */
static inline bool guard_has_owner(const struct guard *guard)
{
    return IS_FOR_THREAD_SANITIZER || !guard_is_shared(guard);
}

void guard_enter_slowly(struct guard *guard);

static inline void guard_enter(struct guard *guard)
{
    if (likely(!guard_is_shared(guard))) {
        store_relaxed(&guard->is_inside, true);
        atomic_signal_fence(memory_order_seq_cst); /* a visitor's membarrier does the rest */
        if (likely(!load_acquire(&guard->has_remote))) /* edge guard.visited */
            return;
    }
    guard_enter_slowly(guard);
}

static inline void guard_leave(struct guard *guard)
{
    if (likely(!guard_is_shared(guard)))
        store_release(&guard->is_inside, false); /* edge guard.inside */
    else
        lock_release(&guard->lock);
}

/* For threads that are not the owner's. One guard at a time. */
void guard_enter_remote(struct guard *guard);
void guard_leave_remote(struct guard *guard);

/* The calling thread ends wherever it is, by an abort or a fault: it leaves its own guard and the
 * one that it visits, so that nobody waits for it there. What they protect may be as it should not
 * be. Its own guard stays taken if it is shared and the thread is inside. */
void guard_abandon(struct guard *own);

#endif
