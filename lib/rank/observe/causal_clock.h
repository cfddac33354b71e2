/* SPDX-License-Identifier: MIT */
/* The vector clocks of rank/observe/causal.h, and the points by which threads hand knowledge on:
 * for that unit and for that of its messages. A point is used under a lock of its owner. */
#ifndef RANK_CAUSAL_CLOCK_H
#define RANK_CAUSAL_CLOCK_H

#include "rank/observe/causal.h"

/* An entry for each thread. */
struct point {
    struct point *next;
    const void *name; /* NULL: that of a message */
    uint32_t room;
    uint32_t *seen;
};

/* Another thread of the rank may be using the clock. Returns what clock_leave needs: is it
 * locked? */
bool clock_enter(struct causal_thread *thread);
void clock_leave(struct causal_thread *thread, bool is_locked);

/* Room for that many entries. Without memory for more, what is behind the old ones stays
 * unknown. */
bool clock_grow(struct causal_thread *thread, uint32_t wanted);
void clock_give(struct causal_thread *thread);

/* Between clock_enter and clock_leave. An acquire joins the point's entries into the thread's
 * clock, a release the thread's into the point's (false: no memory). An increment, behind a
 * release, begins the thread's next epoch. */
void clock_acquire(struct causal_thread *thread, const struct point *point);
bool clock_release(struct point *point, const struct causal_thread *thread);
void clock_increment(struct causal_thread *thread);

#endif
