/* SPDX-License-Identifier: MIT */
/* Broadcast of a small message: it goes with the root's cell, and the root goes on at once, many
 * broadcasts ahead of its receivers. A receiver that finds the place of a buffer on the root's
 * cell goes on by the algorithm of large messages (large/rooted.c).
 *
 * On an intercommunicator the receivers are the group that the root does not belong to; the other
 * members of the root's group have nothing to do (`stand_by` of coll/policy.c).
 *
 * Source: the direct copies of Li, Hoefler and Snir, NUMA-Aware Shared-Memory Collective
 * Communication for MPI (HPDC 2013), without their trees: all read the same line at the same
 * time.
 *
 * Cost: one cell. */
#include "coll/large/large.h"
#include "coll/small/small.h"
#include "rank/observe/event.h"

ALWAYS_INLINE MPI_Count bcast_cell_bytes(const struct coll_op *op)
{
    return op_is_root(op) ? data_bytes(&op->args->send) : NO_CELL;
}

ALWAYS_INLINE void bcast_post(struct coll_op *op, bool fast)
{
    const struct data *data = &op->args->send;

    cell_expect(op, COLL_BCAST, data->type, data_bytes(data), fast);
    if (op_is_root(op)) {
        cell_put(op, cell_open(op, op->seat), data, fast);
        cell_publish(op);
        op_wake_from(op, 0, fast);
    }
}

ALWAYS_INLINE bool bcast_complete(struct coll_op *op, bool fast)
{
    int root = op->root_seat;

    if (op_is_root(op))
        return true;
    if (!cell_poll(op, root, fast))
        return false;
    if (!fast && unlikely(cell_form(cell_at(op, root)) == CELL_BUFFER)) {
        coll_hand_over(op, &from_root_large);
        return false;
    }
    cell_take_payload(op, root, &op->args->send, fast);
    return true;
}

COLL_OPERATION(bcast, bcast_cell_bytes, COLL_BCAST, WAY_BCAST_SMALL, false, 1, NULL)
