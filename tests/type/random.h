/* SPDX-License-Identifier: MIT */
/* Numbers for randomised tests, repeatable: the seed is printed, and HEDDLE_TEST_SEED sets it. */
#ifndef TESTS_TYPE_RANDOM_H
#define TESTS_TYPE_RANDOM_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct random {
    uint64_t state;
};

static inline struct random random_start(void)
{
    const char *given = getenv("HEDDLE_TEST_SEED");
    uint64_t seed = given != NULL ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);

    fprintf(stderr, "HEDDLE_TEST_SEED=%" PRIu64 "\n", seed);
    return (struct random){.state = seed * UINT64_C(0x9e3779b97f4a7c15) | 1};
}

/* Most mistakes show themselves in a fifth of the rounds, which is what thorough=no of `make check`
 * asks for. */
static inline int rounds_of_check(int rounds)
{
    const char *thorough = getenv("thorough");

    return thorough != NULL && strcmp(thorough, "no") == 0 ? (rounds + 4) / 5 : rounds;
}

static inline uint64_t random_bits(struct random *random)
{
    random->state ^= random->state << 13;
    random->state ^= random->state >> 7;
    random->state ^= random->state << 17;
    return random->state * UINT64_C(0x2545f4914f6cdd1d);
}

/* Returns one of [low, high]. */
static inline int64_t random_in(struct random *random, int64_t low, int64_t high)
{
    return low + (int64_t)((random_bits(random) >> 11) % (uint64_t)(high - low + 1));
}

static inline void random_fill(struct random *random, void *buffer, size_t bytes)
{
    unsigned char *byte = buffer;

    while (bytes-- > 0)
        *byte++ = (unsigned char)(random_bits(random) >> 32);
}

#endif
