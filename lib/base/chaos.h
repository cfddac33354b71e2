/* SPDX-License-Identifier: MIT */
/* Random delays where order matters, to find code that relies on luck. In a build with
 * --enable-chaos, every ordered atomic operation, at both ends of every edge, may first yield the
 * processor, spin, or sleep. Each thread draws its delays from the seed HEDDLE_CHAOS. In other
 * builds chaos() is empty. */
#ifndef BASE_CHAOS_H
#define BASE_CHAOS_H

#include <stdint.h>

#include "base/sanitizer.h"

enum chaos_act { CHAOS_GO_ON, CHAOS_YIELD, CHAOS_SPIN, CHAOS_SLEEP };

/* Returns the next value of the sequence that *state determines (Marsaglia's xorshift); *state is
 * never 0. Most values are CHAOS_GO_ON. */
NOT_INSTRUMENTED static inline enum chaos_act chaos_next(uint64_t *state)
{
    uint64_t x = *state;

    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    *state = x;
    x >>= 40;
    if (x % 32 != 0)
        return CHAOS_GO_ON;
    x /= 32;
    return x % 64 == 0 ? CHAOS_SLEEP : x % 2 == 0 ? CHAOS_YIELD : CHAOS_SPIN;
}

#ifdef HEDDLE_CHAOS
void chaos(void);
#else
#define chaos() ((void)0)
#endif

#endif
