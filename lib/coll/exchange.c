/* SPDX-License-Identifier: MIT */
/* The frame of operations that go through everybody's buffers: a meeting at which all show their
 * calls; the shares of the work, all at the same time, with a meeting after each, which keeps the
 * buffers until all are done with them.
 *
 * When members outnumber processors and there is little to do, the last to arrive at the first
 * meeting does it for all and announces that it is done: each member is woken once.
 *
 * Cost: two meetings, three when there are two shares; or one. */
#include "coll/exchange.h"

#include "coll/card.h"
#include "coll/policy.h"

enum { ENTER, SHARE };

static void do_all(struct coll *coll)
{
    const struct exchange *exchange = coll->exchange;
    int i, seat;

    if (exchange->all != NULL) {
        exchange->all(coll);
        return;
    }
    for (i = 0; i < 2 && exchange->shares[i] != NULL; i++)
        for (seat = 0; seat < coll->turns[0].board->seats; seat++)
            exchange->shares[i](coll_of(coll, seat));
}

static void enter(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    struct coll_card card;
    bool is_done;

    if (!meeting_come(coll, turn, &card, card_of_call(&card, coll)))
        return;
    is_done = coll_is_small_exchange(coll);
    if (is_done)
        do_all(coll);
    turn_announce(turn, &is_done, sizeof is_done);
}

static bool is_done_for_all(const struct coll *coll)
{
    const struct turn *turn = &coll->turns[0];
    const bool *is_done = turn_see(turn, turn_table(turn));

    return coll->is_crowded && *is_done;
}

static bool finish(struct coll *coll)
{
    if (coll->exchange->conclude != NULL)
        coll->exchange->conclude(coll);
    return true;
}

/* Turns that are not needed end like those that are: heard, for nobody has been in them. */
static bool skip_rest(struct coll *coll)
{
    int i;

    for (i = 0; i < coll->turn_count; i++)
        turn_end_heard(&coll->turns[i]);
    return finish(coll);
}

bool exchange_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[coll->phase > 0 ? coll->phase - SHARE : 0];
    struct coll_card card;

    if (coll->phase == ENTER) {
        if (!turn_is_clear(turn))
            return false;
        if (coll->exchange->prepare != NULL && !coll->exchange->prepare(coll))
            coll->error = MPI_ERR_NO_MEM;
        enter(coll);
        coll->phase = SHARE;
    }
    while (meeting_is_over(coll, turn)) {
        if (coll->phase == SHARE && is_done_for_all(coll))
            return skip_rest(coll);
        if (coll->phase - SHARE == coll->turn_count - 1) {
            turn_end_heard(turn);
            return finish(coll);
        }
        if (!turn_is_clear(turn + 1))
            return false;
        coll->shown = coll->phase - SHARE;
        coll->exchange->shares[coll->phase - SHARE](coll);
        turn_end_heard(turn);
        turn++;
        coll->phase++;
        /* The calls again: the cards of the turn before are not to be relied on from now on. */
        meeting_begin(coll, turn, &card, card_of_call(&card, coll));
    }
    return false;
}
