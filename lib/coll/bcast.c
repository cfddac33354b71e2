/* SPDX-License-Identifier: MIT */
/* Broadcast. A small message is on the root's card, and the root goes on at once: up to
 * BOARD_EPOCHS broadcasts ahead of its receivers. Of a larger one the card tells where it is; all
 * copy from there at the same time, and the root waits for the last.
 *
 * Cost: one card, or one copy of the message per member, n of them in parallel. */
#include "coll/coll.h"

enum { ENTER, WAIT_FOR_READERS };

static bool root_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    const struct data *data = &coll->call.send;
    bool is_small = data_bytes(data) <= CARD_INLINE_BYTES_MAX;
    struct coll_card card;

    if (coll->phase == ENTER) {
        if (!turn_is_clear(turn))
            return false;
        if (is_small || turn->board->seats == 1) {
            turn_show(turn, &card, card_of_bytes(&card, coll, is_small ? data : NULL));
            turn_end(turn);
            return true;
        }
        turn_show(turn, &card, card_of_buffer(&card, coll, data, NULL));
        coll->phase = WAIT_FOR_READERS;
    }
    if (turn_see(turn, turn_table(turn)) == NULL)
        return false;
    turn_end(turn);
    return true;
}

bool bcast_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    const struct coll_card *card;

    if (turn->seat == coll->call.root)
        return root_step(coll);
    card = turn_see(turn, coll->call.root);
    if (card == NULL)
        return false;
    card_take(card, &coll->call.send);
    if (card->form == CARD_BUFFER && turn_arrive(turn, turn->board->seats - 1))
        turn_announce_to(turn, coll->call.root);
    turn_end(turn);
    return true;
}
