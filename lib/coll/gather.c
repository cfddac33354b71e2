/* SPDX-License-Identifier: MIT */
/* Gather and Gatherv. A member with little to send shows it with its card and goes on; one with
 * much waits for the root's card, copies into the root's buffer itself, and then shows that it has:
 * all such members copy at the same time. The root waits for all cards.
 *
 * On an intercommunicator the root gathers from the group it does not belong to; the other members
 * of its own have nothing to do.
 *
 * Cost at the root: n cards, and the copies of the small blocks. */
#include "coll/card.h"

enum { ENTER, COLLECT };

static struct data block_of(const struct coll_call *root_call, int rank)
{
    return coll_block(&root_call->recv, &root_call->recv_blocks, rank);
}

/* The root has its own block in place, or copies it. */
static void open(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    struct coll_card card;

    turn_show(turn, &card, card_of_call(&card, coll));
    if (coll_is_among_peers(coll) && !coll->call->is_in_place) {
        struct data own = block_of(coll->call, coll_rank(coll));

        coll_copy(coll, turn->seat, turn->seat, &coll->call->send, &own);
    }
}

static bool root_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];

    if (coll->phase == ENTER) {
        if (!turn_is_clear(turn))
            return false;
        open(coll);
        coll->phase = COLLECT;
    }
    for (; coll->seen < coll->peers; coll->seen++) {
        int seat = coll->first + coll->seen;
        const struct coll_card *shown = turn_see(turn, seat);

        if (shown == NULL || unlikely(!card_agrees(coll, shown, seat)))
            return false;
        if (card_has_payload(shown)) {
            struct data block = block_of(coll->call, coll->seen);

            card_take(coll, shown, seat, &block);
        }
    }
    turn_end(turn);
    return true;
}

bool gather_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    const struct data *data = &coll->call->send;
    int root = coll->root_seat;
    struct coll_card card;

    if (turn->seat == root)
        return root_step(coll);
    if (!card_is_clear(turn, card_fits(data_bytes(data)) ? data_bytes(data) : 0))
        return false;
    if (root != ROOT_NONE && card_fits(data_bytes(data))) {
        turn_show_to(turn, root, &card, card_of_bytes(&card, coll, data));
    } else if (root != ROOT_NONE) {
        const struct coll_card *root_card = turn_see(turn, root);
        struct data block;

        if (root_card == NULL || unlikely(!card_agrees(coll, root_card, root)) || !coll_visit(coll))
            return false;
        block = block_of(root_card->coll->call, coll_rank(coll));
        coll_copy(coll, turn->seat, root, data, &block);
        coll_depart(coll);
        turn_show_to(turn, root, &card, card_of_nothing(&card, coll));
    }
    turn_end(turn);
    return true;
}
