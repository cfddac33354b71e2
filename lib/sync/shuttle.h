/* SPDX-License-Identifier: MIT */
/* A cache line that goes to and fro between two threads: who has read it may write it.
 *
 * An answer goes into the line that was just read, so one line moves for each item; a ring moves
 * two, because the line that its consumer looks at has to come to the producer first.
 *
 * Each side has an end, which knows whose turn it is; what happens at one end is the business of
 * one thread at a time.
 *
 * Edges
 *   shuttle.stamp  push publishes the item, and gives the line to the other side. */
#ifndef SYNC_SHUTTLE_H
#define SYNC_SHUTTLE_H

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"
#include "base/container.h"

enum { SHUTTLE_ITEM_BYTES = 56 };

/* Zero: nothing has been pushed. */
struct shuttle {
    alignas(CACHE_LINE) _Atomic(uint64_t) stamp; /* pushes so far, by both sides */
    unsigned char item[SHUTTLE_ITEM_BYTES];
};

struct shuttle_end {
    struct shuttle *shuttle;
    uint64_t stamp; /* of the latest push, at this end's last look */
    bool is_ours;
};

static inline void shuttle_open(struct shuttle_end *end, struct shuttle *shuttle, bool begins)
{
    *end = (struct shuttle_end){.shuttle = shuttle, .is_ours = begins};
}

/* Has the other side not yet answered what was pushed here? */
static inline bool shuttle_is_under_way(const struct shuttle_end *end)
{
    return !end->is_ours && end->stamp > 0;
}

/* When it is this end's turn: the item is written into its place, then pushed. The store is
 * sequentially consistent, so that who pushes sees afterwards whether the other side sleeps. */
static inline void *shuttle_place(const struct shuttle_end *end)
{
    return end->shuttle->item;
}

static inline void shuttle_push(struct shuttle_end *end)
{
    end->is_ours = false;
    store_seq_cst(&end->shuttle->stamp, ++end->stamp); /* edge shuttle.stamp */
}

/* The other side's item, or NULL; it stays in place until the pop, which makes it our turn. */
static inline const void *shuttle_peek(const struct shuttle_end *end)
{
    if (end->is_ours ||
        load_acquire(&end->shuttle->stamp) != end->stamp + 1) /* edge shuttle.stamp */
        return NULL;
    return end->shuttle->item;
}

static inline void shuttle_pop(struct shuttle_end *end)
{
    end->stamp++;
    end->is_ours = true;
}

#endif
