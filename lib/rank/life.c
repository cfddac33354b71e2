/* SPDX-License-Identifier: MIT */
#include "rank/life.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "rank/abort.h"
#include "rank/findings.h"
#include "rank/name.h"
#include "rank/observe/causal.h"
#include "rank/observe/observer.h"
#include "rank/thread/taken.h"
#include "rank/thread/thread.h"
#include "rank/world.h"

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
    taken_free(rank);
    observer_destroy(rank);
    memory_give(load_relaxed(&rank->pool));
}

static void abort_for_absence(const struct rank *absent, const char *of_what)
{
    char sentence[160];

    snprintf(sentence, sizeof sentence, "%s ended with exit status %d, without %s",
             rank_name(absent).text, absent->status, of_what);
    if (absent->status == 0)
        finding_keep(absent, FINDING_NOT_FINALIZED, NULL, 1, sentence);
    world_abort(absent->world, absent->status != 0 ? absent->status : EXIT_FAILURE, "%s%s",
                sentence, absent->status == 0 ? finding_mark(FINDING_NOT_FINALIZED).text : "");
}

void rank_begin(struct rank *self)
{
    struct world *world = self->world;
    int absent;

    self->phase = RANK_ACTIVE;
    store_seq_cst(&world->life.has_begun, true);    /* edge world.absent */
    absent = load_seq_cst(&world->life.absent) - 1; /* edge world.absent */
    if (absent >= 0)
        abort_for_absence(&world->ranks[absent], "MPI_Init");
}

/* A rank may end before MPI_Init if no rank calls that, and after MPI_Finalize. Otherwise others
 * would wait for it, in MPI_Finalize at the latest, so the job is aborted. */
void rank_account_for_end(struct rank *self)
{
    struct world *world = self->world;

    if (self->end == RANK_UNWOUND || world_is_aborted(world))
        return;
    if (self->phase == RANK_ACTIVE)
        abort_for_absence(self, "MPI_Finalize");
    if (self->phase != RANK_BEFORE_INIT)
        return;
    store_seq_cst(&world->life.absent, self->world_rank + 1); /* edge world.absent */
    if (load_seq_cst(&world->life.has_begun))                 /* edge world.absent */
        abort_for_absence(self, "MPI_Init");
}
