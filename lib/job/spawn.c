/* SPDX-License-Identifier: MIT */
#include "job/spawn.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "api/environment/init.h"
#include "base/knob.h"
#include "base/machine.h"
#include "base/memory.h"
#include "base/note.h"
#include "check/leaks.h"
#include "image/image.h"
#include "job/bindings.h"
#include "job/environment.h"
#include "job/job.h"
#include "job/run.h"
#include "job/threads.h"
#include "object/object.h"
#include "rank/abort.h"
#include "rank/observe/counters.h"
#include "spawn/spawn.h"
#include "timeline/timeline.h"

static int no_memory_for_spawn(void)
{
    return note(MPI_ERR_NO_MEM, "no memory for a spawned job%s", memory_hint());
}

/* ---- the order ------------------------------------------------------------------------------- */

static void give_order(struct spawn_order *order)
{
    int i;

    for (i = 0; order->part != NULL && i < order->parts; i++) {
        memory_give(order->part[i].argv);
        memory_give(order->part[i].wdir);
    }
    memory_give(order->part);
}

static bool copy_order(const struct spawn_order *order, struct spawn_order *copy)
{
    int i;

    *copy = *order;
    copy->part = memory_take_zeroed((size_t)order->parts * sizeof *copy->part);
    for (i = 0; copy->part != NULL && i < order->parts; i++) {
        struct spawn_part *part = &copy->part[i];

        *part = order->part[i];
        part->argv = arguments_copy(part->argc, part->argv);
        part->wdir = part->wdir != NULL ? memory_copy_text(part->wdir) : NULL;
        if (part->argv == NULL || (part->wdir == NULL && order->part[i].wdir != NULL))
            return false;
    }
    return copy->part != NULL;
}

const struct spawn_part *offspring_part(const struct rank *rank)
{
    const struct spawn_part *part = offspring_of(rank->world)->order.part;
    int number = rank->world_rank;

    while (number >= part->ranks)
        number -= part++->ranks;
    return part;
}

/* ---- making ---------------------------------------------------------------------------------- */

static bool equip_rank(struct rank *rank, const struct environment *common)
{
    const struct spawn_part *part = offspring_part(rank);
    const struct machine *machine = rank->world->machine;

    image_settle(rank->slot, part->guest);
    rank->appnum = part->appnum;
    rank->argc = part->argc;
    rank->argv = arguments_copy(part->argc, part->argv);
    rank->environment = environment_make(common, rank->world_rank, rank->world->size);
    if (machine != NULL)
        rank->core = rank->slot % machine->core_count;
    return rank->argv != NULL && rank->environment != NULL;
}

static bool equip(struct world *world)
{
    static const struct plan_part no_part = {0};
    struct environment *common = environment_create(image_environment(), &no_part);
    bool has_all = common != NULL;
    int i;

    for (i = 0; i < world->size && has_all; i++)
        has_all = equip_rank(&world->ranks[i], common);
    environment_destroy(common);
    return has_all;
}

/* Jobs of heddle_run count what their ranks send. */
static bool count(struct world *world, const struct rank *self)
{
    int i;

    for (i = 0; i < world->size && counters_are_kept(self); i++)
        if (!counters_begin(&world->ranks[i]))
            return false;
    return true;
}

static struct world_options options_of(const struct rank *self, const struct spawn_order *order)
{
    struct world_options options = self->world->options;

    options.ranks = order->ranks;
    options.parent = self->world;
    options.end_process = NULL;
    options.answer = NULL;
    options.tick = NULL;
    options.errhandler = order->errhandler;
    options.first_slot = image_reserve(order->ranks);
    return options;
}

static bool prepare_spawned(struct world *world, const struct rank *self,
                            const struct spawn_order *order)
{
    struct offspring *offspring = memory_take_zeroed(sizeof *offspring);

    store_relaxed(&world->local[FLOOR_JOB], offspring);
    if (offspring == NULL || !copy_order(order, &offspring->order))
        return false;
    world->spawned.order = &offspring->order;
    world->machine = self->world->machine;
    offspring->ends = memory_take_zeroed((size_t)order->ranks * sizeof *offspring->ends);
    return offspring->ends != NULL && init_world(world) == 0 && equip(world) &&
           count(world, self) && timeline_begin_spawned(world, self) == 0;
}

int offspring_make(struct rank *self, const struct spawn_order *order, struct world **made)
{
    struct world_options options = options_of(self, order);
    struct world *world = NULL;

    if (options.first_slot < 0)
        return note_again(MPI_ERR_SPAWN);
    if (world_create(&options, &world) == 0 && prepare_spawned(world, self, order)) {
        if (knobs.report_bindings != 0 && world_is_of_process(world))
            bindings_print(world);
        *made = world;
        return MPI_SUCCESS;
    }
    if (world != NULL)
        offspring_drop(world);
    else
        image_release(options.first_slot, options.ranks);
    return no_memory_for_spawn();
}

/* ---- the end --------------------------------------------------------------------------------- */

/* An abort that a connected world reports is not reported again; the root reports its own. */
static void tell_abort(const struct world *world)
{
    const struct world *root = world->root;

    /* An error has reported that it did not start. */
    if (!world_is_aborted(world) || world->spawned.parents == NULL)
        return;
    if (world->abort.is_reported)
        return;
    if (world_is_aborted(root) && strcmp(world->abort.text, root->abort.text) == 0)
        return;
    if (world->abort.report != NULL)
        fputs(world->abort.report, stderr);
    fprintf(stderr, "%s\n", world->abort.text);
}

static void tell_leaks(const struct world *world)
{
    char *leaks = leaks_describe(world, !world_is_of_process(world) || knobs.leaks > 1);

    if (leaks != NULL)
        fputs(leaks, stderr);
    memory_give(leaks);
    leaks_keep(world);
}

bool offspring_tell(struct world *world)
{
    struct heap *before = memory_use(world->options.heap);
    bool is_alone = threads_await(world);

    tell_abort(world);
    tell_leaks(world);
    spawn_forget_parents(world);
    memory_use(before);
    return is_alone;
}

static void give_ranks(struct world *world)
{
    struct offspring *offspring = offspring_of(world);
    int i;

    for (i = 0; i < world->size; i++) {
        struct rank *rank = &world->ranks[i];

        if (offspring != NULL && offspring->ends != NULL && offspring->ends[i].stream != NULL)
            fclose(offspring->ends[i].stream);
        memory_give(rank->argv);
        memory_give(rank->environment);
        image_empty(rank->slot);
    }
    if (offspring != NULL) {
        give_order(&offspring->order);
        memory_give(offspring->ends);
    }
    memory_give(offspring);
}

void offspring_drop(struct world *world)
{
    struct heap *before = memory_use(world->options.heap);
    int first = world->options.first_slot, ranks = world->size;

    give_ranks(world);
    if (world_is_aborted(world)) {
        context_forget_groups(world);
        store_destroy(world->store); /* an abort may have left the rest in the middle of a change */
    } else {
        init_fini_world(world);
    }
    world_destroy(world);
    image_release(first, ranks);
    memory_use(before);
}
