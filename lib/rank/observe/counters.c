/* SPDX-License-Identifier: MIT */
#include "rank/observe/counters.h"

#include <string.h>

#include "base/memory.h"
#include "rank/observe/event.h"

struct counters {
    _Alignas(COUNTERS_APART) struct counters_pair pairs[WAYS];
};

static void count_event(struct rank *self, const struct event *event, void *own)
{
    struct counters *counters = own;

    if (event->peer == NULL || event->peer->world == self->world)
        counters_add(self, &counters->pairs[event->way], event->bytes);
}

/* Ranks of heddle_run count what costs little; a tool of MPI_T also the rest, each group for
 * itself. */
enum {
    OF_TIMES = 1 << EVENT_WAIT | 1 << EVENT_SLEEP,
    OF_TOOLS = EVENTS_OF_MATCHING | 1 << EVENT_LEFT | OF_TIMES,
};

static const struct subscriber counting = {
    .events = ~(1u << EVENT_PART | OF_TOOLS), .see = count_event, .destroy = memory_give};

static const struct subscriber countings_for_tools[] = {
    {.events = EVENTS_OF_MATCHING, .see = count_event},
    {.events = 1u << EVENT_LEFT, .see = count_event},
    {.events = OF_TIMES, .see = count_event},
};

bool counters_begin(struct rank *rank)
{
    return observer_subscribe(rank, &counting,
                              memory_take_aligned(COUNTERS_APART, sizeof(struct counters)));
}

bool counters_begin_for_tools(struct rank *rank, unsigned kind)
{
    const struct subscriber *group = countings_for_tools;

    if (!counters_are_kept(rank) && !counters_begin(rank))
        return false;
    if ((OF_TOOLS & 1u << kind) == 0)
        return true;
    while ((group->events & 1u << kind) == 0)
        group++;
    return observer_own(rank, group) != NULL ||
           observer_subscribe(rank, group, observer_own(rank, &counting));
}

bool counters_are_kept(const struct rank *rank)
{
    return observer_own(rank, &counting) != NULL;
}

struct counters_sum counters_of_way(const struct rank *rank, unsigned way)
{
    const struct counters *counters = observer_own(rank, &counting);

    return counters != NULL ? counters_read(&counters->pairs[way]) : (struct counters_sum){0};
}

struct counters_sum counters_of_event(const struct rank *rank, unsigned kind)
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

static bool is_name_of(const char *name, enum way way)
{
    const char *event = event_text(event_of_way(way));
    size_t length = strlen(event);

    return way_text(way)[0] != '\0' && strncmp(name, event, length) == 0 && name[length] == '.' &&
           strcmp(name + length + 1, way_text(way)) == 0;
}

int64_t counters_find(const struct rank *rank, const char *name)
{
    int i;

    for (i = 0; i < EVENTS && counters_are_kept(rank); i++)
        if ((counting.events & 1u << i) != 0 && strcmp(name, event_text((enum event_kind)i)) == 0)
            return (int64_t)counters_of_event(rank, (enum event_kind)i).count;
    for (i = 0; i < WAYS && counters_are_kept(rank); i++)
        if ((counting.events & 1u << event_of_way((enum way)i)) != 0 &&
            is_name_of(name, (enum way)i))
            return (int64_t)counters_of_way(rank, (enum way)i).count;
    return -1;
}
