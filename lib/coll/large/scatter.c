/* SPDX-License-Identifier: MIT */
/* Scatter and Scatterv of large blocks: the root shows its call, each member copies its own block
 * out of the root's buffer, all at the same time, and the root waits for the last. In a started
 * operation a receiver shows its call, so that the root can copy for a receiver that computes.
 *
 * Source: Ma, Bosilca, Bouteiller, Goglin, Squyres and Dongarra, Kernel Assisted Collective
 * Intra-Node MPI Communication among Multi-Core and Many-Core CPUs (ICPP 2011): the members that
 * are not the root copy, all at once. In one address space no kernel has to help.
 *
 * Cost: one copy of a block per member, n of them in parallel. */
#include "coll/large/scatter.h"

#include "coll/driver.h"
#include "coll/large/share.h"
#include "coll/policy.h"
#include "coll/verify/agree.h"

enum { OWN_BLOCK, WAIT_FOR_READERS };

struct data scatter_packet(const struct coll_args *root, int i, int *dest)
{
    *dest = i;
    return coll_block(&root->send, root->send_blocks, i);
}

static struct data root_block(const struct coll_args *root, int rank)
{
    return coll_block(&root->send, root->send_blocks, rank);
}

/* The share of a receiver that has shown its call, as the root has. */
static void copy_to(const struct coll_op *op, int seat)
{
    const struct coll_op *reader = op_of(op, seat);
    struct data block = root_block(op_of(op, op->root_seat)->args, op_rank(reader));

    op_copy(op, op->root_seat, seat, &block, &reader->args->recv);
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

    if (op_is_root(op))
        round_show(round, &cell, cell_of_call(&cell, op));
    else if (op_is_started(op))
        round_show_to(round, op->root_seat, &cell, cell_of_call(&cell, op));
}

static bool complete_root(struct coll_op *op)
{
    struct data own;

    if (op->phase == OWN_BLOCK) {
        if (op->is_starting)
            return false;
        if (op_is_among_peers(op) && !op->args->is_in_place) {
            own = root_block(op->args, op_rank(op));
            cell_copy_own(op, &own, &op->args->recv);
        }
        op->phase = WAIT_FOR_READERS;
    }
    return share_readers(op) == 0 || share_have_all_read(op, copy_to);
}

/* Copies the block of the root's call; the root waits until all have. */
static bool read_block(struct coll_op *op, const struct coll_args *root)
{
    struct data block;

    if (!op_pin(op))
        return false;
    block = root_block(root, op_rank(op));
    op_copy(op, op->root_seat, op->seat, &block, &op->args->recv);
    op_unpin(op);
    return share_tell_root(op, op->seat);
}

static bool complete(struct coll_op *op)
{
    int root = op->root_seat;
    const struct coll_cell *cell = round_see(&op->rounds[0], root);

    if (op_is_root(op))
        return complete_root(op);
    if (cell == NULL || unlikely(!cell_agrees(op, cell, root)))
        return false;
    if (likely(cell->head.form == CELL_CALL))
        return op_is_started(op) ? share_do(op, copy_to, op->seat)
                                 : read_block(op, cell->op->args);
    /* Blocks are shorter than this member's own makes believe. */
    if (cell_form(cell) == CELL_PACKED)
        cell_take_packet(op, cell, root, op_rank(op), &op->args->recv);
    else
        cell_take_block(op, cell, root, &op->args->recv);
    return true;
}

const struct coll_algorithm scatter_large = {
    .cell_bytes = cell_bytes_of, .post = post, .complete = complete, .seqnos = 1};
