/* SPDX-License-Identifier: MIT */
/* The part of a world that belongs to this folder. */
#ifndef COMM_COMM_WORLD_H
#define COMM_COMM_WORLD_H

#include <pthread.h>

#include "base/atomic.h"
#include "rank/world.h"

struct context;
struct lobby;

struct comm_world {
    pthread_mutex_t lock; /* for making the context */
    struct context *context; /* of MPI_COMM_WORLD */
    struct lobby *lobby;
};

static inline struct comm_world *comm_world_of(const struct world *world)
{
    return load_relaxed(&world->local[FLOOR_COMM]);
}

#endif
