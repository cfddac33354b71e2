/* SPDX-License-Identifier: MIT */
/* A bed for one thread: park sleeps until someone unparks, also when that came first.
 *
 * One thread parks at a time; anyone unparks, any number of times: several count as one. A park may
 * return early; the caller looks at its condition again.
 *
 * Edges
 *   park.permit  unpark publishes what its caller wrote before; park receives it. */
#ifndef SYNC_PARK_H
#define SYNC_PARK_H

#include <stdint.h>

#include "base/atomic.h"

struct park {
    _Atomic(uint32_t) permit;
};

#define PARK_FOREVER UINT64_MAX

void park_init(struct park *park);
void park_sleep(struct park *park, uint64_t timeout_ns);
void park_wake(struct park *park);

#endif
