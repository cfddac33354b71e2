/* SPDX-License-Identifier: MIT */
/* Random schedules: each chain of events, those of one receiver from one source on one
 * communicator, or those of one thread, draws a priority, and the event of the highest one happens.
 * At SCHEDULE_DEMOTIONS places of the run, drawn as well, the chain that is highest falls below all
 * others. A bug that needs d events in a certain order is found in a run of n events in w chains
 * with a probability of at least 1/(w n^(d-1)) for d up to SCHEDULE_DEMOTIONS + 1 (Ozkan, Majumdar,
 * Niksic, Befrouei, Weissenbacher, Randomized Testing of Distributed Systems with Probabilistic
 * Guarantees, OOPSLA 2018, after Burckhardt and others, ASPLOS 2010). */
#include "base/random.h"
#include "job/schedule.h"

void schedule_draw(struct schedule *schedule, uint64_t seed, long number)
{
    struct schedule_chance *chance = &schedule->chance;

    if (chance->longest < chance->passed)
        chance->longest = chance->passed;
    if ((number & (number - 1)) == 0)
        chance->length = chance->longest;
    chance->is_wanted = true;
    chance->seed = random_mix(seed, (uint64_t)number);
    chance->passed = chance->demoted_count = 0;
    schedule->sends_wait = random_mix(chance->seed, 0) % 4 == 0;
}

static struct schedule_chain chain_of(const struct schedule_event *event)
{
    return (struct schedule_chain){
        .rank = event->rank,
        .thread = event->thread,
        .source = event->is_rest ? -1 : event->sent.source,
        .context = event->is_rest ? 0 : event->sent.context,
    };
}

static bool is_same_chain(const struct schedule_chain *one, const struct schedule_chain *other)
{
    return one->rank == other->rank && one->thread == other->thread &&
           one->source == other->source &&
           one->context == other->context;
}

/* Chains that fell are below all others, the latest lowest. */
static uint64_t priority_of(const struct schedule_chance *chance,
                            const struct schedule_event *event)
{
    struct schedule_chain chain = chain_of(event);
    uint64_t priority;
    int i;

    for (i = chance->demoted_count - 1; i >= 0; i--)
        if (is_same_chain(&chance->demoted[i], &chain))
            return (uint64_t)(SCHEDULE_DEMOTIONS - 1 - i);
    priority = random_mix(chance->seed, ((uint64_t)chain.thread << 32) + (uint64_t)chain.rank + 1);
    priority = random_mix(priority, ((uint64_t)chain.context << 32) + (uint32_t)chain.source);
    return priority | SCHEDULE_DEMOTIONS;
}

static int find_highest(const struct schedule_chance *chance, const struct schedule_event events[],
                        int count)
{
    int highest = 0, i;

    for (i = 1; i < count; i++)
        if (priority_of(chance, &events[i]) > priority_of(chance, &events[highest]))
            highest = i;
    return highest;
}

/* Is this event of the run one of the places where a chain falls? */
static bool is_place(const struct schedule_chance *chance)
{
    int i;

    for (i = 0; i < SCHEDULE_DEMOTIONS; i++)
        if (random_mix(chance->seed, UINT64_MAX - (uint64_t)i) % (uint64_t)(chance->length + 1) ==
            (uint64_t)chance->passed)
            return true;
    return false;
}

int chance_pick_event(struct schedule_chance *chance, const struct schedule_event events[],
                      int count)
{
    int highest = find_highest(chance, events, count);

    if (is_place(chance) && chance->demoted_count < SCHEDULE_DEMOTIONS) {
        chance->demoted[chance->demoted_count++] = chain_of(&events[highest]);
        highest = find_highest(chance, events, count);
    }
    chance->passed++;
    return highest;
}

int chance_pick(const struct schedule_chance *chance, int depth, int candidates)
{
    return (int)(random_mix(chance->seed, ((uint64_t)depth << 8) + 255) % (uint64_t)candidates);
}
