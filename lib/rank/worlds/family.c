/* SPDX-License-Identifier: MIT */
#include "rank/worlds/family.h"

#include "base/container.h"
#include "base/note.h"
#include "rank/abort.h"
#include "rank/sleep/waiter.h"
#include "rank/wait.h"
#include "rank/worlds/ending.h"

enum { UNSERVED_MAX = 4 };

/* ---- in ranks -------------------------------------------------------------------------------- */

static void enlist(struct world *world)
{
    struct world *root = world->root;

    lock_take(&root->family.lock);
    list_append(&root->family.worlds, &world->spawned.sibling);
    lock_release(&root->family.lock);
}

/* Threads that a rank's thread creates are of that rank, but for these. */
static void start_as_nobody(struct rank *self, struct world *world)
{
    rank_current = NULL;
    (void)world_start(world); /* a world that cannot start is aborted */
    rank_current = self;
}

void family_make_room(const struct rank *self)
{
    while (load_relaxed(&self->world->root->family.unserved) > UNSERVED_MAX)
        rank_yield();
}

int family_start(struct rank *self, struct world *world)
{
    enlist(world);
    start_as_nobody(self, world);
    while (!world_runs_as_a_whole(world) && !world_is_aborted(world))
        rank_yield();
    if (!world_is_aborted(world))
        return 0;
    while (load_seq_cst(&world->abort.state) != ABORT_PUBLISHED) /* edge world.aborted */
        rank_yield();
    return note(-1, "%s", world->abort.text);
}

void family_release(struct world *world)
{
    store_seq_cst(&world->spawned.is_released, true); /* edge family.release */
    park_wake(&world->deadlock.gate);
}

/* An abort before the release wakes no thread here, since these are in no rank_wait: the rank that
 * starts the world releases it in any case. */
void family_await_release(struct rank *self)
{
    struct world *world = self->world;

    for (;;) {
        uint32_t seen = park_count(&world->deadlock.gate);

        if (load_seq_cst(&world->spawned.is_released)) /* edge family.release */
            break;
        park_sleep(&world->deadlock.gate, seen, PARK_FOREVER);
    }
    if (world_is_aborted(world))
        rank_unwind(self);
}

/* ---- in the thread that joins the root ------------------------------------------------------- */

static struct world *world_of(struct list *link)
{
    return container_of(link, struct world, spawned.sibling);
}

/* Only this thread removes worlds. */
struct world *family_next(struct world *root, const struct world *world)
{
    struct list *link;

    lock_take(&root->family.lock);
    link = world != NULL ? world->spawned.sibling.next : root->family.worlds.next;
    lock_release(&root->family.lock);
    return link != &root->family.worlds ? world_of(link) : NULL;
}

void family_count(struct world *root, int *ranks, int *running)
{
    const struct world *world = NULL;

    *ranks = root->size;
    *running = root->size - load_relaxed(&root->life.ended);
    while ((world = family_next(root, world)) != NULL) {
        *ranks += world->size;
        *running += world->size - load_relaxed(&world->life.ended);
    }
}

static void remove_world(struct world *root, struct world *world)
{
    lock_take(&root->family.lock);
    list_remove(&world->spawned.sibling);
    lock_release(&root->family.lock);
    world->options.drop(world);
}

/* True: the world has come further. */
static bool advance(struct world *root, struct world *world)
{
    switch (world->ending.stage) {
    case WORLD_RUNS:
        waiter_look(world);
        if (load_acquire(&world->life.ended) < world->size) /* edge world.ended */
            return false;
        world_join_threads(world);
        fetch_add_relaxed(&root->family.unserved, -1);
        ending_reach(world, WORLD_ENDED);
        return true;
    case WORLD_ENDED:
        if (ending_are_left(world) || !ending_have_reached(world, WORLD_ENDED))
            return false;
        ending_reach(world, world->options.tell(world) ? WORLD_REPORTED : WORLD_LEFT);
        return true;
    case WORLD_REPORTED:
        if (ending_are_left(world) || !ending_have_reached(world, WORLD_REPORTED))
            return false;
        remove_world(root, world);
        return true;
    case WORLD_LEFT:
        break;
    }
    return false;
}

void family_serve(struct world *root)
{
    struct world *world, *after;
    bool has_advanced;

    do {
        has_advanced = false;
        for (world = family_next(root, NULL); world != NULL; world = after) {
            after = family_next(root, world);
            has_advanced |= advance(root, world);
        }
    } while (has_advanced);
}

bool family_has_ended(struct world *root)
{
    const struct world *world = family_next(root, NULL);

    while (world != NULL && world->ending.stage != WORLD_RUNS)
        world = family_next(root, world);
    return world == NULL;
}

bool family_is_gone(struct world *root)
{
    const struct world *world = family_next(root, NULL);

    while (world != NULL && world->ending.stage == WORLD_LEFT)
        world = family_next(root, world);
    return world == NULL;
}

void family_abort(struct world *root)
{
    struct world *world;

    for (world = family_next(root, NULL); world != NULL; world = family_next(root, world))
        if (world->ending.stage == WORLD_RUNS && !world_is_aborted(world))
            world_abort(world, root->abort.status, "%s", root->abort.text);
}

void family_leave(struct world *root)
{
    struct world *world;

    for (world = family_next(root, NULL); world != NULL; world = family_next(root, world))
        if (world->ending.stage == WORLD_RUNS)
            ending_reach(world, WORLD_LEFT);
}
