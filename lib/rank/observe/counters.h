/* SPDX-License-Identifier: MIT */
/* Counters of a rank, a subscriber of its observer: how often each way of an event was taken
 * (rank/observe/event.def), and the bytes. A new counter is a line there. job/result.c,
 * heddle_sent and heddle_count hand the counters to programs. What goes to another world is not
 * counted. */
#ifndef RANK_COUNTERS_H
#define RANK_COUNTERS_H

#include "rank/observe/observer.h"

struct counters_sum {
    uint64_t count;
    uint64_t bytes;
};

struct counters_pair {
    _Atomic(uint64_t) count;
    _Atomic(uint64_t) bytes;
};

/* Counters of two ranks never lie in one line, nor in a pair of lines that processors fetch
 * together: else counting costs more than the message. */
enum { COUNTERS_APART = 2 * CACHE_LINE };

/* Has the rank count, which does not yet. False: no memory. */
bool counters_begin(struct rank *rank);
/* Has it count that event, too, if it does not yet: some are counted for tools of MPI_T alone, as
 * what matches, which operations are left, and waits. False: no memory. */
bool counters_begin_for_tools(struct rank *rank, unsigned kind);
bool counters_are_kept(const struct rank *rank);

/* The counts so far, also while the rank runs; zero of a rank that does not count. */
struct counters_sum counters_of_way(const struct rank *rank, unsigned way);
struct counters_sum counters_of_event(const struct rank *rank, unsigned kind);

/* The count of that name, an event's text or "event.way"; -1: there is none, or the rank does not
 * count. */
int64_t counters_find(const struct rank *rank, const char *name);

/* One more, with those bytes. Other threads of the rank may count too, when it may have several in
 * MPI; readers find whole numbers. */
static inline void counters_add(const struct rank *self, struct counters_pair *pair, int64_t bytes)
{
    if (unlikely(guard_is_shared(&self->guard))) {
        fetch_add_relaxed(&pair->count, 1);
        fetch_add_relaxed(&pair->bytes, (uint64_t)bytes);
        return;
    }
    store_relaxed(&pair->count, load_relaxed(&pair->count) + 1);
    store_relaxed(&pair->bytes, load_relaxed(&pair->bytes) + (uint64_t)bytes);
}

static inline struct counters_sum counters_read(const struct counters_pair *pair)
{
    return (struct counters_sum){load_relaxed(&pair->count), load_relaxed(&pair->bytes)};
}

#endif
