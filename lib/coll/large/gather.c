/* SPDX-License-Identifier: MIT */
/* Gather and Gatherv of large blocks. The root shows where its buffer is; a member with a large
 * block copies it there itself and then shows that it has, so that all such members copy at the
 * same time. In a started operation the member shows its call, so that the root can copy from a
 * member that computes.
 *
 * Source: Ma, Bosilca, Bouteiller, Goglin, Squyres and Dongarra, Kernel Assisted Collective
 * Intra-Node MPI Communication among Multi-Core and Many-Core CPUs (ICPP 2011): the members that
 * are not the root copy, all at once. In one address space no kernel has to help.
 *
 * Cost: one copy of a block per member, n of them in parallel. */
#include "coll/large/gather.h"

#include "coll/driver.h"
#include "coll/large/share.h"
#include "coll/policy.h"
#include "coll/verify/agree.h"

static struct data root_block(const struct coll_args *root, int rank)
{
    return coll_block(&root->recv, root->recv_blocks, rank);
}

/* The share of a member that has shown its call, as the root has. */
static void copy_from(const struct coll_op *op, int seat)
{
    const struct coll_op *source = op_of(op, seat);
    struct data block = root_block(op_of(op, op->root_seat)->args, op_rank(source));

    op_copy(op, seat, op->root_seat, &source->args->send, &block);
    share_show_done(op, seat);
    round_wake(&op->rounds[0], seat == op->seat ? op->root_seat : seat);
}

void gather_show_root(struct coll_op *op)
{
    struct round *round = &op->rounds[0];
    struct coll_cell cell;

    op->has_published = true;
    round_show(round, &cell, cell_of_call(&cell, op));
}

bool gather_has_copied(struct coll_op *op, int seat)
{
    if (cell_at(op, seat)->head.form != CELL_CALL)
        return true;
    return op->has_published && share_do(op, copy_from, seat);
}

static MPI_Count root_cell_bytes(const struct coll_op *op)
{
    (void)op;
    return 0;
}

const struct coll_algorithm gather_large_root = {.cell_bytes = root_cell_bytes,
                                                 .post = gather_show_root,
                                                 .complete = gather_root_complete,
                                                 .seqnos = 1};

static void member_post(struct coll_op *op)
{
    struct coll_cell cell;

    if (op_is_started(op))
        round_show_to(&op->rounds[0], op->root_seat, &cell, cell_of_call(&cell, op));
}

/* The root's cell has come. */
static bool copy_own(struct coll_op *op, const struct coll_cell *root_cell)
{
    struct coll_cell cell;
    struct data block;

    if (!op_pin(op))
        return false;
    block = root_block(root_cell->op->args, op_rank(op));
    op_copy(op, op->seat, op->root_seat, &op->args->send, &block);
    op_unpin(op);
    round_show_to(&op->rounds[0], op->root_seat, &cell, cell_of_nothing(&cell, op));
    return true;
}

static bool member_complete(struct coll_op *op)
{
    int root = op->root_seat;
    const struct coll_cell *cell = round_see(&op->rounds[0], root);

    if (cell == NULL || unlikely(!cell_agrees(op, cell, root)))
        return false;
    return op_is_started(op) ? share_do(op, copy_from, op->seat) : copy_own(op, cell);
}

const struct coll_algorithm gather_large_member = {.cell_bytes = root_cell_bytes,
                                                   .post = member_post,
                                                   .complete = member_complete,
                                                   .seqnos = 1};
