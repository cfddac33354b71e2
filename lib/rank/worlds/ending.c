/* SPDX-License-Identifier: MIT */
#include "rank/worlds/ending.h"

#include "rank/sleep/waiter.h"
#include "rank/world.h"
#include "rank/worlds/connected.h"
#include "rank/worlds/family.h"

/* ---- of ranks, in MPI_Finalize --------------------------------------------------------------- */

static bool has_finished(const struct world *world)
{
    return load_seq_cst(&world->ending.finalized) == world->size || /* edge world.finalized */
           load_seq_cst(&world->life.ended) == world->size;       /* edge world.finalized */
}

static void tell_finished(struct world *world)
{
    int i;

    store_seq_cst(&world->ending.is_finished, true); /* edge world.finalized */
    for (i = 0; i < world->size; i++)
        rank_wake(&world->ranks[i]);
}

void ending_check(struct world *world)
{
    struct world *each;

    if (!has_finished(world) || load_seq_cst(&world->ending.is_finished)) /* edge world.finalized */
        return;
    connected_view(world, SCOPE_TIED);
    for (each = connected_first(); each != NULL && has_finished(each);)
        each = connected_next(each);
    for (each = each == NULL ? connected_first() : NULL; each != NULL;
         each = connected_next(each))
        tell_finished(each);
}

void ending_finish(struct world *world)
{
    connected_take();
    ending_check(world);
    connected_release();
}

/* ---- of worlds, in the threads that join them ------------------------------------------------ */

void ending_reach(struct world *world, enum world_stage stage)
{
    struct world *each;

    connected_take();
    world->ending.stage = stage;
    connected_view(world, SCOPE_HELD);
    for (each = connected_first(); each != NULL; each = connected_next(each)) {
        waiter_look_soon(each);
        world_wake_joiner(each);
    }
    connected_release();
}

static bool is_true_of_all(struct world *world, bool (*is_true)(const struct world *, int),
                           int value)
{
    struct world *each;

    connected_take();
    connected_view(world, SCOPE_HELD);
    for (each = connected_first(); each != NULL && is_true(each, value);)
        each = connected_next(each);
    connected_release();
    return each == NULL;
}

static bool has_reached(const struct world *world, int stage)
{
    return world->ending.stage >= (enum world_stage)stage;
}

bool ending_have_reached(struct world *world, enum world_stage stage)
{
    return is_true_of_all(world, has_reached, (int)stage);
}

static bool is_not(const struct world *world, int stage)
{
    return world->ending.stage != (enum world_stage)stage;
}

bool ending_are_left(struct world *world)
{
    return !is_true_of_all(world, is_not, WORLD_LEFT);
}

static bool is_there(struct world *root, enum world_stage stage)
{
    return ending_have_reached(root, stage) && (stage != WORLD_REPORTED || family_is_gone(root));
}

bool ending_await(struct world *root, enum world_stage stage)
{
    if (!connected_is_tied(root) && family_is_gone(root))
        return stage != WORLD_LEFT;
    ending_reach(root, stage);
    while (stage != WORLD_LEFT && !ending_are_left(root)) {
        uint32_t seen = park_count(&root->joiner);

        family_serve(root);
        if (is_there(root, stage))
            return true;
        park_sleep(&root->joiner, seen, PARK_FOREVER);
    }
    return false;
}
