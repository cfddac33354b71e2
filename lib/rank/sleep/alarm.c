/* SPDX-License-Identifier: MIT */
#include "rank/sleep/alarm.h"

#include "base/clock.h"
#include "base/container.h"
#include "rank/sleep/waiter.h"
#include "rank/world.h"

void alarm_set(struct rank *self, struct alarm *alarm, uint64_t after_ns)
{
    struct world *root = self->world->root;

    alarm->rank = self;
    alarm->at_ns = clock_ns() + after_ns;
    store_relaxed(&alarm->has_rung, false);
    world_add_runnable(self->world);
    lock_take(&root->alarms.lock);
    list_append(&root->alarms.pending, &alarm->link);
    lock_release(&root->alarms.lock);
    world_wake_joiner(root);
}

void alarm_stop(struct alarm *alarm)
{
    struct world *world = alarm->rank->world;
    bool was_pending;

    lock_take(&world->root->alarms.lock);
    was_pending = !list_is_empty(&alarm->link);
    list_remove(&alarm->link);
    lock_release(&world->root->alarms.lock);
    if (was_pending)
        world_remove_runnable(world);
}

/* The rank may go on, and give its alarm back, as soon as that has rung. */
static struct world *ring(struct alarm *alarm)
{
    struct rank *rank = alarm->rank;

    list_remove(&alarm->link);
    store_seq_cst(&alarm->has_rung, true); /* edge alarm.rung */
    rank_wake(rank);
    return rank->world;
}

/* The world of an alarm that was due; NULL: there was none, and *next_ns is set. */
static struct world *ring_one(struct world *root, uint64_t *next_ns)
{
    uint64_t now_ns = clock_ns();
    struct list *link;

    *next_ns = PARK_FOREVER;
    for (link = root->alarms.pending.next; link != &root->alarms.pending; link = link->next) {
        struct alarm *alarm = container_of(link, struct alarm, link);

        if (alarm->at_ns <= now_ns)
            return ring(alarm);
        if (alarm->at_ns - now_ns < *next_ns)
            *next_ns = alarm->at_ns - now_ns;
    }
    return NULL;
}

uint64_t alarms_ring(struct world *root)
{
    struct world *rung;
    uint64_t next_ns, tick_ns;

    do {
        lock_take(&root->alarms.lock);
        rung = ring_one(root, &next_ns);
        lock_release(&root->alarms.lock);
        if (rung != NULL)
            world_remove_runnable(rung);
    } while (rung != NULL);
    tick_ns = root->options.tick != NULL ? root->options.tick(root) : PARK_FOREVER;
    return tick_ns < next_ns ? tick_ns : next_ns;
}
