/* SPDX-License-Identifier: MIT */
/* Counters of a rank: the messages, bytes and collective operations that it has sent, its
 * operations on windows, and, for HEDDLE_MATRIX, those with each rank of its world. A get counts at
 * the rank that calls it, as a put does. A collective operation adds the data that it moves from
 * member to member by its meaning, whatever algorithm moves it. job/result.c and heddle_sent
 * (job/run.c) hand the counters to programs.
 *
 * Pairs that never communicate take no memory.
 *
 * Edges
 *   counters.chunk  who made the counters of some peers publishes them to the rank's other threads.
 */
#ifndef RANK_COUNTERS_H
#define RANK_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/container.h"
#include "rank/rank.h"

enum counters_kind {
    COUNTERS_MESSAGE,
    COUNTERS_COLLECTIVE,
    COUNTERS_PUT,
    COUNTERS_GET,
    COUNTERS_ACCUMULATE, /* and all that is like it: fetch_and_op, compare_and_swap */
    COUNTERS_KINDS
};

struct counters_sum {
    uint64_t messages;
    uint64_t bytes;
};

struct counters_pair {
    _Atomic(uint64_t) messages;
    _Atomic(uint64_t) bytes;
};

struct chunk;

struct counters {
    bool is_closed;
    bool are_sums; /* not closed, and not by peer */
    struct counters_pair sums[COUNTERS_KINDS]; /* of all peers, if not counted by peer */
    _Atomic(uint64_t) operations;
    int chunk_count;
    _Atomic(struct chunk *) chunks[];
};

/* Counters for so many peers; 0: for sums only. NULL: no memory. */
struct counters *counters_create(int peers);
void counters_destroy(struct counters *counters); /* NULL is fine */

/* Stops counting: what MPI_Finalize sends is not the program's. */
void counters_close(struct rank *self);

void counters_add(struct rank *self, enum counters_kind kind, const struct rank *to, int64_t bytes);

/* The rank begins a collective operation. True: what it sends to each peer should be added. */
bool counters_operation(struct rank *self);

/* Counts if the rank has counters. Those of a rank with one thread, in a job of heddle_run, are
 * sums. */
static inline void counters_count(struct rank *self, enum counters_kind kind, const struct rank *to,
                                  int64_t bytes)
{
    struct counters *counters = self->counters;
    struct counters_pair *sum;

    if (likely(counters == NULL))
        return;
    if (!counters->are_sums || to->world != self->world || guard_is_shared(&self->guard)) {
        counters_add(self, kind, to, bytes);
        return;
    }
    sum = &counters->sums[kind];
    store_relaxed(&sum->messages, load_relaxed(&sum->messages) + 1);
    store_relaxed(&sum->bytes, load_relaxed(&sum->bytes) + (uint64_t)bytes);
}

/* Also while the rank runs. Of all peers; of collective operations only when they are counted by
 * peer. */
struct counters_sum counters_total(const struct counters *counters, enum counters_kind kind);
uint64_t counters_operations(const struct counters *counters);
struct counters_sum counters_read(const struct counters *counters, enum counters_kind kind,
                                  int peer);

#endif
