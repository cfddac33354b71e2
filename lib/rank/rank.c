/* SPDX-License-Identifier: MIT */
#include "rank/rank.h"

#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "rank/observe/causal.h"
#include "rank/observe/observer.h"
#include "rank/thread/thread.h"
#include "rank/world.h"

_Thread_local struct rank *rank_current;

bool rank_init(struct rank *rank, struct world *world, int world_rank)
{
    memset(rank, 0, sizeof *rank);
    rank->world = world;
    rank->world_rank = world_rank;
    knob_begin_own(&rank->own);
    causal_look_for_wishes();
    park_init(&rank->park);
    guard_init(&rank->guard);
    list_init(&rank->waiters);
    list_init(&rank->idlers);
    list_init(&rank->helpers);
    list_init(&rank->lock_holds);
    return mpsc_init(&rank->inbox);
}

void rank_fini(struct rank *rank)
{
    struct heap *heap;

    mpsc_fini(&rank->inbox);
    heap = memory_use(NULL);
    memory_give(load_relaxed(&rank->mailboxes));
    memory_use(heap);
    thread_records_free(rank);
    observer_destroy(rank);
}

void rank_leave(struct rank *self, enum rank_end end, int status)
{
    self->end = end;
    self->status = status;
    longjmp(self->top, 1);
}

bool rank_is_in_its_process(const struct rank *rank)
{
    return rank != NULL && getpid() == rank->world->process;
}

bool rank_is_main_thread(const struct rank *self)
{
    return pthread_equal(self->thread, pthread_self());
}
