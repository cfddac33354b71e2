/* SPDX-License-Identifier: MIT */
#include "rank/chance.h"

#include "base/random.h"

/* A seed means the same when kinds are added. */
enum { NUMBERS_OF_RANK = 64 };

static_assert((int)CHOICES <= (int)NUMBERS_OF_RANK, "each kind has numbers of its own");

/* Several threads of a rank may draw. */
static uint64_t draw(_Atomic(uint64_t) *state)
{
    return random_number(fetch_add_relaxed(state, RANDOM_STEP) + RANDOM_STEP);
}

static int pick(struct chooser *chooser, const struct choice_point *point)
{
    struct chance *chance = container_of(chooser, struct chance, chooser);

    if ((chance->kinds & 1u << point->kind) == 0)
        return point->preset;
    return (int)(draw(&chance->states[point->kind]) % (uint64_t)point->count);
}

void chance_init(struct chance *chance, uint64_t seed, int rank, unsigned kinds)
{
    int i;

    chance->chooser = (struct chooser){.pick = pick, .repeats = kinds == CHANCE_ALL_KINDS,
                                       .holds_messages = kinds == CHANCE_ALL_KINDS};
    chance->kinds = kinds;
    for (i = 0; i < CHOICES; i++)
        store_relaxed(&chance->states[i],
                      seed + (uint64_t)(rank * NUMBERS_OF_RANK + i) * UINT64_C(0x100000001b3));
}
