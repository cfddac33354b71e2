/* SPDX-License-Identifier: MIT */
#include "rank/connected.h"

#include "base/memory.h"
#include "base/must.h"

/* Worlds of several jobs share the set, so it lies in the memory of the process. */
bool connected_create(struct world *world)
{
    struct heap *heap = memory_use(NULL);
    struct connected *connected = memory_take_zeroed(sizeof *connected);

    memory_use(heap);
    if (connected == NULL)
        return false;
    park_init(&connected->gate);
    connected->first = connected->last = world;
    store_relaxed(&connected->world_count, 1);
    store_relaxed(&connected->size, world->options.ranks);
    world->connected = connected;
    return true;
}

void connected_leave(struct world *world)
{
    struct connected *connected = world->connected;
    struct heap *heap;

    world->connected = NULL;
    if (connected == NULL ||
        fetch_sub_acq_rel(&connected->world_count, 1) > 1) /* edge connected.left */
        return;
    heap = memory_use(NULL);
    memory_give(connected);
    memory_use(heap);
}

static void append(struct connected *connected, struct world *world)
{
    lock_take(&connected->lock);
    world->connected = connected;
    world->number = connected->last->number + 1;
    world->first_index = load_relaxed(&connected->size);
    store_relaxed(&connected->size, world->first_index + world->size);
    fetch_add_relaxed(&connected->world_count, 1);
    store_release(&connected->last->next_connected, world); /* edge connected.joined */
    connected->last = world;
    lock_release(&connected->lock);
}

void world_connect(struct world *world, struct world *other)
{
    struct connected *alone = world->connected;

    must(alone->first == world && alone->last == world && alone != other->connected);
    must(load_relaxed(&world->runnable) == 0 && load_relaxed(&alone->next_context_id) == 0);
    connected_leave(world);
    store_relaxed(&world->runnable, world->size); /* it is about to start */
    append(other->connected, world);
}

static struct world *world_of_index(const struct world *world, int index)
{
    struct world *each = connected_first(world);

    while (index >= each->first_index + each->size)
        each = connected_next(each);
    return each;
}

struct rank *connected_rank(const struct world *world, int index)
{
    struct world *found = world_of_index(world, index);

    return &found->ranks[index - found->first_index];
}

void connected_tell(FILE *out, const struct world *world, int index)
{
    const struct rank *rank = connected_rank(world, index);

    fprintf(out, "rank %d", rank->world_rank);
    if (connected_size(world) > world->size)
        fprintf(out, " of job %d", rank->world->number);
}
