/* SPDX-License-Identifier: MIT */
#include "p2p/p2p.h"

#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"
#include "p2p/flush.h"
#include "p2p/held.h"
#include "rank/choice.h"
#include "rank/journal.h"
#include "rank/observe/event.h"
#include "rank/observe/observer.h"

int p2p_open(struct rank *self)
{
    struct p2p *p2p = memory_take_zeroed(sizeof *p2p);
    int err;

    if (p2p == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a rank's messages");
    err = match_init(&p2p->match, &self->own.unexpected_kb_max, &self->is_flow_controlled);
    if (err == MPI_SUCCESS)
        err = request_pool_open(self);
    if (err != MPI_SUCCESS) {
        match_fini(&p2p->match);
        memory_give(p2p);
        return err;
    }
    guard_enter(&self->guard); /* others may be taking messages back */
    self->p2p = p2p;
    self->quick_p2p = choice_is_open(self) || self->tapes != NULL ? NULL : p2p;
    guard_leave(&self->guard);
    return MPI_SUCCESS;
}

/* All others are in MPI_Finalize: what has not come by now never comes. */
static void give_up_messages(struct rank *self)
{
    struct request *orphan;

    if (self->chooser == &self->p2p->eager.chooser)
        choice_set(self, NULL);
    while (p2p_progress(self))
        continue;
    held_end(self);
    match_discard_unexpected(&self->p2p->match);
    for (orphan = self->requests->orphans; orphan != NULL; orphan = orphan->next)
        if (orphan->class == &receive_class)
            request_cancel(orphan);
}

/* A buffer that was not detached is detached now. */
static void close_buffer(struct rank *self, struct buffer *buffer)
{
    if (buffer != NULL)
        flush_wait(self, buffer);
    buffer_drop(buffer);
}

void p2p_close(struct rank *self)
{
    struct p2p *p2p = self->p2p;

    if (p2p == NULL)
        return;
    give_up_messages(self);
    request_wait_orphans(self, NULL);
    close_buffer(self, p2p->buffer);
    close_buffer(self, comm_take_buffer(self->comm_world));
    close_buffer(self, comm_take_buffer(self->comm_self));
    guard_enter(&self->guard); /* a thread that enters from another rank now sees it whole */
    self->p2p = self->quick_p2p = NULL;
    store_relaxed(&self->fast_p2p, NULL);
    guard_leave(&self->guard);
    match_fini(&p2p->match);
    request_pool_close(self);
    memory_give(p2p);
}

/* HEDDLE_EAGER=seed: chance decides whether a send is buffered, unless there is a chooser. The one
 * of a journal gives the default answers alone. */
static void choose_by_chance(struct rank *self)
{
    const int eager = load_relaxed(&self->own.eager);
    const bool is_free = !choice_is_open(self) ||
                         (journal_is_followed(self) && self->chooser == &self->journal->chooser);

    if (eager <= EAGER_ALWAYS || self->p2p == NULL || !is_free)
        return;
    chance_init(&self->p2p->eager, (uint64_t)eager << 32, self->world_rank,
                1 << CHOICE_BUFFERING);
    choice_set(self, &self->p2p->eager.chooser);
}

void p2p_decide_fast_path(struct rank *self)
{
    bool is_fast = guard_has_owner(&self->guard) &&
                   load_relaxed(&self->own.eager) == EAGER_BY_SIZE && knobs.advice == 0 &&
                   !self->world->options.diverts && !choice_is_open(self) &&
                   !journal_is_followed(self) && !observer_looks_for(self, EVENT_MATCH);

    choose_by_chance(self);
    store_relaxed(&self->fast_p2p, is_fast ? self->p2p : NULL);
    if (self->p2p == NULL)
        return;
    guard_enter(&self->guard); /* others that match for the rank write its journal */
    self->p2p->wildcard_log.journal = journal_is_written(self) ? self->journal : NULL;
    guard_leave(&self->guard);
}

struct matching p2p_matching(struct rank *self, bool with_lists)
{
    /* Any other thread of the rank may be one that MPI does not know of. */
    const bool is_owner = guard_is_shared(&self->guard) ||
                          (rank_is_main_thread(self) && self->thread_level <= MPI_THREAD_FUNNELED);
    struct matching matching = {0};

    if (is_owner)
        guard_enter(&self->guard);
    else
        guard_enter_remote(&self->guard);
    if (self->p2p != NULL) {
        const struct match *match = &self->p2p->match;

        matching.unexpected = match->unexpected[0].count;
        matching.unexpected_bytes = match->unexpected_bytes;
        if (with_lists) {
            matching.posted = match_posted_count(match, LONG_MAX);
            matching.depth = match_depth(match);
        }
    }
    if (is_owner)
        guard_leave(&self->guard);
    else
        guard_leave_remote(&self->guard);
    return matching;
}
