/* SPDX-License-Identifier: MIT */
/* Synchronization of windows: the calls that begin and end epochs. */
#include "api/argument/check.h"
#include "api/argument/check_object.h"
#include "api/argument/handle.h"
#include "api/error/raise.h"
#include "api/generated/one-sided.h"
#include "api/window/check_window.h"
#include "api/window/window.h"
#include "base/note.h"
#include "rank/observe/event.h"
#include "rank/observe/observer.h"
#include "rma/epoch.h"
#include "rma/order.h"
#include "rma/passive.h"
#include "rma/pending.h"
#include "rma/poll.h"
#include "rma/pscw.h"
#include "rma/race.h"
#include "rma/results.h"

/* For race_complete and results_deliver. */
enum { ALL_TARGETS = -1 };

/* Operations are complete when their calls return. Only the search for races has to know it, and
 * results that are kept from their buffers are delivered. */
int window_complete(const struct call *call, struct window *window, int rank, bool is_local)
{
    if (window_is_watched(window))
        race_complete(window, rank, is_local);
    if (tsan_is_there() && !is_local)
        pending_tell(window, rank);
    return results_deliver(call, window, rank);
}

/* Shows an epoch of the calling member that begins or ends. */
static void show(const struct window *window, enum way way, int rank)
{
    observe(window->self, .way = way, .context = window_number(window), .number = rank);
}

/* As show, if the call has done so, and returns its error. */
static int show_done(struct window_object *object, enum way way, int rank, int err)
{
    if (err == MPI_SUCCESS)
        show(window_of(object), way, rank);
    return err;
}

/* As show_done, of an epoch that begins. One of fences may have ended with that. */
static int show_next(struct window_object *object, bool ends_fence, enum way way, int rank, int err)
{
    if (err == MPI_SUCCESS && ends_fence)
        show(window_of(object), WAY_OVER_FENCE, -1);
    return show_done(object, way, rank, err);
}

/* A fence has begun an epoch that has not ended. */
static bool has_fence(struct window_object *object, int err)
{
    return err == MPI_SUCCESS && window_access(window_of(object)) == ACCESS_FENCE;
}

static int check_assert(int assert, int allowed)
{
    if (likely((assert & ~allowed) == 0))
        return MPI_SUCCESS;
    return note(MPI_ERR_ASSERT, "assert %d has a bit that this function does not know", assert);
}

static int check(MPI_Win win, struct window_object **object, int assert, int allowed)
{
    int err = check_win(win, object);

    return err == MPI_SUCCESS ? check_assert(assert, allowed) : err;
}

/* ---- fence ----------------------------------------------------------------------------------- */

enum {
    FENCE_ASSERTS = MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED,
    POST_ASSERTS = MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT,
};

/* An epoch of fences ends with a fence. */
static int check_fence(const struct window *window, int assert)
{
    char text[EPOCH_TEXT_BYTES];

    if (window_access(window) != ACCESS_NONE && window_access(window) != ACCESS_FENCE)
        return note(MPI_ERR_RMA_SYNC, "a fence does not end this epoch: %s",
                    epoch_find(window, text));
    if (window->is_exposed)
        return epoch_check_over(window, "a fence does not end an exposure");
    if ((assert & MPI_MODE_NOPRECEDE) && window_access(window) == ACCESS_FENCE &&
        load_relaxed(&window->is_used))
        return note(MPI_ERR_RMA_SYNC,
                    "assert has MPI_MODE_NOPRECEDE, but there have been operations since the last "
                    "fence");
    return MPI_SUCCESS;
}

int api_win_fence(const struct call *call, int assert, MPI_Win win)
{
    struct window_object *object;
    struct window *window;
    int err = check(win, &object, assert, FENCE_ASSERTS), outcome = MPI_SUCCESS;
    int changed = MPI_SUCCESS;

    if (err == MPI_SUCCESS)
        err = check_fence(window_of(object), assert);
    if (err == MPI_SUCCESS && tsan_is_there())
        pending_tell(window_of(object), ALL_TARGETS);
    if (err == MPI_SUCCESS && window_is_watched(window_of(object)))
        race_fence_begin(call, window_of(object), assert);
    if (err == MPI_SUCCESS) /* others may change the buffers when the members have met */
        changed = results_deliver(call, window_of(object), ALL_TARGETS);
    if (err == MPI_SUCCESS)
        err = window_meet(call, window_of(object), COLL_WIN_FENCE);
    if (err == MPI_SUCCESS && window_is_watched(window_of(object)))
        outcome = race_fence_end(window_of(object)); /* the members have met all the same */
    if (err == MPI_SUCCESS)
        err = changed;
    if (err != MPI_SUCCESS)
        return raise_win(call, object, err);
    window = window_of(object);
    if (window_access(window) == ACCESS_FENCE)
        show(window, WAY_OVER_FENCE, -1);
    store_relaxed(&window->is_used, false);
    store_relaxed(&window->access, assert & MPI_MODE_NOSUCCEED ? ACCESS_NONE : ACCESS_FENCE);
    window->site = call->site;
    if (window_access(window) == ACCESS_FENCE)
        show(window, WAY_EPOCH_FENCE, -1);
    return end_window_call(call, object, outcome);
}

/* ---- post, start, complete, wait ------------------------------------------------------------- */

int api_win_post(const struct call *call, MPI_Group handle, int assert, MPI_Win win)
{
    struct window_object *object;
    struct group_argument group;
    int err = check(win, &object, assert, POST_ASSERTS);

    if (err == MPI_SUCCESS)
        err = check_group(handle, "group", &group);
    if (err == MPI_SUCCESS && window_access(window_of(object)) != ACCESS_START)
        err = epoch_check_none(window_of(object), "an exposure cannot begin");
    if (err == MPI_SUCCESS && window_of(object)->is_exposed)
        err = epoch_check_over(window_of(object), "another exposure cannot begin");
    if (err == MPI_SUCCESS && window_is_watched(window_of(object)))
        race_expose(window_of(object));
    if (err == MPI_SUCCESS)
        err = pscw_post(window_of(object), group.group, !(assert & MPI_MODE_NOCHECK), call);
    return end_window_call(call, object, show_done(object, WAY_EPOCH_POST, -1, err));
}

int api_win_start(const struct call *call, MPI_Group handle, int assert, MPI_Win win)
{
    struct window_object *object;
    bool ends_fence;
    struct group_argument group;
    int err = check(win, &object, assert, MPI_MODE_NOCHECK);

    if (err == MPI_SUCCESS)
        err = check_group(handle, "group", &group);
    if (err == MPI_SUCCESS)
        err = epoch_check_none(window_of(object), "another epoch cannot begin");
    ends_fence = has_fence(object, err);
    if (err == MPI_SUCCESS)
        err = pscw_start(window_of(object), group.group, !(assert & MPI_MODE_NOCHECK), call);
    return end_window_call(call, object, show_next(object, ends_fence, WAY_EPOCH_START, -1, err));
}

static int refuse_end(const struct window *window, const char *opener)
{
    char text[EPOCH_TEXT_BYTES];

    return note(MPI_ERR_RMA_SYNC, "there was no %s: %s", opener, epoch_find(window, text));
}

int api_win_complete(const struct call *call, MPI_Win win)
{
    struct window_object *object;
    int err = check_win(win, &object);

    if (err == MPI_SUCCESS && window_access(window_of(object)) != ACCESS_START)
        err = refuse_end(window_of(object), "MPI_Win_start");
    if (err != MPI_SUCCESS)
        return raise_win(call, object, err);
    err = window_complete(call, window_of(object), ALL_TARGETS, true);
    pending_tell(window_of(object), ALL_TARGETS);
    pscw_complete(window_of(object));
    show(window_of(object), WAY_OVER_START, -1);
    return end_window_call(call, object, err);
}

static int check_exposed(MPI_Win win, struct window_object **object)
{
    int err = check_win(win, object);

    if (err == MPI_SUCCESS && !window_of(*object)->is_exposed)
        err = refuse_end(window_of(*object), "MPI_Win_post");
    return err;
}

int api_win_wait(const struct call *call, MPI_Win win)
{
    struct window_object *object;
    int err = check_exposed(win, &object);

    if (err != MPI_SUCCESS)
        return raise_win(call, object, err);
    pscw_wait(window_of(object));
    if (window_is_watched(window_of(object)))
        race_unexpose(window_of(object));
    show(window_of(object), WAY_OVER_POST, -1);
    return end_window_call(call, object, MPI_SUCCESS);
}

int api_win_test(const struct call *call, MPI_Win win, int *flag)
{
    struct window_object *object;
    int err = check_exposed(win, &object);

    if (err == MPI_SUCCESS)
        err = check_pointer(flag, "flag");
    if (err != MPI_SUCCESS)
        return raise_win(call, object, err);
    *flag = pscw_test(window_of(object));
    if (*flag && window_is_watched(window_of(object)))
        race_unexpose(window_of(object));
    if (*flag)
        show(window_of(object), WAY_OVER_POST, -1);
    return end_window_call(call, object, MPI_SUCCESS);
}

/* ---- locks ----------------------------------------------------------------------------------- */

static int check_locks(const struct window *window)
{
    if (likely(!window->common->no_locks))
        return MPI_SUCCESS;
    return note(MPI_ERR_RMA_SYNC, "the window was made with the hint no_locks");
}

static int check_lock_type(int lock_type)
{
    if (likely(lock_type == MPI_LOCK_SHARED || lock_type == MPI_LOCK_EXCLUSIVE))
        return MPI_SUCCESS;
    return note(MPI_ERR_LOCKTYPE, "lock_type %d is neither MPI_LOCK_SHARED nor MPI_LOCK_EXCLUSIVE",
                lock_type);
}

/* Locks of other members may be held already, but not when the window is exposed. */
static int check_before_lock(const struct window *window, int rank)
{
    int err = check_locks(window);

    if (err == MPI_SUCCESS && window->is_exposed)
        err = epoch_check_over(window, "an exposed window cannot be locked");
    if (err == MPI_SUCCESS && rank != MPI_PROC_NULL &&
        load_relaxed(&window->common->parts[rank].is_exposed))
        err = note(MPI_ERR_RMA_SYNC, "rank %d has exposed its memory by MPI_Win_post, which cannot "
                   "be locked then", rank);
    return err == MPI_SUCCESS ? epoch_check_before_lock(window, "a lock cannot be taken") : err;
}

int api_win_lock(const struct call *call, int lock_type, int rank, int assert, MPI_Win win)
{
    struct window_object *object;
    bool ends_fence;
    int err = check(win, &object, assert, MPI_MODE_NOCHECK);

    if (err == MPI_SUCCESS)
        err = check_lock_type(lock_type);
    if (err == MPI_SUCCESS)
        err = check_window_rank(false, window_of(object), rank, "rank");
    if (err == MPI_SUCCESS)
        err = check_before_lock(window_of(object), rank);
    if (err == MPI_SUCCESS)
        order_lock(window_of(object), rank, lock_type == MPI_LOCK_EXCLUSIVE, call->site);
    ends_fence = has_fence(object, err);
    if (err == MPI_SUCCESS)
        err = passive_lock(window_of(object), rank, lock_type == MPI_LOCK_EXCLUSIVE,
                           !(assert & MPI_MODE_NOCHECK), call);
    return end_window_call(call, object, show_next(object, ends_fence, WAY_EPOCH_LOCK, rank, err));
}

static int unlock(const struct call *call, struct window *window, int rank)
{
    int err = check_window_rank(false, window, rank, "rank"), outcome = MPI_SUCCESS;

    if (err == MPI_SUCCESS && window_access(window) != ACCESS_LOCK)
        err = refuse_end(window, "MPI_Win_lock");
    if (err != MPI_SUCCESS)
        return err;
    outcome = window_complete(call, window, rank, false);
    err = passive_unlock(window, rank);
    if (err != MPI_SUCCESS)
        return err;
    show(window, WAY_OVER_LOCK, rank);
    return outcome;
}

int api_win_unlock(const struct call *call, int rank, MPI_Win win)
{
    struct window_object *object;
    int err = check_win(win, &object);

    if (err == MPI_SUCCESS)
        err = unlock(call, window_of(object), rank);
    return end_window_call(call, object, err);
}

int api_win_lock_all(const struct call *call, int assert, MPI_Win win)
{
    struct window_object *object;
    bool ends_fence;
    int err = check(win, &object, assert, MPI_MODE_NOCHECK);

    if (err == MPI_SUCCESS)
        err = check_locks(window_of(object));
    if (err == MPI_SUCCESS)
        err = epoch_check_over(window_of(object), "the locks cannot be taken");
    if (err == MPI_SUCCESS)
        order_lock(window_of(object), ORDER_ALL_TARGETS, false, call->site);
    ends_fence = has_fence(object, err);
    if (err == MPI_SUCCESS)
        err = passive_lock_all(window_of(object), !(assert & MPI_MODE_NOCHECK), call);
    err = show_next(object, ends_fence, WAY_EPOCH_LOCK_ALL, -1, err);
    return end_window_call(call, object, err);
}

int api_win_unlock_all(const struct call *call, MPI_Win win)
{
    struct window_object *object;
    int err = check_win(win, &object);

    if (err == MPI_SUCCESS && window_access(window_of(object)) != ACCESS_LOCK_ALL)
        err = refuse_end(window_of(object), "MPI_Win_lock_all");
    if (err != MPI_SUCCESS)
        return raise_win(call, object, err);
    err = window_complete(call, window_of(object), ALL_TARGETS, false);
    passive_unlock_all(window_of(object));
    show(window_of(object), WAY_OVER_LOCK_ALL, -1);
    return end_window_call(call, object, err);
}

/* ---- flush and sync -------------------------------------------------------------------------- */

static int flush_all(const struct call *call, MPI_Win win, bool is_local)
{
    struct window_object *object;
    int err = check_win(win, &object);

    if (err == MPI_SUCCESS)
        err = epoch_check_any_passive(window_of(object), "a flush needs a lock");
    if (unlikely(err != MPI_SUCCESS))
        return raise_win(call, object, err);
    err = window_complete(call, window_of(object), ALL_TARGETS, is_local);
    window_has_looked(window_of(object));
    return end_window_call(call, object, err);
}

int api_win_flush_all(const struct call *call, MPI_Win win)
{
    return flush_all(call, win, false);
}

int api_win_flush_local_all(const struct call *call, MPI_Win win)
{
    return flush_all(call, win, true);
}

int api_win_sync(const struct call *call, MPI_Win win)
{
    struct window_object *object;
    int err = check_win(win, &object);

    if (err == MPI_SUCCESS)
        err = epoch_check_any_passive(window_of(object), "MPI_Win_sync needs a lock");
    if (unlikely(err != MPI_SUCCESS))
        return raise_win(call, object, err);
    window_sync(window_of(object));
    window_has_looked(window_of(object));
    return end_window_call(call, object, MPI_SUCCESS);
}
