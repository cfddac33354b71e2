/* SPDX-License-Identifier: MIT */
/* Gather and Gatherv. A member with little to send shows it with its cell and goes on; the root
 * takes all cells. A member with much to send copies into the root's buffer, and the root's cell
 * says where that is (large/rooted.c). A root that expects only little shows that cell when it
 * has looked in vain once, and so does one whose operation may still move.
 *
 * On an intercommunicator the root gathers from the group it does not belong to; the other
 * members of its own have nothing to do.
 *
 * Source: Graham and Shipman, MPI Support for Multi-core Architectures: Optimized Shared Memory
 * Collectives (EuroPVM/MPI 2008), where data lie in the line that announces them.
 *
 * Cost at the root: n cells. */
#include "coll/large/large.h"
#include "coll/small/small.h"
#include "rank/observe/event.h"

ALWAYS_INLINE MPI_Count gather_cell_bytes(const struct coll_op *op)
{
    return op_is_root(op) ? 0 : data_bytes(&op->args->send);
}

ALWAYS_INLINE void gather_post(struct coll_op *op, bool fast)
{
    const struct data *data = &op->args->send;

    if (op_is_root(op)) {
        if (!fast && unlikely(!op->args->is_plain) && op->is_settled)
            gather_show_root(op);
        return;
    }
    cell_expect(op, COLL_GATHER, data->type, data_bytes(data), fast);
    cell_put(op, cell_open(op, op->seat), data, fast);
    cell_publish(op);
    op_wake(op, op->root_seat, fast);
}

/* The root's own block. */
ALWAYS_INLINE bool gather_own(const struct coll_op *op, const struct data *to, bool fast)
{
    if (op->args->is_in_place)
        return true;
    if (!fast && op->is_starting && !cell_fits(data_bytes(&op->args->send)))
        return false;
    cell_copy(op, &op->args->send, to, fast);
    return true;
}

/* The blocks are taken one after another, each in its place. A member's cell that does not hold
 * its block says that the member has copied it, or shows its call. */
ALWAYS_INLINE bool gather_collect(struct coll_op *op, bool fast)
{
    const struct coll_args *args = op->args;
    int i;

    for (i = fast ? 0 : op->progress.seen; i < op->peers; i++) {
        struct data to = coll_block(&args->recv, args->recv_blocks, i);
        int seat = op->first + i;

        if (!fast)
            op->progress.seen = i;
        if (seat == op->seat) {
            if (!gather_own(op, &to, fast))
                return false;
            continue;
        }
        cell_expect(op, COLL_GATHER, to.type, data_bytes(&to), fast);
        if (!cell_poll(op, seat, fast))
            return false;
        if (fast || likely(cell_form(cell_at(op, seat)) == CELL_INLINE))
            cell_take_payload(op, seat, &to, fast);
        else if (!gather_has_copied(op, seat))
            return false;
    }
    return true;
}

ALWAYS_INLINE bool gather_complete(struct coll_op *op, bool fast)
{
    return !op_is_root(op) || gather_collect(op, fast);
}

/* Members that have more to send than the root expects wait for its cell. */
static void gather_post_late(struct coll_op *op)
{
    if (op_is_root(op) && !op->has_published)
        gather_show_root(op);
}

COLL_OPERATION(gather, gather_cell_bytes, COLL_GATHER, WAY_GATHER_SMALL, false, 1, gather_post_late)
