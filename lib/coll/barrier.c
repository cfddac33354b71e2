/* SPDX-License-Identifier: MIT */
/* Barrier: a meeting with nothing to show.
 *
 * Source: meeting.h. Cost: one line per pair of members, or 2 n counter and announcement lines when
 * members outnumber processors. */
#include "coll/meeting.h"

enum { ENTER, MEET };

bool barrier_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    struct coll_card card;

    if (coll->phase == ENTER) {
        if (!turn_is_clear(turn))
            return false;
        meeting_begin(coll, turn, &card, card_of_nothing(&card, coll));
        coll->phase = MEET;
    }
    if (!meeting_is_over(coll, turn))
        return false;
    turn_end_heard(turn);
    return true;
}
