/* SPDX-License-Identifier: MIT */
/* Scatter and Scatterv of small blocks: all of them go with the root's cell, and the root goes on
 * at once. Equal blocks without gaps lie one behind the other; others are packets, behind a list of
 * them. A receiver that finds the root's call on its cell goes on by large/rooted.c.
 *
 * On an intercommunicator the receivers are the group that the root does not belong to; the other
 * members of its own have nothing to do.
 *
 * Source: Graham and Shipman, MPI Support for Multi-core Architectures: Optimized Shared Memory
 * Collectives (EuroPVM/MPI 2008), where data lie in the line that announces them.
 *
 * Cost: one cell. */
#include "coll/large/large.h"
#include "coll/small/small.h"
#include "rank/observe/event.h"

ALWAYS_INLINE MPI_Count scatter_cell_bytes(const struct coll_op *op)
{
    if (!op_is_root(op))
        return NO_CELL;
    return likely(op->args->is_plain)
               ? data_bytes(&op->args->send) * op->seats
               : cell_bytes_of_packets(op->args, scatter_packet, op->peers);
}

ALWAYS_INLINE void scatter_post(struct coll_op *op, bool fast)
{
    const struct coll_args *args = op->args;
    const struct data *block = op_is_root(op) ? &args->send : &args->recv;
    const bool has_packets = !fast && op_is_root(op) && unlikely(!args->is_plain);

    if (has_packets)
        cell_put_packets(op, scatter_packet, op->peers);
    else
        cell_expect(op, COLL_SCATTER, block->type, data_bytes(block) * op->seats, fast);
    if (!op_is_root(op))
        return;
    if (!has_packets)
        put_row(op, cell_open(op, op->seat), block, args->send_blocks);
    cell_publish(op);
    op_wake_from(op, 0, fast);
}

/* The root's own block. */
ALWAYS_INLINE void copy_own(const struct coll_op *op, bool fast)
{
    const struct coll_args *args = op->args;
    struct data own;

    if (args->is_in_place || (!fast && !op_is_among_peers(op)))
        return;
    own = coll_block(&args->send, args->send_blocks, op_rank(op));
    cell_copy(op, &own, &args->recv, fast);
}

ALWAYS_INLINE bool scatter_complete(struct coll_op *op, bool fast)
{
    const struct data *to = &op->args->recv;
    int root = op->root_seat;

    if (op_is_root(op)) {
        copy_own(op, fast);
        return true;
    }
    if (!cell_poll(op, root, fast))
        return false;
    if (cell_is_simple(op, fast)) {
        copy_few(to->buf, cell_payload(cell_at(op, root), op->form) + op_rank(op) * data_bytes(to),
                 data_bytes(to));
        return true;
    }
    if (fast)
        return false;
    if (scatter_take(op, cell_at(op, root)))
        return true;
    coll_hand_over(op, &from_root_large);
    return false;
}

COLL_OPERATION(scatter, scatter_cell_bytes, COLL_SCATTER, WAY_SCATTER_SMALL, false, 1, NULL)
