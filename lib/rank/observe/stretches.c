/* SPDX-License-Identifier: MIT */
#include "rank/observe/stretches.h"

#include <string.h>

/* Short stretches are left out if they are a quarter of all, and no more of the time than one in
 * this many. */
enum { LEAST_PART = 4, LITTLE_TIME = 32 };

void stretches_init(struct stretches *stretches, uint64_t begin)
{
    stretches->mark = stretches->from = begin;
    stretches->shortest = STRETCHES_SHORTEST;
}

/* The number of ticks that may be lost, all together. */
static uint64_t little_of(const struct stretches *stretches)
{
    return (stretches->mark - stretches->from) / LITTLE_TIME;
}

void stretches_lose(struct stretches *stretches, uint64_t ticks)
{
    stretches->lost += ticks;
    if (stretches->lost > little_of(stretches))
        stretches->shortest = STRETCHES_SHORTEST;
}

/* Stretches from `first` on that are long enough move to the beginning of the list. */
static void leave_out(struct stretches *stretches, int first)
{
    int kept = 0;

    for (int i = first; i < stretches->count; i++) {
        const struct stretch *next = &stretches->all[i];

        if (stretches_want(stretches, next->end - next->begin))
            stretches->all[kept++] = *next;
        else
            stretches->lost += next->end - next->begin;
    }
    stretches->count = kept;
}

/* Returns the power of two below which stretches are so many that it is worth to leave them out,
 * and so little time that it does no harm; 0: there is none. */
static uint64_t find_limit(const struct stretches *stretches)
{
    uint64_t sum = stretches->lost;
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
        if (sum > little_of(stretches))
            return 0;
        if (count >= stretches->count / LEAST_PART)
            return UINT64_C(2) << power;
    }
    return 0;
}

/* The times of stretches that were lost are unknown: each half counts with its part of the time. */
static void leave_out_older_half(struct stretches *stretches)
{
    int half = stretches->count / 2;
    uint64_t from = stretches->all[half - 1].end;

    stretches->lost = (uint64_t)((double)stretches->lost * (double)(stretches->mark - from) /
                                 (double)(stretches->mark - stretches->from));
    stretches->since = stretches->from = from;
    leave_out(stretches, half);
}

static void grow_stretches(struct stretches *stretches)
{
    uint64_t limit = find_limit(stretches);

    if (limit != 0) {
        stretches->shortest = limit;
        leave_out(stretches, 0);
    } else {
        leave_out_older_half(stretches);
    }
}

void stretches_keep(struct stretches *stretches, const struct stretch *stretch)
{
    lock_take(&stretches->lock);
    if (unlikely(stretches->count == STRETCHES_MAX))
        grow_stretches(stretches);
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
