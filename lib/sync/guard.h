/* SPDX-License-Identifier: MIT */
/* A lock that costs its usual owner nothing.
 *
 * While one thread at a time, the owner, uses what the guard protects, guard_enter is a plain store
 * and a plain load of the owner's own cache line. A remote thread that wants to enter takes the
 * lock, sets has_remote, and runs membarrier (some microseconds), which makes all processors of
 * this process see that. It then waits until the owner is outside. An owner that finds has_remote
 * set waits on the lock. After guard_share (MPI_THREAD_MULTIPLE) every thread takes the lock.
 *
 *                | enter/leave                     enter_remote/leave_remote
 *   enter        | owner only, until it is shared  excluded
 *   enter_remote | excluded                        excluded
 *
 * Laws
 *   1. The guard is not recursive: a thread that enters is not inside.
 *   2. A thread that leaves is inside. Until the guard is shared, is_inside says so; then the lock
 *      is taken.
 *   3. A remote thread holds the lock while has_remote is set.
 *   4. A shared guard stays shared.
 *
 * A thread waits at most as long as others stay inside. ThreadSanitizer does not understand
 * membarrier, so its builds share every guard from the start.
 *
 * Edges
 *   guard.inside   leaving publishes what the owner wrote inside to a remote thread.
 *   guard.visited  a remote thread's leaving publishes what it wrote to the owner.
 *   guard.announced  the owner announces itself and then looks for a remote thread; a remote thread
 *                  announces itself and then looks for the owner. At least one sees the other. */
#ifndef SYNC_GUARD_H
#define SYNC_GUARD_H

#include <stdbool.h>

#include "base/sanitizer.h"
#include "sync/lock.h"

struct guard {
    _Atomic(bool) is_inside; /* the owner is inside */
    _Atomic(bool) has_remote;
    _Atomic(bool) is_shared;
    struct lock lock;
};

/* Zeroed memory is a guard with an owner. guard_init also registers the process for membarrier,
 * which guard_enter_remote needs; the kernel is asked once for each process. */
void guard_init(struct guard *guard);

/* Lets several threads enter from now on. The owner calls this while it is outside. */
void guard_share(struct guard *guard);

static inline bool guard_is_shared(const struct guard *guard)
{
    return load_relaxed(&guard->is_shared);
}

/* True if only one thread at a time enters. Builds that share every guard cannot know, and return
 * true. */
static inline bool guard_has_owner(const struct guard *guard)
{
    return IS_FOR_THREAD_SANITIZER || !guard_is_shared(guard);
}

void guard_enter_slowly(struct guard *guard);

static inline void guard_enter(struct guard *guard)
{
    if (likely(!guard_is_shared(guard))) {
        law(!load_relaxed(&guard->is_inside));
        store_relaxed(&guard->is_inside, true);
        compiler_fence(); /* edge guard.announced */
        if (likely(!load_acquire(&guard->has_remote))) /* edge guard.visited */
            return;
    }
    guard_enter_slowly(guard);
}

/* Checks all laws; the calling thread must be inside. */
void guard_check(const struct guard *guard);

static inline void guard_leave(struct guard *guard)
{
    if (LAWS_ARE_CHECKED)
        guard_check(guard);
    if (likely(!guard_is_shared(guard)))
        store_release(&guard->is_inside, false); /* edge guard.inside */
    else
        lock_release(&guard->lock);
}

/* For threads other than the owner; a thread is remote in one guard at a time. */
void guard_enter_remote(struct guard *guard);
void guard_leave_remote(struct guard *guard);

/* True if the calling thread is inside some guard as a remote thread. */
bool guard_is_visiting(void);

/* For a thread that ends wherever it is, by an abort or a fault: leaves its own guard and the one
 * that it has entered as a remote thread, so that no other thread waits for it. The protected data
 * may be inconsistent afterwards. Its own guard stays locked if it is shared and the thread is
 * inside. */
void guard_abandon(struct guard *own);

#endif
