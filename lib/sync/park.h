/* SPDX-License-Identifier: MIT */
/* Where threads sleep until something has happened.
 *
 * A thread asks for the present count, looks at its condition, and sleeps as long as the count is
 * still that one; whoever makes a condition true wakes, which raises the count. So nothing that
 * happens after the look is slept through. Any number of threads sleep and wake; a sleep may end
 * early, and the caller looks again. (An eventcount: Reed and Kanodia 1979.)
 *
 * Edges
 *   park.count  a wake publishes what its caller wrote before to those who see the count. */
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

void park_sleep(struct park *park, uint32_t seen, uint64_t timeout_ns);

/* Wakes all who sleep. */
void park_wake(struct park *park);

#endif
