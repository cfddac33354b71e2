/* SPDX-License-Identifier: MIT */
/* Scatter and Scatterv: the root shows its call, each member copies its own block out of the root's
 * buffer, all at the same time; the root waits for the last. Small blocks go with the root's card,
 * and it goes on at once. When it has been started, a receiver of a large one shows its call, so
 * that the root can copy for one that computes.
 *
 * On an intercommunicator the receivers are the group that the root does not belong to; the other
 * members of its own have nothing to do.
 *
 * Source: Ma, Bosilca, Bouteiller, Goglin, Squyres and Dongarra, Kernel Assisted Collective
 * Intra-Node MPI Communication among Multi-Core and Many-Core CPUs (ICPP 2011): who is not the root
 * copies, so that all copy at once. In one address space no kernel has to help.
 *
 * Cost: one copy of a block per member, n of them in parallel. */
#include "coll/agree.h"
#include "coll/share.h"

enum { ENTER, SHOWN, WAIT_FOR_READERS };

static struct data block_of(const struct coll_call *root_call, int rank)
{
    return coll_block(&root_call->send, &root_call->send_blocks, rank);
}

static struct data gift(const struct coll_call *root_call, int i, int *taker)
{
    *taker = i;
    return block_of(root_call, i);
}

static bool show(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    MPI_Count given = card_bytes_of_gifts(coll, gift, coll->peers);
    struct coll_card card;
    size_t bytes;

    if (!card_is_clear(turn, card_fits(given) ? given : 0))
        return false;
    bytes = card_of_gifts(&card, coll, gift, coll->peers);
    coll->is_packed = bytes > 0;
    turn_show(turn, &card, bytes > 0 ? bytes : card_of_call(&card, coll));
    return true;
}

static void copy_own_block(const struct coll *coll)
{
    struct data own;

    if (!coll_is_among_peers(coll) || coll->call->is_in_place)
        return;
    own = block_of(coll->call, coll_rank(coll));
    coll_copy(coll, coll_seat(coll), coll_seat(coll), &own, &coll->call->recv);
}

/* The share of a receiver that has shown its call, as the root has. */
static void copy_to(const struct coll *coll, int seat)
{
    const struct coll *reader = coll_of(coll, seat);
    struct data block = block_of(coll_of(coll, coll->root_seat)->call, coll_rank(reader));

    coll_copy(coll, coll->root_seat, seat, &block, &reader->call->recv);
    share_tell_root(coll, seat);
}

static bool root_step(struct coll *coll)
{
    if (coll->phase == ENTER) {
        if (!show(coll))
            return false;
        coll->phase = SHOWN;
    }
    if (coll->phase == SHOWN) {
        if (!coll->is_packed && coll->is_starting)
            return false;
        copy_own_block(coll);
        coll->phase = WAIT_FOR_READERS;
    }
    if (!coll->is_packed && share_readers(coll) > 0 && !share_have_all_read(coll, copy_to))
        return false;
    turn_end(&coll->turns[0]);
    return true;
}

/* Of a scatter that has been started a member shows its call when its block, or as many like it as
 * there are members, are too much for the root's card. */
static bool show_started(struct coll *coll, bool is_large)
{
    struct turn *turn = &coll->turns[0];
    struct coll_card card;

    if (coll->phase != ENTER ||
        (!is_large && card_fits(data_bytes(&coll->call->recv) * comm_size(coll->call->comm))))
        return true;
    if (!turn_is_clear(turn))
        return false;
    turn_show_to(turn, coll->root_seat, &card, card_of_call(&card, coll));
    coll->phase = SHOWN;
    return true;
}

/* Of the root's call; the root waits until all have read. */
static bool read_block(struct coll *coll, const struct coll_call *root_call)
{
    struct data block;

    if (!coll_visit(coll))
        return false;
    block = block_of(root_call, coll_rank(coll));
    coll_copy(coll, coll->root_seat, coll_seat(coll), &block, &coll->call->recv);
    coll_depart(coll);
    return share_tell_root(coll, coll_seat(coll));
}

static bool take_block(struct coll *coll, const struct coll_card *card)
{
    int root = coll->root_seat;

    if (card_is_packed(card))
        card_take_gift(coll, card, root, coll_rank(coll), &coll->call->recv);
    else if (card_has_payload(card))
        card_take_block(coll, card, root, &coll->call->recv);
    else if (coll_is_started(coll))
        return share_do(coll, copy_to, coll_seat(coll));
    else
        return read_block(coll, card->coll->call);
    return true;
}

/* A member that receives. */
static bool reader_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    int root = coll->root_seat;
    const struct coll_card *card = turn_see(turn, root);

    if (card != NULL && unlikely(!card_agrees(coll, card, root)))
        return false;
    if (coll_is_started(coll) && !show_started(coll, card != NULL && card->head.form == CARD_CALL))
        return false;
    if (card == NULL || !take_block(coll, card))
        return false;
    turn_end(turn);
    return true;
}

bool scatter_step(struct coll *coll)
{
    if (coll->root_seat == ROOT_NONE)
        return coll_stand_by(coll);
    return coll_is_root(coll) ? root_step(coll) : reader_step(coll);
}
