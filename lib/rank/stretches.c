/* SPDX-License-Identifier: MIT */
#include "rank/stretches.h"

#include <string.h>

/* A microsecond or two. What is shorter cannot be much of a path, however often it comes. */
enum { SHORTEST_TICKS = 5000 };

/* Short stretches are left out if they are a quarter of all, and no more of the time than one in
 * so many. */
enum { LEAST_PART = 4, LITTLE_TIME = 32 };

void stretches_init(struct stretches *stretches, uint64_t begin)
{
    stretches->mark = begin;
    stretches->shortest = SHORTEST_TICKS;
}

/* Stretches from `first` on that are long enough move to the beginning of the list. */
static void leave_out(struct stretches *stretches, int first)
{
    int kept = 0;

    for (int i = first; i < stretches->count; i++) {
        const struct stretch *next = &stretches->all[i];

        if (stretches_want(stretches, next->end - next->begin))
            stretches->all[kept++] = *next;
    }
    stretches->count = kept;
}

/* Returns the power of two below which stretches are so many that it is worth to leave them out,
 * and so little time that it does no harm; 0: there is none. */
static uint64_t find_limit(const struct stretches *stretches)
{
    uint64_t time = stretches->mark - stretches->all[0].begin, sum = 0;
    uint64_t ticks[64] = {0};
    int counts[64] = {0}, count = 0;

    for (int i = 0; i < stretches->count; i++) {
        uint64_t length = stretches->all[i].end - stretches->all[i].begin;
        int power = 63 - __builtin_clzll(length | 1);

        counts[power]++;
        ticks[power] += length;
    }
    for (int power = 0; power < 63; power++) {
        count += counts[power];
        sum += ticks[power];
        if (sum > time / LITTLE_TIME)
            return 0;
        if (count >= stretches->count / LEAST_PART)
            return UINT64_C(2) << power;
    }
    return 0;
}

static void make_room(struct stretches *stretches)
{
    uint64_t limit = find_limit(stretches);
    int half = stretches->count / 2;

    if (limit != 0) {
        stretches->shortest = limit;
        leave_out(stretches, 0);
    } else {
        stretches->since = stretches->all[half - 1].end;
        leave_out(stretches, half);
    }
}

void stretches_keep(struct stretches *stretches, const struct stretch *stretch)
{
    lock_take(&stretches->lock);
    if (unlikely(stretches->count == STRETCHES_MAX))
        make_room(stretches);
    stretches->all[stretches->count++] = *stretch;
    lock_release(&stretches->lock);
}

int stretches_copy(struct stretches *stretches, struct stretch to[], uint64_t *since)
{
    int count;

    lock_take(&stretches->lock);
    count = stretches->count;
    *since = stretches->since;
    memcpy(to, stretches->all, (size_t)count * sizeof to[0]);
    lock_release(&stretches->lock);
    return count;
}
