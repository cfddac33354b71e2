/* SPDX-License-Identifier: MIT */
/* Helper threads: threads that the library creates for a rank, such as one that writes a file while
 * the rank goes on.
 *
 * A helper belongs to its rank as a thread of the program does (rank/thread/thread.h): rank_self is
 * the rank, it sees the rank's globals and uses the rank's memory, and it counts as runnable, so
 * that a rank that waits for it is in no deadlock. It gets no signals. It ends with its rank at the
 * latest: a rank that ends, or is unwound by an abort, first asks its helpers to stop and joins
 * them, because they may be using its memory. A helper that works for long asks helper_should_stop
 * now and then. It must not call rank_wait.
 *
 * Edges
 *   helper.end   a helper that is done publishes what it did to the rank.
 *   helper.stop  the end of the rank asks a helper to stop. */
#ifndef RANK_HELPER_H
#define RANK_HELPER_H

#include <pthread.h>
#include <stdbool.h>

#include "base/list.h"
#include "rank/rank.h"

/* In memory of the caller, until helper_join. */
struct helper {
    struct list link; /* in rank->helpers */
    struct rank *rank;
    pthread_t thread;
    void (*run)(struct helper *helper, void *argument);
    void *argument;
    _Atomic(bool) is_done;
    _Atomic(bool) should_stop;
};

/* Starts a helper of the calling rank: 0, or -1 with a note. */
int helper_start(struct rank *self, struct helper *helper,
                 void (*run)(struct helper *helper, void *argument), void *argument);

/* Waits, as a rank does, until the helper has returned. By a thread of its rank. */
void helper_join(struct helper *helper);

/* For conditions of rank_wait: helper_join will not have to wait. */
bool helper_is_done(const struct helper *helper);

/* Asked by the helper: does no thread need its result any more? */
bool helper_should_stop(const struct helper *helper);

/* The rank ends: stops and joins its helpers. */
void helpers_end(struct rank *self);

#endif
