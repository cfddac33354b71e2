/* SPDX-License-Identifier: MIT */
/* Threads that dawdle where order matters, to find what relies on luck: in a build with
 * --enable-chaos every ordered atomic operation, at both ends of every edge, may first yield the
 * processor, spin for a while, or sleep. Which of them does is drawn from the seed HEDDLE_CHAOS, by
 * each thread for itself. In other builds nothing is left of it. */
#ifndef BASE_CHAOS_H
#define BASE_CHAOS_H

#include <stdint.h>

#include "base/sanitizer.h"

enum chaos_act { CHAOS_GO_ON, CHAOS_YIELD, CHAOS_SPIN, CHAOS_SLEEP };

/* The next of a sequence that the state, never 0, determines (Marsaglia's xorshift). Most are
 * CHAOS_GO_ON. */
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
