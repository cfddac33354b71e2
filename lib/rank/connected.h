/* SPDX-License-Identifier: MIT */
/* Connected worlds: worlds whose ranks can communicate with each other (MPI 5.0, 11.10.4).
 *
 * A world is connected to itself only, until world_connect adds it to the worlds that another one
 * is connected to. Connected worlds have these things in common:
 *   - the supply of context ids, so that a communicator with members of several worlds has an id
 *     that none of its members knows from elsewhere;
 *   - the detection of deadlocks (rank/waiter.h): a world that waits for another one is not dead
 *     while a rank of the other can still do something;
 *   - aborts (rank/abort.h): the abort of one is the abort of all.
 *
 * A world is connected before it starts, by a thread that keeps the others from sleeping for good:
 * a rank of one of them, or whoever is about to start them all. Connected worlds are destroyed only
 * when all of them have been joined. Two worlds that both run cannot be connected yet.
 *
 * Edges
 *   connected.joined  connecting publishes a world to the ranks of those that run already.
 *   connected.left    a world that leaves has used the set for the last time. */
#ifndef RANK_CONNECTED_H
#define RANK_CONNECTED_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/atomic.h"
#include "rank/world.h"
#include "sync/lock.h"
#include "sync/park.h"

struct connected {
    struct lock lock; /* for connecting */
    struct world *first;
    struct world *last;
    _Atomic(int) world_count; /* of the worlds that have not been destroyed */
    _Atomic(int) size;        /* ranks of all worlds */

    _Atomic(uint64_t) next_context_id;

    /* The gate at which threads that wake up stand still while one looks for a deadlock. */
    _Atomic(bool) is_looked_at;
    _Atomic(bool) wants_traces;
    struct park gate;
};

/* Makes the set that a new world is alone in. False: no memory. */
bool connected_create(struct world *world);

/* The world is about to be destroyed; the last one frees the set. */
void connected_leave(struct world *world);

/* Connects a world that has not started to those that `other` is connected to. */
void world_connect(struct world *world, struct world *other);

/* All connected worlds, in the order in which they were connected; NULL behind the last. */
static inline struct world *connected_first(const struct world *world)
{
    return world->connected->first;
}

static inline struct world *connected_next(const struct world *world)
{
    return load_acquire(&world->next_connected); /* edge connected.joined */
}

/* Ranks of all connected worlds are numbered through: how many there are, and a rank's number. */
static inline int connected_size(const struct world *world)
{
    return load_relaxed(&world->connected->size);
}

static inline int connected_index(const struct rank *rank)
{
    return rank->world->first_index + rank->world_rank;
}

/* An order of all ranks that can communicate. */
static inline bool rank_precedes(const struct rank *one, const struct rank *other)
{
    return connected_index(one) < connected_index(other);
}

/* The rank of that number. */
struct rank *connected_rank(const struct world *world, int index);

/* For reports: "rank 3"; with several connected worlds "rank 3 of job 1". */
void connected_tell(FILE *out, const struct world *world, int index);

#endif
