/* SPDX-License-Identifier: MIT */
#include "rank/worlds/singleton.h"

#include <pthread.h>
#include <unistd.h>

#include "base/atomic.h"
#include "base/call.h"
#include "base/memory.h"
#include "rank/floor.h"
#include "rank/life.h"
#include "rank/rank.h"
#include "rank/thread/helper.h"
#include "rank/thread/kernel.h"
#include "rank/world.h"

static struct {
    int (*make)(struct world **made); /* NULL: not allowed */
    pthread_mutex_t lock;             /* of making it */
    _Atomic(struct rank *) rank;      /* NULL: there is none yet */
} singleton = {.lock = PTHREAD_MUTEX_INITIALIZER};

void singleton_allow(int (*make)(struct world **made))
{
    singleton.make = make;
}

bool singleton_is_allowed(void)
{
    return singleton.make != NULL;
}

bool singleton_join(void)
{
    struct rank *rank = load_acquire(&singleton.rank); /* edge singleton.rank */

    if (rank == NULL)
        return false;
    rank_current = rank;
    memory_count_for(rank->world_rank);
    return true;
}

/* The calling thread becomes that of the rank's main. */
static void begin_singleton(struct world *world)
{
    struct rank *self = &world->ranks[0];

    store_relaxed(&world->awake, 1);
    store_relaxed(&world->deadlock.runnable, 1);
    store_relaxed(&world->life.running, 1);
    rank_current = self;
    memory_count_for(self->world_rank);
    self->thread = pthread_self();
    self->thread_id = kernel_thread();
    floors_begin(self);
    store_relaxed(&calls_are_followed, true); /* their heads call singleton_join */
    store_release(&singleton.rank, self); /* edge singleton.rank */
}

int singleton_enter(void)
{
    struct world *world;
    int err = 0;

    pthread_mutex_lock(&singleton.lock);
    if (!singleton_join()) {
        err = singleton.make(&world);
        if (err == 0)
            begin_singleton(world);
    }
    pthread_mutex_unlock(&singleton.lock);
    return err;
}

void singleton_end(struct world *world, int status)
{
    struct rank *self = &world->ranks[0];

    rank_current = self; /* the thread that ends the process may have called nothing of MPI */
    self->status = status;
    self->end = RANK_RETURNED;
    rank_account_for_end(self);
    helpers_end(self);
    floors_end(self);
    rank_current = NULL;
}
