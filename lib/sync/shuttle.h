/* SPDX-License-Identifier: MIT */
/* A cache line that two threads pass back and forth; the side that has read it may write it.
 *
 * An answer goes into the line that was just read, so one line moves for each item. A ring moves
 * two lines, because the line that its consumer polls must first come to the producer.
 *
 * Each side has a shuttle_end, which records whose turn it is. One thread at a time uses an end.
 *
 * Law: it is one side's turn. The side that pushes has it, and an end never sees more pushes
 * than its own and one of the other side's.
 *
 * Edges
 *   shuttle.stamp  push publishes the item, and passes the line to the other side. */
#ifndef SYNC_SHUTTLE_H
#define SYNC_SHUTTLE_H

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"
#include "base/container.h"
#include "base/must.h"

enum { SHUTTLE_ITEM_BYTES = 56 };

/* Zeroed: nothing has been pushed. */
struct shuttle {
    alignas(CACHE_LINE) _Atomic(uint64_t) stamp; /* pushes so far, by both sides */
    unsigned char item[SHUTTLE_ITEM_BYTES];
};

struct shuttle_end {
    struct shuttle *shuttle;
    uint64_t stamp; /* number of the latest push that this end knows of */
    bool is_ours;
};

static inline void shuttle_open(struct shuttle_end *end, struct shuttle *shuttle, bool begins)
{
    *end = (struct shuttle_end){.shuttle = shuttle, .is_ours = begins};
}

/* True if an item pushed here has not been answered by the other side yet. */
static inline bool shuttle_is_under_way(const struct shuttle_end *end)
{
    return !end->is_ours && end->stamp > 0;
}

/* Returns the place of the next item. Write the item there on this end's turn, then call
 * shuttle_push. The store in shuttle_push is sequentially consistent, so that the caller's next
 * load sees whether the other side sleeps. */
static inline void *shuttle_place(const struct shuttle_end *end)
{
    return end->shuttle->item;
}

static inline void shuttle_push(struct shuttle_end *end)
{
    law(end->is_ours);
    law(load_relaxed(&end->shuttle->stamp) == end->stamp);
    end->is_ours = false;
    store_seq_cst(&end->shuttle->stamp, ++end->stamp); /* edge shuttle.stamp */
}

/* Returns the other side's item, or NULL. The item stays in place until shuttle_pop, which makes it
 * this end's turn. */
static inline const void *shuttle_peek(const struct shuttle_end *end)
{
    if (end->is_ours ||
        load_acquire(&end->shuttle->stamp) != end->stamp + 1) /* edge shuttle.stamp */
        return NULL;
    return end->shuttle->item;
}

static inline void shuttle_pop(struct shuttle_end *end)
{
    law(!end->is_ours);
    end->stamp++;
    end->is_ours = true;
}

#endif
