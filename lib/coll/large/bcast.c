/* SPDX-License-Identifier: MIT */
/* Broadcast of a large message: the root's cell tells where it is, all receivers copy from there
 * at the same time, and the root waits for the last of them. In a started operation a receiver's
 * cell tells where it wants the message, so that the root can copy for a receiver that computes.
 *
 * Source: the direct copies of Li, Hoefler and Snir, NUMA-Aware Shared-Memory Collective
 * Communication for MPI (HPDC 2013), without their trees.
 *
 * Cost: one copy of the message per member, n of them in parallel. */
#include "coll/driver.h"
#include "coll/large/share.h"
#include "coll/policy.h"
#include "coll/verify/agree.h"

/* The share of a receiver that has shown its call: the root has shown where the message is. */
static void copy_to(const struct coll_op *op, int seat)
{
    const struct coll_cell *cell = round_see(&op->rounds[0], op->root_seat);

    op_copy(op, op->root_seat, seat, &cell->data, &op_of(op, seat)->args->send);
    share_tell_root(op, seat);
}

static MPI_Count cell_bytes_of(const struct coll_op *op)
{
    return op_is_root(op) || op_is_started(op) ? 0 : NO_CELL;
}

static void post(struct coll_op *op)
{
    struct round *round = &op->rounds[0];
    struct coll_cell cell;

    if (!op_is_root(op) && op_is_started(op))
        round_show_to(round, op->root_seat, &cell, cell_of_call(&cell, op));
    else if (op_is_root(op))
        round_show(round, &cell,
                  share_readers(op) > 0 ? cell_of_buffer(&cell, op, &op->args->send)
                                        : cell_of_nothing(&cell, op));
}

/* The root's cell, which tells where the message is, has come. */
static bool copy_own(struct coll_op *op, const struct coll_cell *cell)
{
    if (op_is_started(op))
        return share_do(op, copy_to, op->seat);
    if (!op_pin(op))
        return false;
    cell_take(op, cell, op->root_seat, &op->args->send);
    op_unpin(op);
    return share_tell_root(op, op->seat);
}

static bool complete(struct coll_op *op)
{
    int root = op->root_seat;
    const struct coll_cell *cell = round_see(&op->rounds[0], root);

    if (op_is_root(op))
        return share_readers(op) == 0 || share_have_all_read(op, copy_to);
    if (cell == NULL || unlikely(!cell_agrees(op, cell, root)))
        return false;
    if (likely(cell->head.form == CELL_BUFFER))
        return copy_own(op, cell);
    cell_take(op, cell, root, &op->args->send); /* a root that sends less, which is reported */
    return true;
}

const struct coll_algorithm bcast_large = {
    .cell_bytes = cell_bytes_of, .post = post, .complete = complete, .seqnos = 1};
