/* SPDX-License-Identifier: MIT */
/* An eventcount, on which threads sleep until something has happened (Reed and Kanodia 1979).
 *
 * A thread reads the count, checks its condition, and sleeps as long as the count has not changed.
 * A thread that makes a condition true calls park_wake, which raises the count, so a change after
 * the check is never missed. Any number of threads may sleep and wake. A sleep may end early; the
 * caller checks its condition again.
 *
 * Edges
 *   park.count  a wake publishes what its caller wrote before to the threads that see the count. */
#ifndef SYNC_PARK_H
#define SYNC_PARK_H

#include <stdint.h>

#include "base/atomic.h"

struct park {
    _Atomic(uint32_t) count;
};

#define PARK_FOREVER UINT64_MAX

static inline void park_init(struct park *park)
{
    store_relaxed(&park->count, 0);
}

static inline uint32_t park_count(const struct park *park)
{
    return load_acquire(&park->count); /* edge park.count */
}

/* Raises the count, where no thread sleeps. */
static inline void park_raise(struct park *park)
{
    fetch_add_acq_rel(&park->count, 1); /* edge park.count */
}

/* Makes the kernel keep the process's sleeping threads in as many lists as `threads`, so that it
 * finds one of many quickly. Call it before they sleep. */
void park_expect(int threads);

void park_sleep(struct park *park, uint32_t seen, uint64_t timeout_ns);

/* Wakes all threads that sleep here. */
void park_wake(struct park *park);

#endif
