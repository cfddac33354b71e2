/* SPDX-License-Identifier: MIT */
#include "rank/chance.h"

/* A seed means the same when kinds are added. */
enum { NUMBERS_OF_RANK = 64 };

static_assert((int)CHOICES <= (int)NUMBERS_OF_RANK, "each kind has numbers of its own");

/* Returns the next number of the generator SplitMix64 (Steele, Lea, Flood: Fast splittable
 * pseudorandom number generators, 2014). Several threads of a rank may draw. */
static uint64_t draw(_Atomic(uint64_t) *state)
{
    const uint64_t step = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t number = fetch_add_relaxed(state, step) + step;

    number = (number ^ (number >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    number = (number ^ (number >> 27)) * UINT64_C(0x94d049bb133111eb);
    return number ^ (number >> 31);
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
