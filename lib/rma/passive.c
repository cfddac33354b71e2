/* SPDX-License-Identifier: MIT */
#include "rma/passive.h"

#include "base/call.h"
#include "base/memory.h"
#include "base/must.h"
#include "base/note.h"
#include "base/place.h"
#include "rank/journal_place.h"
#include "rank/observe/causal.h"
#include "rank/wait.h"

/* The epoch of one locked member. */
struct lock_epoch {
    struct lock_epoch *next;
    int target;
    bool is_exclusive;
    bool is_checked; /* false: MPI_MODE_NOCHECK, or MPI_PROC_NULL: no lock is held */
    bool has_all;    /* all_hold is held */
    const void *site;
    struct rank_lock_hold all_hold;
    struct rank_lock_hold hold;
};

/* More locks than this are found by the target's number. */
enum { LISTED_LOCKS_MAX = 4 };

static struct lock_epoch *find_held(const struct window *window, int target)
{
    struct lock_epoch *const *by_rank =
        window->extras != NULL ? window->extras->locks_by_rank : NULL;
    struct lock_epoch *epoch = window->locks;

    if (window->lock_count > LISTED_LOCKS_MAX && by_rank != NULL && target >= 0)
        return by_rank[target];
    while (epoch != NULL && epoch->target != target)
        epoch = epoch->next;
    return epoch;
}

bool passive_is_locked(const struct window *window, int target)
{
    bool is_locked;

    guard_enter(&window->self->guard);
    is_locked = find_held(window, target) != NULL;
    guard_leave(&window->self->guard);
    return is_locked;
}

bool passive_is_locked_exclusively(const struct window *window, int target)
{
    const struct lock_epoch *epoch;
    bool is_exclusive;

    guard_enter(&window->self->guard);
    epoch = find_held(window, target);
    is_exclusive = epoch != NULL && epoch->is_exclusive && epoch->is_checked;
    guard_leave(&window->self->guard);
    return is_exclusive;
}

/* ---- the list of locks, under the rank's guard ----------------------------------------------- */

static void enter(const struct window *window, int target, struct lock_epoch *epoch)
{
    if (window->extras != NULL && window->extras->locks_by_rank != NULL && target >= 0)
        window->extras->locks_by_rank[target] = epoch;
}

/* The table is a help for finding: without memory for it the list serves. `extras` are there when
 * there are many locks. */
static void make_table(struct window *window)
{
    struct window_extras *extras = window->extras;
    struct lock_epoch *epoch;

    if (window->lock_count <= LISTED_LOCKS_MAX || extras == NULL || extras->locks_by_rank != NULL)
        return;
    extras->locks_by_rank = memory_take_zeroed((size_t)window->common->size *
                                               sizeof extras->locks_by_rank[0]);
    for (epoch = window->locks; epoch != NULL; epoch = epoch->next)
        enter(window, epoch->target, epoch);
}

static void add_lock(struct window *window, struct lock_epoch *epoch)
{
    epoch->next = window->locks;
    window->locks = epoch;
    window->lock_count++;
    make_table(window);
    enter(window, epoch->target, epoch);
    window->site = epoch->site;
    store_relaxed(&window->latest_lock, epoch->target >= 0 ? epoch->target : -1);
    store_relaxed(&window->access, ACCESS_LOCK);
}

static void take_out(struct window *window, struct lock_epoch *epoch)
{
    struct lock_epoch **place = &window->locks;

    while (*place != epoch)
        place = &(*place)->next;
    *place = epoch->next;
    window->lock_count--;
    enter(window, epoch->target, NULL);
    store_relaxed(&window->latest_lock, -1);
    if (window->locks == NULL)
        store_relaxed(&window->access, ACCESS_NONE);
}

static struct lock_epoch *take_epoch(struct window *window)
{
    struct lock_epoch *epoch = window->spare;

    window->spare = NULL;
    return epoch != NULL ? epoch : memory_take_zeroed(sizeof *epoch);
}

static void give_epoch(struct window *window, struct lock_epoch *epoch)
{
    if (window->spare == NULL)
        window->spare = epoch;
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

static bool is_in_journal(const struct window *window)
{
    return unlikely(window->self->journal != NULL) && window->common->orders != NULL;
}

/* Does an exclusive lock need that of the whole window? */
static bool needs_all(const struct window_common *common)
{
    return load_seq_cst(&common->all_use) != ALL_UNUSED; /* edge rank_lock.seen */
}

static enum rank_lock_mode mode_of(const struct lock_epoch *epoch)
{
    return epoch->is_exclusive ? RANK_LOCK_EXCLUSIVE : RANK_LOCK_SHARED;
}

/* Takes the target's lock alone, if that needs no waiting. False: it is not held; *others_wait says
 * whether other ranks wait for it. Inside the guard. */
static bool take_alone(struct window *window, struct lock_epoch *epoch, bool *others_wait)
{
    struct window_common *common = window->common;

    if ((epoch->is_exclusive && needs_all(common)) || is_in_journal(window) ||
        !rank_lock_try(window->self, &common->parts[epoch->target].lock, mode_of(epoch),
                       epoch->site, &epoch->hold))
        return false;
    if (!epoch->is_exclusive || likely(!needs_all(common)))
        return true;
    *others_wait = rank_lock_drop(&epoch->hold);
    return false;
}

static void take_locks(struct window *window, struct lock_epoch *epoch)
{
    struct window_common *common = window->common;

    if (is_in_journal(window))
        journal_await_grant(window->self, &common->grants);
    epoch->has_all = epoch->is_exclusive;
    if (epoch->has_all)
        rank_lock_take(window->self, &common->all_lock, RANK_LOCK_GROUP, epoch->site,
                       &epoch->all_hold);
    rank_lock_take_beside(window->self, &common->parts[epoch->target].lock, mode_of(epoch),
                          epoch->site, &epoch->hold, epoch->has_all ? &epoch->all_hold : NULL);
    if (is_in_journal(window))
        journal_note_grant(window->self, &common->grants);
}

/* The epoch, for which there is memory, is not entered yet: the table has no room, or its locks are
 * waited for. */
static void lock_slowly(struct window *window, struct lock_epoch *epoch, bool are_many,
                        bool others_wait)
{
    if (others_wait)
        rank_lock_grant(window->self, &window->common->parts[epoch->target].lock);
    if (are_many)
        window_make_extras(window); /* for the table; a list serves without */
    if (epoch->is_checked)
        take_locks(window, epoch);
    guard_enter(&window->self->guard);
    add_lock(window, epoch);
    guard_leave(&window->self->guard);
}

int passive_lock(struct window *window, int target, bool is_exclusive, bool is_checked,
                 const struct call *call)
{
    struct lock_epoch *epoch;
    const struct lock_epoch *before;
    bool is_entered = false, are_many, others_wait = false;

    guard_enter(&window->self->guard);
    are_many = window->lock_count >= LISTED_LOCKS_MAX;
    before = find_held(window, target);
    epoch = before == NULL ? take_epoch(window) : NULL;
    if (likely(epoch != NULL)) {
        epoch->target = target;
        epoch->site = call->site;
        epoch->is_exclusive = is_exclusive;
        epoch->is_checked = is_checked && target != MPI_PROC_NULL;
        epoch->has_all = false;
        is_entered = !are_many && (!epoch->is_checked || take_alone(window, epoch, &others_wait));
    }
    if (is_entered)
        add_lock(window, epoch);
    guard_leave(&window->self->guard);
    if (before != NULL)
        return refuse_again(before, target);
    if (epoch == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a lock");
    if (!is_entered)
        lock_slowly(window, epoch, are_many, others_wait);
    return MPI_SUCCESS;
}

int passive_unlock(struct window *window, int target)
{
    struct window_common *common = window->common;
    struct rank *self = window->self;
    struct lock_epoch *epoch;
    bool others_wait = false, others_wait_for_all = false;

    guard_enter(&self->guard);
    epoch = find_held(window, target);
    if (epoch != NULL) {
        take_out(window, epoch);
        others_wait = epoch->is_checked && rank_lock_drop(&epoch->hold);
        others_wait_for_all = epoch->has_all && rank_lock_drop(&epoch->all_hold);
        give_epoch(window, epoch);
    }
    guard_leave(&self->guard);
    if (others_wait)
        rank_lock_grant(self, &common->parts[target].lock);
    if (others_wait_for_all)
        rank_lock_grant(self, &common->all_lock);
    return epoch != NULL ? MPI_SUCCESS
                         : note(MPI_ERR_RMA_SYNC, "rank %d is not locked by this rank", target);
}

/* ---- the lock of the whole ------------------------------------------------------------------- */

/* Waits for those who hold locks of targets exclusively without that of the whole. From then on
 * no rank does. A rank that takes the lock of the whole later knows what they have done. */
static void begin_to_use_all(struct window *window, const struct call *call)
{
    struct window_common *common = window->common;
    int use = ALL_UNUSED, i;

    compare_exchange_seq_cst(&common->all_use, &use, ALL_BEGUN); /* edge rank_lock.seen */
    for (i = 0; i < common->size; i++) {
        struct rank_lock *lock = &common->parts[i].lock;
        struct rank_lock_hold hold;

        if (!rank_lock_is_exclusive(lock) && !causal_is_there())
            continue;
        rank_lock_take(window->self, lock, RANK_LOCK_SHARED, call->site, &hold);
        rank_lock_release(&hold);
    }
    rank_lock_publish(&common->all_lock);
    store_release(&common->all_use, ALL_USED); /* edge window.all_used */
}

int passive_lock_all(struct window *window, bool is_checked, const struct call *call)
{
    struct lock_epoch *epoch;

    guard_enter(&window->self->guard);
    epoch = take_epoch(window);
    guard_leave(&window->self->guard);
    if (epoch == NULL)
        return note(MPI_ERR_NO_MEM, "no memory for a lock");
    epoch->next = NULL;
    epoch->is_checked = epoch->has_all = is_checked;
    if (is_checked && load_acquire(&window->common->all_use) != ALL_USED) /* edge window.all_used */
        begin_to_use_all(window, call);
    if (is_checked && is_in_journal(window))
        journal_await_grant(window->self, &window->common->grants);
    if (is_checked)
        rank_lock_take(window->self, &window->common->all_lock, RANK_LOCK_SHARED, call->site,
                       &epoch->all_hold);
    if (is_checked && is_in_journal(window))
        journal_note_grant(window->self, &window->common->grants);
    guard_enter(&window->self->guard);
    window->locks = epoch;
    window->site = call->site;
    store_relaxed(&window->access, ACCESS_LOCK_ALL);
    guard_leave(&window->self->guard);
    return MPI_SUCCESS;
}

void passive_unlock_all(struct window *window)
{
    struct lock_epoch *epoch;

    guard_enter(&window->self->guard);
    epoch = window->locks;
    window->locks = NULL;
    store_relaxed(&window->access, ACCESS_NONE);
    guard_leave(&window->self->guard);
    if (epoch->is_checked)
        rank_lock_release(&epoch->all_hold);
    guard_enter(&window->self->guard);
    give_epoch(window, epoch);
    guard_leave(&window->self->guard);
}

/* ---- laws ------------------------------------------------------------------------------------ */

static void check_held(const struct rank_lock_hold *hold, const struct rank_lock *lock)
{
    must(load_relaxed(&hold->is_granted));
    must(hold->lock == lock);
}

static void check_lock_of_member(const struct window *window, const struct lock_epoch *epoch)
{
    const struct window_common *common = window->common;

    must(epoch->target == MPI_PROC_NULL ||
         (epoch->target >= 0 && epoch->target < common->size)); /* law 1 */
    must(find_held(window, epoch->target) == epoch); /* laws 2, 3 */
    if (!epoch->is_checked)
        return;
    check_held(&epoch->hold, &common->parts[epoch->target].lock); /* law 4 */
    if (epoch->has_all)
        check_held(&epoch->all_hold, &common->all_lock);
}

static void check_locks_of_members(const struct window *window)
{
    const int latest = load_relaxed(&window->latest_lock);
    const struct lock_epoch *epoch;
    int count = 0;

    for (epoch = window->locks; epoch != NULL && count < LAWS_STEPS_MAX; epoch = epoch->next) {
        check_lock_of_member(window, epoch);
        count++;
    }
    must(epoch != NULL || count == window->lock_count);   /* law 2 */
    must(latest < 0 || find_held(window, latest) != NULL); /* law 5 */
}

void passive_check(const struct window *window)
{
    if (window_access(window) == ACCESS_LOCK) {
        check_locks_of_members(window);
        return;
    }
    must(window->lock_count == 0);                   /* law 2 */
    must(load_relaxed(&window->latest_lock) == -1);  /* law 5 */
    if (window_access(window) == ACCESS_LOCK_ALL && window->locks->is_checked)
        check_held(&window->locks->all_hold, &window->common->all_lock); /* law 4 */
}
