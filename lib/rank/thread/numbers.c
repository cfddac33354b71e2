/* SPDX-License-Identifier: MIT */
#include "rank/thread/numbers.h"

#include <stdbool.h>

#include "base/memory.h"

enum { KEYS_AT_FIRST = 64 };

static size_t find_key(const struct numbers *numbers, uintptr_t key)
{
    size_t i = (key >> 3) * UINT64_C(0x9e3779b97f4a7c15) & (numbers->room - 1);

    while (numbers->keys[i] != 0 && numbers->keys[i] != key)
        i = (i + 1) & (numbers->room - 1);
    return i;
}

void numbers_free(struct numbers *numbers)
{
    memory_give(numbers->keys);
    memory_give(numbers->each);
}

static bool grow_numbers(struct numbers *numbers)
{
    struct numbers more = {.count = numbers->count,
                           .room = numbers->room == 0 ? KEYS_AT_FIRST : 2 * numbers->room};
    size_t i, at;

    more.keys = memory_take_zeroed(more.room * sizeof more.keys[0]);
    more.each = memory_take_zeroed(more.room * sizeof more.each[0]);
    if (more.keys == NULL || more.each == NULL) {
        numbers_free(&more);
        return false;
    }
    for (i = 0; i < numbers->room; i++)
        if (numbers->keys[i] != 0) {
            at = find_key(&more, numbers->keys[i]);
            more.keys[at] = numbers->keys[i];
            more.each[at] = numbers->each[i];
        }
    numbers_free(numbers);
    *numbers = more;
    return true;
}

uint32_t numbers_of(struct numbers *numbers, uintptr_t key)
{
    struct heap *before = memory_use(NULL);
    bool has_room = 2 * (numbers->count + 1) <= numbers->room || grow_numbers(numbers);
    size_t at;

    memory_use(before);
    if (!has_room)
        return 0;
    at = find_key(numbers, key);
    if (numbers->keys[at] == 0) {
        numbers->keys[at] = key;
        numbers->each[at] = (uint32_t)++numbers->count;
    }
    return numbers->each[at];
}
