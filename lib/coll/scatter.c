/* SPDX-License-Identifier: MIT */
/* Scatter and Scatterv: the root shows its call, each member copies its own block out of the root's
 * buffer, all at the same time; the root waits for the last. Small blocks go with the root's card,
 * and it goes on at once.
 *
 * On an intercommunicator the receivers are the group that the root does not belong to; the other
 * members of its own have nothing to do.
 *
 * Cost: one copy of a block per member, n of them in parallel. */
#include "coll/card.h"

enum { ENTER, WAIT_FOR_READERS };

static struct data block_of(const struct coll_call *root_call, int rank)
{
    return coll_block(&root_call->send, &root_call->send_blocks, rank);
}

static struct data gift(const struct coll_call *root_call, int i, int *taker)
{
    *taker = i;
    return block_of(root_call, i);
}

static bool root_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    int readers = coll->peers - coll_is_among_peers(coll);

    if (coll->phase == ENTER) {
        struct coll_card card;
        size_t bytes;

        bytes = (size_t)card_bytes_of_gifts(coll, gift, coll->peers);
        if (!(bytes <= SLOT_BYTES ? turn_is_slot_clear(turn, bytes) : turn_is_clear(turn)))
            return false;
        bytes = card_of_gifts(&card, coll, gift, coll->peers);
        coll->is_packed = bytes > 0;
        turn_show(turn, &card, bytes > 0 ? bytes : card_of_call(&card, coll));
        if (coll_is_among_peers(coll) && !coll->call->is_in_place) {
            struct data own = block_of(coll->call, coll_rank(coll));

            coll_copy(coll, turn->seat, turn->seat, &own, &coll->call->recv);
        }
        coll->phase = WAIT_FOR_READERS;
    }
    if (!coll->is_packed && readers > 0 && turn_see(turn, turn_table(turn)) == NULL)
        return false;
    turn_end(turn);
    return true;
}

/* A member that receives: the root has shown its call. */
static bool reader_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    int root = coll->root_seat;
    const struct coll_card *card = turn_see(turn, root);
    int readers = comm_size(coll->call->comm) - coll_is_among_peers(coll);
    struct data block;

    if (card == NULL || unlikely(!card_agrees(coll, card, root)))
        return false;
    if (card->head.form == CARD_PACKED) {
        card_take_gift(coll, card, root, coll_rank(coll), &coll->call->recv);
        turn_end(turn);
        return true;
    }
    if (card_has_payload(card)) {
        card_take_block(coll, card, root, &coll->call->recv);
        turn_end(turn);
        return true;
    }
    if (!coll_visit(coll))
        return false;
    block = block_of(card->coll->call, coll_rank(coll));
    coll_copy(coll, root, turn->seat, &block, &coll->call->recv);
    coll_depart(coll);
    if (turn_arrive(turn, readers))
        turn_announce_to(turn, root);
    turn_end(turn);
    return true;
}

bool scatter_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];

    if (turn->seat == coll->root_seat)
        return root_step(coll);
    if (coll->root_seat != ROOT_NONE)
        return reader_step(coll);
    if (!turn_is_clear(turn))
        return false;
    turn_end(turn);
    return true;
}
