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

void rank_unwind(struct rank *self)
{
    /* The process is ending: stay out of its way. */
    while (self->world->options.end_process != NULL)
        pause();
    if (rank_is_main_thread(self))
        rank_leave(self, RANK_UNWOUND, 0);
    pthread_exit(NULL);
}
