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
    const struct coll_op *giver = op_of(op, seat);
    struct data block = root_block(op_of(op, op->root_seat)->args, op_rank(giver));

    op_copy(op, seat, op->root_seat, &giver->args->send, &block);
    share_show_done(op, seat);
    turn_wake(&op->turns[0], seat == op->seat ? op->root_seat : seat);
}

void gather_show_root(struct coll_op *op)
{
    struct turn *turn = &op->turns[0];
    struct coll_card card;

    op->has_shown = true;
    turn_show(turn, &card, card_of_call(&card, op));
}

bool gather_has_copied(struct coll_op *op, int seat)
{
    if (card_at(op, seat)->head.form != CARD_CALL)
        return true;
    return op->has_shown && share_do(op, copy_from, seat);
}

static MPI_Count root_card_bytes(const struct coll_op *op)
{
    (void)op;
    return 0;
}

const struct coll_algorithm gather_large_root = {.card_bytes = root_card_bytes,
                                                 .post = gather_show_root,
                                                 .complete = gather_root_complete,
                                                 .epochs = 1};

static void member_post(struct coll_op *op)
{
    struct coll_card card;

    if (op_is_started(op))
        turn_show_to(&op->turns[0], op->root_seat, &card, card_of_call(&card, op));
}

/* The root's card has come. */
static bool copy_own(struct coll_op *op, const struct coll_card *root_card)
{
    struct coll_card card;
    struct data block;

    if (!op_visit(op))
        return false;
    block = root_block(root_card->op->args, op_rank(op));
    op_copy(op, op->seat, op->root_seat, &op->args->send, &block);
    op_depart(op);
    turn_show_to(&op->turns[0], op->root_seat, &card, card_of_nothing(&card, op));
    return true;
}

static bool member_complete(struct coll_op *op)
{
    int root = op->root_seat;
    const struct coll_card *card = turn_see(&op->turns[0], root);

    if (card == NULL || unlikely(!card_agrees(op, card, root)))
        return false;
    return op_is_started(op) ? share_do(op, copy_from, op->seat) : copy_own(op, card);
}

const struct coll_algorithm gather_large_member = {.card_bytes = root_card_bytes,
                                                   .post = member_post,
                                                   .complete = member_complete,
                                                   .epochs = 1};
