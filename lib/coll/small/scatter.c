/* SPDX-License-Identifier: MIT */
/* Scatter and Scatterv of small blocks: all of them go with the root's cell, and the root goes on
 * at once. Equal blocks without gaps lie one behind the other; others are packets, behind a list of
 * them. A receiver that finds the root's call on its cell goes on by large/rooted.c.
 *
 * On an intercommunicator the receivers are the group that the root does not belong to; the other
 * members of its own have nothing to do.
 *
 * Source: Graham and Shipman, MPI Support for Multi-core Architectures: Optimized Shared Memory
 * Collectives (EuroPVM/MPI 2008), where data lie in the line that tells of them.
 *
 * Cost: one cell. */
#include "coll/large/large.h"
#include "coll/small/small.h"

ALWAYS_INLINE MPI_Count row_bytes(const struct coll_op *op)
{
    return data_bytes(&op->args->send) * op->seats;
}

ALWAYS_INLINE MPI_Count scatter_cell_bytes(const struct coll_op *op)
{
    if (!op_is_root(op))
        return NO_CELL;
    return likely(op->args->is_plain)
               ? row_bytes(op)
               : cell_bytes_of_packets(op->args, scatter_packet, op->peers);
}

/* Equal blocks: the root's own one is left out, but not its place. */
ALWAYS_INLINE void post_row(struct coll_op *op, bool fast)
{
    const struct coll_args *args = op->args;
    MPI_Count bytes = data_bytes(&args->send);
    unsigned char *payload = cell_open(op, op->seat);
    int rank;

    for (rank = 0; rank < op->peers; rank++) {
        struct data from = block_of(&args->send, args->send_blocks, rank);

        if (rank != op->seat)
            copy_few(payload + rank * bytes, from.buf, bytes);
    }
    cell_publish(op);
    op_wake_from(op, 0, fast);
}

ALWAYS_INLINE void scatter_post(struct coll_op *op, bool fast)
{
    const struct data *block = op_is_root(op) ? &op->args->send : &op->args->recv;

    if (!fast && op_is_root(op) && unlikely(!op->args->is_plain)) {
        cell_put_packets(op, scatter_packet, op->peers);
        cell_publish(op);
        op_wake_from(op, 0, false);
        return;
    }
    cell_expect(op, COLL_SCATTER, block->type, data_bytes(block) * op->seats, fast);
    if (op_is_root(op))
        post_row(op, fast);
}

/* The root's own block. */
ALWAYS_INLINE void copy_own(const struct coll_op *op, bool fast)
{
    const struct coll_args *args = op->args;
    struct data own;

    if (args->is_in_place || (!fast && !op_is_among_peers(op)))
        return;
    own = block_of(&args->send, args->send_blocks, op_rank(op));
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

COLL_SMALL(scatter, WAY_SCATTER_SMALL, false, 1, NULL);

int coll_scatter(const struct coll_args *args, struct request **request)
{
    return coll_enter(args, request, COLL_SCATTER, &scatter_small, COLL_FAST(scatter));
}
