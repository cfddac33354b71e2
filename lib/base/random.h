/* SPDX-License-Identifier: MIT */
/* Random numbers that a seed repeats: the generator SplitMix64 (Steele, Lea, Flood: Fast splittable
 * pseudorandom number generators, 2014). */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stdint.h>

#define RANDOM_STEP UINT64_C(0x9e3779b97f4a7c15)

/* The number that belongs to a state of the generator. The next state is RANDOM_STEP larger. */
static inline uint64_t random_number(uint64_t state)
{
    state = (state ^ (state >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    state = (state ^ (state >> 27)) * UINT64_C(0x94d049bb133111eb);
    return state ^ (state >> 31);
}

/* The nth number of that seed, from 0 on. */
static inline uint64_t random_mix(uint64_t seed, uint64_t nth)
{
    return random_number(seed + (nth + 1) * RANDOM_STEP);
}

#endif
