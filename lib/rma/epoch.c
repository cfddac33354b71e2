/* SPDX-License-Identifier: MIT */
#include "rma/epoch.h"

#include <stdio.h>

#include "base/note.h"
#include "rma/passive.h"
#include "rma/pscw.h"

static const char *opener_of(const struct window *window)
{
    switch (window_access(window)) {
    case ACCESS_FENCE:
        return "MPI_Win_fence";
    case ACCESS_START:
        return "MPI_Win_start";
    case ACCESS_LOCK:
        return "MPI_Win_lock";
    case ACCESS_LOCK_ALL:
        return "MPI_Win_lock_all";
    case ACCESS_NONE:
        break;
    }
    return window->is_exposed ? "MPI_Win_post" : NULL;
}

const char *epoch_describe(const struct window *window, struct places *places,
                           char text[EPOCH_TEXT_BYTES])
{
    const char *opener = opener_of(window);
    const void *site =
        window_access(window) == ACCESS_NONE ? pscw_post_site(window) : window->site;
    char place[PLACE_TEXT_BYTES];

    if (opener == NULL || (window_access(window) == ACCESS_FENCE && !epoch_is_open(window)))
        snprintf(text, EPOCH_TEXT_BYTES, "no epoch is open");
    else if (site == NULL)
        snprintf(text, EPOCH_TEXT_BYTES, "an epoch of %s is open", opener);
    else
        snprintf(text, EPOCH_TEXT_BYTES, "an epoch of %s is open, called in %s", opener,
                 place_describe(places, site, place));
    return text;
}

const char *epoch_find(const struct window *window, char text[EPOCH_TEXT_BYTES])
{
    struct places *places = places_open();

    epoch_describe(window, places, text);
    places_close(places);
    return text;
}

bool epoch_is_open(const struct window *window)
{
    if (window_access(window) == ACCESS_FENCE)
        return load_relaxed(&window->is_used) || window->is_exposed;
    return window_access(window) != ACCESS_NONE || window->is_exposed;
}

/* Refuses what needs another epoch than the one that is open. */
static int refuse_epoch(const struct window *window, const char *what)
{
    char text[EPOCH_TEXT_BYTES];

    return note(MPI_ERR_RMA_SYNC, "%s: %s", what, epoch_find(window, text));
}

int epoch_check_slowly(struct window *window, int target)
{
    char text[EPOCH_TEXT_BYTES];

    switch (window_access(window)) {
    case ACCESS_NONE:
        return note(MPI_ERR_RMA_SYNC,
                    "no access epoch is open; MPI_Win_fence, MPI_Win_start, MPI_Win_lock and "
                    "MPI_Win_lock_all open one");
    case ACCESS_START:
        if (target == MPI_PROC_NULL || pscw_has_started(window, target))
            return MPI_SUCCESS;
        return note(MPI_ERR_RMA_SYNC, "target_rank %d is not in the group of MPI_Win_start: %s",
                    target, epoch_find(window, text));
    case ACCESS_LOCK:
        if (target == MPI_PROC_NULL || passive_is_locked(window, target))
            return MPI_SUCCESS;
        return note(MPI_ERR_RMA_SYNC, "target_rank %d is not locked: %s", target,
                    epoch_find(window, text));
    default:
        return MPI_SUCCESS;
    }
}

int epoch_check_any_passive(const struct window *window, const char *what)
{
    if (likely(window_access(window) == ACCESS_LOCK_ALL || window_access(window) == ACCESS_LOCK))
        return MPI_SUCCESS;
    return refuse_epoch(window, what);
}

int epoch_check_passive(struct window *window, int target, const char *what)
{
    int err = epoch_check_any_passive(window, what);

    return err == MPI_SUCCESS ? epoch_check_access(window, target) : err;
}

static bool is_none(const struct window *window, enum access_epoch access)
{
    return access == ACCESS_NONE || (access == ACCESS_FENCE && !load_relaxed(&window->is_used));
}

int epoch_check_none(const struct window *window, const char *what)
{
    return is_none(window, window_access(window)) ? MPI_SUCCESS : refuse_epoch(window, what);
}

int epoch_check_before_lock(const struct window *window, const char *what)
{
    const enum access_epoch access = window_access(window);

    return access == ACCESS_LOCK || is_none(window, access) ? MPI_SUCCESS
                                                            : refuse_epoch(window, what);
}

int epoch_check_over(const struct window *window, const char *what)
{
    int err = epoch_check_none(window, what);

    return err == MPI_SUCCESS && window->is_exposed ? refuse_epoch(window, what) : err;
}
