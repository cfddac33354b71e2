/* SPDX-License-Identifier: MIT */
/* A lock for short critical sections: one word, on which a waiting thread sleeps. (Drepper, Futexes
 * Are Tricky, mutex 2.)
 *
 * Edges
 *   lock.word  releasing publishes what was written under the lock to the next holder. */
#ifndef SYNC_LOCK_H
#define SYNC_LOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"
#include "base/container.h"
#include "base/must.h"

enum { LOCK_FREE, LOCK_TAKEN, LOCK_CONTENDED }; /* contended: a thread may sleep on the word */

struct lock {
    _Atomic(uint32_t) word;
};

void lock_take_contended(struct lock *lock);
void lock_wake_one(struct lock *lock);

static inline bool lock_try(struct lock *lock)
{
    uint32_t expected = LOCK_FREE;

    return compare_exchange_acq_rel(&lock->word, &expected, LOCK_TAKEN); /* edge lock.word */
}

static inline void lock_take(struct lock *lock)
{
    if (unlikely(!lock_try(lock)))
        lock_take_contended(lock);
}

/* True if some thread holds the lock; for assertions by the thread that should hold it. */
static inline bool lock_is_taken(const struct lock *lock)
{
    return load_relaxed(&lock->word) != LOCK_FREE;
}

static inline void lock_release(struct lock *lock)
{
    uint32_t before = exchange_acq_rel(&lock->word, LOCK_FREE); /* edge lock.word */

    law(before != LOCK_FREE);
    if (unlikely(before == LOCK_CONTENDED))
        lock_wake_one(lock);
}

#endif
