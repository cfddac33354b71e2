/* SPDX-License-Identifier: MIT */
/* Gather and Gatherv. A member with little to send lays it on its card and goes on; one with much
 * waits for the root's card, copies into the root's buffer itself, and then shows that it has: all
 * such members copy at the same time. The root waits for all cards.
 *
 * Cost at the root: n cards, and the copies of the small blocks. */
#include "coll/coll.h"

enum { ENTER, COLLECT };

static struct data block_of(const struct coll_call *root_call, int member)
{
    return coll_block(&root_call->recv, root_call->counts, root_call->displacements, member);
}

static bool root_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    const struct coll_call *call = &coll->call;
    struct coll_card card;

    if (coll->phase == ENTER) {
        struct data own = block_of(call, turn->seat);

        if (!turn_is_clear(turn))
            return false;
        turn_show(turn, &card, card_of_call(&card, coll));
        if (!call->is_in_place)
            data_copy(&call->send, &own);
        coll->phase = COLLECT;
    }
    for (; coll->seen < turn->board->seats; coll->seen++) {
        const struct coll_card *shown = turn_see(turn, coll->seen);
        struct data block;

        if (shown == NULL)
            return false;
        block = block_of(call, coll->seen);
        if (shown->form == CARD_INLINE)
            card_take(shown, &block);
    }
    turn_end(turn);
    return true;
}

bool gather_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    const struct data *data = &coll->call.send;
    const struct coll_card *root_card;
    struct coll_card card;

    if (turn->seat == coll->call.root)
        return root_step(coll);
    if (!turn_is_clear(turn))
        return false;
    if (data_bytes(data) <= CARD_INLINE_BYTES_MAX) {
        turn_show_to(turn, coll->call.root, &card, card_of_bytes(&card, coll, data));
    } else {
        struct data block;

        root_card = turn_see(turn, coll->call.root);
        if (root_card == NULL)
            return false;
        block = block_of(&root_card->coll->call, turn->seat);
        data_copy(data, &block);
        turn_show_to(turn, coll->call.root, &card, card_of_bytes(&card, coll, NULL));
    }
    turn_end(turn);
    return true;
}
