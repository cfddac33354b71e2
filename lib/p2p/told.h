/* SPDX-License-Identifier: MIT */
/* Warnings about two calls that do not fit each other: each pair is told of once. */
#ifndef P2P_TOLD_H
#define P2P_TOLD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/place.h"
#include "sync/lock.h"

/* Pairs that are told of; what else is wrong in the program can wait. */
enum { TOLD_PAIRS_MAX = 64 };

/* Zero: nothing has been told. */
struct told {
    struct lock lock; /* a rank's threads share it */
    int count;
    uint64_t pairs[TOLD_PAIRS_MAX];
};

/* Should the two calls, by the lower halves of their addresses, be told of? Not again. */
bool told_is_news(struct told *told, uint32_t one, uint32_t other);

/* Where the two are in the program. */
struct told_places {
    char one[PLACE_TEXT_BYTES];
    char other[PLACE_TEXT_BYTES];
};

void told_find_places(const void *one, const void *other, struct told_places *found);

#endif
