/* SPDX-License-Identifier: MIT */
#include "rank/counters.h"

#include "base/memory.h"

struct counters {
    _Alignas(COUNTERS_APART) struct counters_pair pairs[WAYS];
};

static void see(struct rank *self, const struct event *event, void *own)
{
    struct counters *counters = own;

    if (event->peer == NULL || event->peer->world == self->world)
        counters_add(self, &counters->pairs[event->way], event->bytes);
}

static const struct subscriber counting = {
    .events = ~(1u << EVENT_PART), .see = see, .destroy = memory_give};

bool counters_begin(struct rank *rank)
{
    return observer_subscribe(rank, &counting,
                              memory_take_aligned(COUNTERS_APART, sizeof(struct counters)));
}

bool counters_are_kept(const struct rank *rank)
{
    return observer_own(rank, &counting) != NULL;
}

struct counters_sum counters_of_way(const struct rank *rank, enum way way)
{
    const struct counters *counters = observer_own(rank, &counting);

    return counters != NULL ? counters_read(&counters->pairs[way]) : (struct counters_sum){0};
}

struct counters_sum counters_of_event(const struct rank *rank, enum event_kind kind)
{
    struct counters_sum all = {0};
    int way;

    for (way = 0; way < WAYS; way++) {
        struct counters_sum one = counters_of_way(rank, (enum way)way);

        if (event_of_way((enum way)way) == kind) {
            all.count += one.count;
            all.bytes += one.bytes;
        }
    }
    return all;
}
