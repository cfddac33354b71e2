/* SPDX-License-Identifier: MIT */
#include "p2p/told.h"

bool told_is_news(struct told *told, uint32_t one, uint32_t other)
{
    uint64_t pair = (uint64_t)one << 32 | other;
    bool is_new;
    int i = 0;

    lock_take(&told->lock);
    while (i < told->count && told->pairs[i] != pair)
        i++;
    is_new = i == told->count && i < TOLD_PAIRS_MAX;
    if (is_new)
        told->pairs[told->count++] = pair;
    lock_release(&told->lock);
    return is_new;
}

void told_find_places(const void *one, const void *other, struct told_places *found)
{
    struct places *places = places_open();

    place_describe(places, one, found->one);
    place_describe(places, other, found->other);
    places_close(places);
}
