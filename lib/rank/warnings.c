/* SPDX-License-Identifier: MIT */
#include "rank/warnings.h"

bool warnings_are_news(struct warnings *warnings, uint32_t one, uint32_t other)
{
    uint64_t pair = (uint64_t)one << 32 | other;
    bool is_new;
    int i = 0;

    lock_take(&warnings->lock);
    while (i < warnings->count && warnings->pairs[i] != pair)
        i++;
    is_new = i == warnings->count && i < WARNINGS_MAX;
    if (is_new)
        warnings->pairs[warnings->count++] = pair;
    lock_release(&warnings->lock);
    return is_new;
}

void warning_find_places(const void *one, const void *other, struct warning_places *found)
{
    struct places *places = places_open();

    place_describe(places, one, found->one);
    place_describe(places, other, found->other);
    places_close(places);
}
