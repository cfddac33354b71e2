/* SPDX-License-Identifier: MIT */
/* Broadcast. A small message goes with the root's card, and the root goes on at once, many
 * broadcasts ahead of its receivers. Of a larger one the card tells where it is; all
 * copy from there at the same time, and the root waits for the last.
 *
 * On an intercommunicator the receivers are the group that the root does not belong to; the other
 * members of its own have nothing to do.
 *
 * Cost: one card, or one copy of the message per member, n of them in parallel. */
#include "coll/card.h"

enum { ENTER, WAIT_FOR_READERS };

static int readers(const struct coll *coll)
{
    return coll->peers - coll_is_among_peers(coll);
}

static bool root_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    const struct data *data = &coll->call->send;
    bool is_small = card_fits(data_bytes(data));
    struct coll_card card;

    if (coll->phase == ENTER) {
        if (!card_is_clear(turn, is_small ? data_bytes(data) : 0))
            return false;
        if (is_small || readers(coll) == 0) {
            turn_show(turn, &card,
                      is_small ? card_of_bytes(&card, coll, data) : card_of_nothing(&card, coll));
            turn_end(turn);
            return true;
        }
        turn_show(turn, &card, card_of_buffer(&card, coll, data));
        coll->phase = WAIT_FOR_READERS;
    }
    if (turn_see(turn, turn_table(turn)) == NULL)
        return false;
    turn_end(turn);
    return true;
}

/* Nothing to do; but the epoch must not be left before it could be entered. */
static bool bystander_step(struct coll *coll)
{
    if (!turn_is_clear(&coll->turns[0]))
        return false;
    turn_end(&coll->turns[0]);
    return true;
}

bool bcast_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    int root = coll->root_seat;
    const struct coll_card *card;
    int readers_count;

    if (root == ROOT_NONE)
        return bystander_step(coll);
    if (turn->seat == root)
        return root_step(coll);
    card = turn_see(turn, root);
    if (card == NULL || unlikely(!card_agrees(coll, card, root)))
        return false;
    if (card->head.form == CARD_BUFFER && !coll_visit(coll))
        return false;
    card_take(coll, card, root, &coll->call->send);
    if (card->head.form == CARD_BUFFER)
        coll_depart(coll);
    readers_count = comm_size(coll->call->comm) - coll_is_among_peers(coll);
    if (card->head.form == CARD_BUFFER && turn_arrive(turn, readers_count))
        turn_announce_to(turn, root);
    turn_end(turn);
    return true;
}
