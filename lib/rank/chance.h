/* SPDX-License-Identifier: MIT */
/* A chooser that answers by chance (rank/choice.h): a seed gives the same numbers again. */
#ifndef RANK_CHANCE_H
#define RANK_CHANCE_H

#include <stdint.h>

#include "rank/choice.h"

/* How often a choice is open may depend on time, so each kind has random numbers of its own. */
struct chance {
    struct chooser chooser;
    unsigned kinds; /* bit k: kind k is answered by chance, others by their default */
    _Atomic(uint64_t) states[CHOICES];
};

enum { CHANCE_ALL_KINDS = (1 << CHOICES) - 1 };

/* For the rank with that number, whose numbers are others than those of the next. If all kinds are
 * left to chance, candidates do not stand in an order of time. */
void chance_init(struct chance *chance, uint64_t seed, int rank, unsigned kinds);

#endif
