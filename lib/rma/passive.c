/* SPDX-License-Identifier: MIT */
#include "rma/passive.h"

#include "base/call.h"
#include "base/memory.h"
#include "base/note.h"
#include "base/place.h"
#include "rank/wait.h"

/* The epoch of one locked member. */
struct lock_epoch {
    struct lock_epoch *next;
    int target;
    bool is_exclusive;
    bool is_checked; /* false: MPI_MODE_NOCHECK, or MPI_PROC_NULL: no lock is held */
    const void *site;
    struct rank_lock_hold all_hold;
    struct rank_lock_hold hold;
};

/* More locks than this are found by the target's number. */
enum { LISTED_LOCKS_MAX = 4 };

static struct lock_epoch *find(const struct window *window, int target)
{
    const struct window_state *state = window->state;
    struct lock_epoch *epoch = state->locks;

    if (state->lock_count > LISTED_LOCKS_MAX && state->locks_by_rank != NULL && target >= 0)
        return state->locks_by_rank[target];
    while (epoch != NULL && epoch->target != target)
        epoch = epoch->next;
    return epoch;
}

bool passive_is_locked(const struct window *window, int target)
{
    bool is_locked;

    guard_enter(&window->self->guard);
    is_locked = find(window, target) != NULL;
    guard_leave(&window->self->guard);
    return is_locked;
}

/* ---- the list of locks, under the rank's guard ----------------------------------------------- */

/* The table is a help for finding: without memory for it the list serves. */
static void make_table(struct window *window)
{
    struct window_state *state = window->state;
    struct lock_epoch *epoch;

    if (state->lock_count <= LISTED_LOCKS_MAX || state->locks_by_rank != NULL)
        return;
    state->locks_by_rank = memory_take_zeroed((size_t)window->common->size *
                                              sizeof state->locks_by_rank[0]);
    for (epoch = state->locks; epoch != NULL && state->locks_by_rank != NULL; epoch = epoch->next)
        if (epoch->target >= 0)
            state->locks_by_rank[epoch->target] = epoch;
}

static void add(struct window *window, struct lock_epoch *epoch)
{
    struct window_state *state = window->state;

    epoch->next = state->locks;
    state->locks = epoch;
    state->lock_count++;
    make_table(window);
    if (state->locks_by_rank != NULL && epoch->target >= 0)
        state->locks_by_rank[epoch->target] = epoch;
    state->site = epoch->site;
    window->latest_lock = epoch->target >= 0 ? epoch->target : -1;
    window->access = ACCESS_LOCK;
}

static void take_out(struct window *window, struct lock_epoch *epoch)
{
    struct window_state *state = window->state;
    struct lock_epoch **place = &state->locks;

    while (*place != epoch)
        place = &(*place)->next;
    *place = epoch->next;
    state->lock_count--;
    if (state->locks_by_rank != NULL && epoch->target >= 0)
        state->locks_by_rank[epoch->target] = NULL;
    window->latest_lock = -1;
    if (state->locks == NULL)
        window->access = ACCESS_NONE;
}

static struct lock_epoch *take_epoch(struct window_state *state)
{
    struct lock_epoch *epoch = state->spare;

    state->spare = NULL;
    return epoch != NULL ? epoch : memory_take_zeroed(sizeof *epoch);
}

static void give_epoch(struct window_state *state, struct lock_epoch *epoch)
{
    if (state->spare == NULL)
        state->spare = epoch;
    else
        memory_give(epoch);
}

/* ---- lock and unlock ------------------------------------------------------------------------- */

static int refuse_again(const struct lock_epoch *epoch, int target)
{
    char text[PLACE_TEXT_BYTES];
    struct places *places = places_open();

    note(MPI_ERR_RMA_SYNC, "rank %d is locked already by MPI_Win_lock, called in %s", target,
         place_describe(places, epoch->site, text));
    places_close(places);
    return MPI_ERR_RMA_SYNC;
}

/* Finds that the target is not locked yet, and memory for its epoch. */
static int begin(struct window *window, int target, struct lock_epoch **epoch)
{
    const struct lock_epoch *before;

    guard_enter(&window->self->guard);
    before = find(window, target);
    *epoch = before == NULL ? take_epoch(window->state) : NULL;
    guard_leave(&window->self->guard);
    if (before != NULL)
        return refuse_again(before, target);
    return *epoch != NULL ? MPI_SUCCESS : note(MPI_ERR_NO_MEM, "no memory for a lock");
}

int passive_lock(struct window *window, int target, bool is_exclusive, bool is_checked,
                 const struct call *call)
{
    struct window_common *common = window->common;
    struct lock_epoch *epoch;
    int err = begin(window, target, &epoch);

    if (err != MPI_SUCCESS)
        return err;
    epoch->target = target;
    epoch->site = call->site;
    epoch->is_exclusive = is_exclusive;
    epoch->is_checked = is_checked && target != MPI_PROC_NULL;
    if (epoch->is_checked && is_exclusive)
        rank_lock_take(window->self, &common->all_lock, RANK_LOCK_GROUP, call->site,
                       &epoch->all_hold);
    if (epoch->is_checked)
        rank_lock_take(window->self, &common->parts[target].lock,
                       is_exclusive ? RANK_LOCK_EXCLUSIVE : RANK_LOCK_SHARED, call->site,
                       &epoch->hold);
    guard_enter(&window->self->guard);
    add(window, epoch);
    guard_leave(&window->self->guard);
    return MPI_SUCCESS;
}

int passive_unlock(struct window *window, int target)
{
    struct lock_epoch *epoch;

    guard_enter(&window->self->guard);
    epoch = find(window, target);
    if (epoch != NULL)
        take_out(window, epoch);
    guard_leave(&window->self->guard);
    if (epoch == NULL)
        return note(MPI_ERR_RMA_SYNC, "rank %d is not locked by this rank", target);
    if (epoch->is_checked)
        rank_lock_release(&epoch->hold);
    if (epoch->is_checked && epoch->is_exclusive)
        rank_lock_release(&epoch->all_hold);
    guard_enter(&window->self->guard);
    give_epoch(window->state, epoch);
    guard_leave(&window->self->guard);
    return MPI_SUCCESS;
}

void passive_lock_all(struct window *window, bool is_checked, const struct call *call)
{
    struct window_state *state = window->state;

    if (is_checked)
        rank_lock_take(window->self, &window->common->all_lock, RANK_LOCK_SHARED, call->site,
                       &state->all_hold);
    state->has_all_hold = is_checked;
    state->site = call->site;
    window->access = ACCESS_LOCK_ALL;
}

void passive_unlock_all(struct window *window)
{
    struct window_state *state = window->state;

    window->access = ACCESS_NONE;
    if (state->has_all_hold)
        rank_lock_release(&state->all_hold);
    state->has_all_hold = false;
}
