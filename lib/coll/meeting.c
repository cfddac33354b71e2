/* SPDX-License-Identifier: MIT */
/* The meeting of all members of a communicator, each with its card.
 *
 * While every member can have a processor, each looks at all cards: one cache line moves per pair,
 * n lines read per member. When members outnumber processors each arrives at a counter, and the
 * last one tells all: nobody is woken before there is a reason. */
#include "coll/coll.h"
#include "coll/policy.h"

void meeting_begin(struct coll *coll, struct turn *turn, const struct coll_card *card,
                   size_t bytes)
{
    coll->seen = 0;
    if (!coll_is_crowded(coll->call.comm)) {
        turn_show(turn, card, bytes);
        return;
    }
    turn_lay(turn, card, bytes);
    if (turn_arrive(turn, turn->board->seats))
        turn_announce(turn, NULL, 0);
}

bool meeting_is_over(struct coll *coll, const struct turn *turn)
{
    if (coll_is_crowded(coll->call.comm))
        return turn_see(turn, turn_table(turn)) != NULL;
    return turn_see_all(turn, &coll->seen);
}
