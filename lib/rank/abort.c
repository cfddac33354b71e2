/* SPDX-License-Identifier: MIT */
#include "rank/abort.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static void wake_everyone(struct world *world)
{
    int i;

    for (i = 0; i < world->size; i++)
        rank_rouse(&world->ranks[i]);
}

void world_abort(struct world *world, int status, const char *format, ...)
{
    struct rank *self = rank_self();
    int expected = ABORT_NONE;
    va_list arguments;

    /* edge world.aborted */
    if (compare_exchange_acq_rel(&world->abort_state, &expected, ABORT_CLAIMED)) {
        va_start(arguments, format);
        vsnprintf(world->abort_text, sizeof world->abort_text, format, arguments);
        va_end(arguments);
        world->abort_status = status;
        store_seq_cst(&world->abort_state, ABORT_PUBLISHED); /* edge world.aborted */
        wake_everyone(world);
        if (world->options.end_process != NULL)
            world->options.end_process(world);
    }
    if (self != NULL && self->world == world)
        rank_unwind(self);
}

void rank_stop(struct rank *self)
{
    struct world *world = self->world;

    if (load_relaxed(&self->has_stopped))
        return;
    store_relaxed(&self->has_stopped, true);
    /* Who waits for all to stop has seen an abort, and has counted himself before. */
    if (fetch_add_acq_rel(&world->stopped, 1) + 1 == world->size && /* edge world.stopped */
        world_is_aborted(world))
        park_wake(&world->joiner);
}

static void await_stop_of_all(struct world *world)
{
    for (;;) {
        uint32_t seen = park_count(&world->joiner);

        if (load_acquire(&world->stopped) == world->size) /* edge world.stopped */
            return;
        park_sleep(&world->joiner, seen, PARK_FOREVER);
    }
}

void rank_unwind(struct rank *self)
{
    /* The process is ending: stay out of its way. */
    while (self->world->options.end_process != NULL)
        pause();
    if (rank_is_main_thread(self)) {
        rank_stop(self);
        await_stop_of_all(self->world);
        rank_leave(self, RANK_UNWOUND, 0);
    }
    pthread_exit(NULL);
}
