/* SPDX-License-Identifier: MIT */
/* The windows of a rank whose loads and stores are looked at, for the files of rma/touch.h.
 *
 * The lock of `struct touches` protects its nodes; a thread that holds it may take the lock of a
 * part.
 *
 * Edges
 *   touches.nodes  a thread that makes the rank's touches or a node publishes it to the others. */
#ifndef RMA_TOUCHES_H
#define RMA_TOUCHES_H

#include "rma/region.h"
#include "rma/shadow.h"
#include "rma/touch.h"

/* The addresses from `low` on, before `high`; equal: none. */
struct hull {
    _Atomic(uintptr_t) low, high;
};

/* One window of the rank. Nodes are used again and stay until the rank ends, so that its threads
 * read them without the lock. */
struct node {
    _Atomic(struct node *) next;
    struct window *window; /* NULL: free */
    _Atomic(int) latest;   /* the member in whose part the rank's latest access was */
    struct hull memory;   /* what the rank may reach of the window */
    struct hull buffers;  /* of its operations that are under way */
};

struct touches {
    struct lock lock;
    _Atomic(struct node *) first;
    _Atomic(const void *) main; /* main's thread, as the address of a variable of its own */
    /* The clock for that thread. */
    const struct causal_thread *main_clock;
    struct shadow_latest latest; /* while the rank has no other threads */
};

/* Is the calling thread the rank's only one, so that no window goes while it looks? */
static inline bool touches_are_alone(const struct touches *touches, const struct rank *self)
{
    return likely(load_relaxed(&touches->main) == &rank_current) &&
           likely(!load_relaxed(&self->has_threads));
}

/* Are bytes of a hull's window memory of it? Of a dynamic window the member has attached some. */
static inline bool window_may_hold(const struct window *window, uintptr_t low, uintptr_t high)
{
    return likely(window->common->flavor != MPI_WIN_FLAVOR_DYNAMIC) ||
           region_meets(window_own_part(window), low, high);
}

static inline struct touches *touches_of(const struct rank *rank)
{
    return load_acquire(&rank->local[FLOOR_RMA]); /* edge touches.nodes */
}

static inline bool hull_meets(const struct hull *hull, uintptr_t low, uintptr_t high)
{
    return low < load_relaxed(&hull->high) && high > load_relaxed(&hull->low);
}

#endif
