/* SPDX-License-Identifier: MIT */
/* The state that this floor keeps in a world, and in each rank. */
#ifndef IO_STATE_H
#define IO_STATE_H

#include "base/list.h"
#include "rank/world.h"
#include "sync/lock.h"

struct datarep;
struct worker;

enum { SPARE_BUFFERS_MAX = 16 };

struct io_state {
    struct lock lock;
    struct list descriptions; /* of open files */
    int spare_buffers;        /* see staging.h */
    void *buffers[SPARE_BUFFERS_MAX];
};

/* In memory of the rank, under its guard. */
struct io_rank {
    struct datarep *datareps; /* that the program has registered */
    struct worker *worker;    /* NULL: none yet */
    int files;                /* that it has open */
};

static inline struct io_state *io_state_of(const struct world *world)
{
    return load_relaxed(&world->local[FLOOR_IO]);
}

/* Made when first asked for, by a thread of the rank; NULL, with a note: no memory. */
struct io_rank *io_rank_of(struct rank *self);

#endif
