/* SPDX-License-Identifier: MIT */
/* Programs wait in loops of calls that only look: a get, a failed compare and swap, a sync. Every
 * POLLS_BEFORE_PROGRESS of them the rank makes progress, as the standard demands of a rank that
 * calls MPI again and again, and yields if ranks oversubscribe the processors: what the loop waits
 * for may be done by a rank that has none. */
#ifndef RMA_POLL_H
#define RMA_POLL_H

#include "rank/wait.h"
#include "rma/window.h"

enum { POLLS_BEFORE_PROGRESS = 32 };

static inline void window_has_looked(struct window *window)
{
    unsigned polls = load_relaxed(&window->polls) + 1;

    store_relaxed(&window->polls, polls);
    if (likely(polls % POLLS_BEFORE_PROGRESS != 0))
        return;
    rank_poll(window->self);
}

#endif
