/* SPDX-License-Identifier: MIT */
/* Finds whether a member may do something in its window now: which access epoch is open, and to
 * whom.
 *
 * All functions return MPI_SUCCESS, or MPI_ERR_RMA_SYNC with a sentence that names the epoch that
 * is open and where it was opened. */
#ifndef RMA_EPOCH_H
#define RMA_EPOCH_H

#include "base/place.h"
#include "rma/window.h"

/* An operation on that member's memory may begin; an epoch behind a fence begins with it. */
int epoch_check_slowly(struct window *window, int target);

/* True if it may begin, as far as that is known at once. */
static inline bool epoch_permits(struct window *window, int target)
{
    if (likely(window_access(window) == ACCESS_LOCK_ALL))
        return true;
    if (window_access(window) == ACCESS_LOCK)
        return load_relaxed(&window->latest_lock) == target;
    store_relaxed(&window->is_used, true);
    return window_access(window) == ACCESS_FENCE;
}

static inline int epoch_check_access(struct window *window, int target)
{
    return likely(epoch_permits(window, target)) ? MPI_SUCCESS : epoch_check_slowly(window, target);
}

/* True in an epoch of locks. */
static inline bool access_is_passive(const struct window *window)
{
    return window_access(window) >= ACCESS_LOCK;
}

/* An operation with a request, or a flush, to that member; `what` is its name for the sentence. */
int epoch_check_passive(struct window *window, int target, const char *what);
/* A call that concerns all members that are locked. */
int epoch_check_any_passive(const struct window *window, const char *what);

/* No access epoch is open: another may begin. */
int epoch_check_none(const struct window *window, const char *what);

/* No access epoch is open, or locks are held: another lock may be taken. Another thread may take
 * the first one meanwhile. */
int epoch_check_before_lock(const struct window *window, const char *what);

/* The window is in no epoch at all: it can be freed. */
int epoch_check_over(const struct window *window, const char *what);

/* Says which epoch is open: "an epoch of MPI_Win_lock_all is open, called in main (a.c:12)".
 * Returns text. */
enum { EPOCH_TEXT_BYTES = 260 };
const char *epoch_describe(const struct window *window, struct places *places,
                           char text[EPOCH_TEXT_BYTES]);

/* For the sentence about a call that does not fit the epoch: as epoch_describe. */
const char *epoch_find(const struct window *window, char text[EPOCH_TEXT_BYTES]);

/* True if an access epoch with operations, or an exposure, has not been ended. */
bool epoch_is_open(const struct window *window);

#endif
