/* SPDX-License-Identifier: MIT */
#include "rank/sleep/idle.h"

#include "base/container.h"
#include "rank/sleep/waiter.h"
#include "rank/thread/kernel.h"
#include "rank/world.h"
#include "rank/worlds/connected.h"

enum { LOOK_AGAIN_NS = 200000 };

/* Only in jobs that are their process: in others, threads of no rank may end the wait. */
static bool is_counted(const struct rank *self)
{
    return rank_is_in_its_process(self) && world_is_of_process(self->world) &&
           waiter_is_watched(self->world);
}

void idle_begin(struct rank *self, struct idler *idler)
{
    idler->rank = is_counted(self) ? self : NULL;
    if (idler->rank == NULL)
        return;
    idler->thread_id = kernel_thread();
    lock_take(&self->waiters_lock);
    list_append(&self->idlers, &idler->link);
    lock_release(&self->waiters_lock);
    waiter_go_idle(self->world);
}

void idle_end(struct idler *idler)
{
    struct rank *self = idler->rank;

    if (self == NULL)
        return;
    waiter_come_back(self->world);
    lock_take(&self->waiters_lock);
    list_remove(&idler->link);
    lock_release(&self->waiters_lock);
}

static bool idlers_of_rank_sleep(struct rank *rank)
{
    const struct list *link;
    bool all_sleep = true;

    lock_take(&rank->waiters_lock);
    for (link = rank->idlers.next; link != &rank->idlers && all_sleep; link = link->next)
        all_sleep = kernel_sleeps(container_of(link, struct idler, link)->thread_id);
    lock_release(&rank->waiters_lock);
    return all_sleep;
}

static bool all_sleep(void)
{
    const struct world *world;
    int i;

    for (world = connected_first(); world != NULL; world = connected_next(world))
        for (i = 0; i < world->size; i++)
            if (!idlers_of_rank_sleep(&world->ranks[i]))
                return false;
    return true;
}

bool idlers_are_asleep(struct world *world, bool (*are_all_asleep)(void))
{
    struct park *gate = &world->deadlock.gate;

    while (are_all_asleep()) {
        if (all_sleep())
            return are_all_asleep();
        park_sleep(gate, park_count(gate), LOOK_AGAIN_NS);
    }
    return false;
}
