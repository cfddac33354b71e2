/* SPDX-License-Identifier: MIT */
/* Scatter and Scatterv: the root shows its call, each member copies its own block out of the root's
 * buffer, all at the same time; the root waits for the last.
 *
 * Cost: one copy of a block per member, n of them in parallel. */
#include "coll/coll.h"

enum { ENTER, WAIT_FOR_READERS };

static struct data block_of(const struct coll_call *root_call, int member)
{
    return coll_block(&root_call->send, root_call->counts, root_call->displacements, member);
}

static bool root_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    struct coll_card card;

    if (coll->phase == ENTER) {
        if (!turn_is_clear(turn))
            return false;
        turn_show(turn, &card, card_of_call(&card, coll));
        if (!coll->call.is_in_place) {
            struct data own = block_of(&coll->call, turn->seat);

            data_copy(&own, &coll->call.recv);
        }
        coll->phase = WAIT_FOR_READERS;
    }
    if (turn->board->seats > 1 && turn_see(turn, turn_table(turn)) == NULL)
        return false;
    turn_end(turn);
    return true;
}

bool scatter_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    const struct coll_card *root_card;
    struct data block;

    if (turn->seat == coll->call.root)
        return root_step(coll);
    root_card = turn_see(turn, coll->call.root);
    if (root_card == NULL)
        return false;
    block = block_of(&root_card->coll->call, turn->seat);
    data_copy(&block, &coll->call.recv);
    if (turn_arrive(turn, turn->board->seats - 1))
        turn_announce_to(turn, coll->call.root);
    turn_end(turn);
    return true;
}
