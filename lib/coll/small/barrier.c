/* SPDX-License-Identifier: MIT */
/* Barrier: all members publish an empty cell, and none goes on before all have.
 *
 * While every member can have a processor, each reads all cells. When members outnumber processors
 * each arrives at a counter, and the last one publishes the table's cell (coll/meeting.h).
 *
 * Source: coll/meeting.h. Cost: a cache line for each pair of members, or 2 n counter and table
 * lines when members outnumber processors. */
#include "coll/small/small.h"
#include "rank/observe/event.h"

ALWAYS_INLINE void barrier_post(struct coll_op *op, bool fast)
{
    cell_open(op, op->seat);
    if (meeting_enter(op, COLL_BARRIER, fast))
        meeting_close(op, fast);
}

ALWAYS_INLINE bool barrier_complete(struct coll_op *op, bool fast)
{
    return likely(!op_is_oversubscribed(op)) ? cell_poll_first(op, op->seats, fast)
                                             : op_poll_table(op, fast);
}

COLL_SMALL(barrier, coll_no_payload, WAY_BARRIER, true, 1, NULL);

/* A fence's kind is a constant too, since programs fence as often as they meet. */
int coll_barrier(const struct coll_args *args, struct request **request)
{
    if (args->kind == COLL_WIN_FENCE)
        return coll_enter(args, request, COLL_WIN_FENCE, &barrier_small,
                          COLL_FAST(barrier, coll_no_payload));
    return coll_enter(args, request, COLL_BARRIER, &barrier_small,
                      COLL_FAST(barrier, coll_no_payload));
}
