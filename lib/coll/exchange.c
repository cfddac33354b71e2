/* SPDX-License-Identifier: MIT */
/* The frame of operations that go through everybody's buffers: a meeting at which all show their
 * calls; the shares of the work, all at the same time, with a meeting after each, which keeps the
 * buffers until all are done with them.
 *
 * A member that has little for others lets it go with its card. When all have done so, which all
 * see, nobody's buffers are needed after the first meeting, and there is no second one.
 *
 * When members outnumber processors and there is little to do, the last to arrive at the first
 * meeting does it for all and announces that it is done: each member is woken once.
 *
 * Cost: two meetings, three when there are two shares; or one. */
#include "coll/exchange.h"

#include "base/cpu.h"
#include "coll/meeting.h"
#include "coll/policy.h"

enum { ENTER, SHARE };

static const struct coll_card *card_at(const struct coll *coll, int seat)
{
    return turn_see(&coll->turns[coll->shown], seat);
}

int exchange_taker(const struct coll *coll, int seat, int number)
{
    const struct coll_card *card = card_at(coll, seat);
    int taker;

    if (card->head.form == CARD_PACKED)
        return (uint32_t)number < card->head.bytes ? card_gifts(card)[number].taker : MPI_UNDEFINED;
    if (number >= coll->exchange->gift_count(card->coll->call))
        return MPI_UNDEFINED;
    coll->exchange->gift(card->coll->call, number, &taker);
    return taker;
}

void exchange_take(const struct coll *coll, int seat, int number, const struct data *to)
{
    const struct coll_card *card = card_at(coll, seat);
    struct data from;
    int taker;

    if (card->head.form == CARD_CALL || seat == coll_seat(coll)) {
        const struct coll *giver = seat == coll_seat(coll) ? coll : card->coll;

        from = coll->exchange->gift(giver->call, number, &taker);
        coll_copy(coll, seat, coll_seat(coll), &from, to);
    } else if (card->head.form == CARD_PACKED) {
        card_take_gift(coll, card, seat, number, to);
    } else {
        card_take(coll, card, seat, to);
    }
}

/* May what members have for others go with their cards? When the last to arrive does the work for
 * all, nothing is gained. */
static bool has_gifts(const struct coll *coll)
{
    return coll->exchange->gift != NULL && !coll->is_crowded;
}

/* Is it the same thing for all? */
static bool has_one_gift(const struct coll *coll, struct data *only)
{
    int taker = TAKER_ANY, count = coll->exchange->gift_count(coll->call);

    if (count == 1)
        *only = coll->exchange->gift(coll->call, 0, &taker);
    return count == 1 && taker == TAKER_ANY;
}

MPI_Count exchange_bytes_of_gifts(const struct coll *coll)
{
    struct data only;

    return has_one_gift(coll, &only)
               ? data_bytes(&only)
               : card_bytes_of_gifts(coll, coll->exchange->gift,
                                     coll->exchange->gift_count(coll->call));
}

size_t exchange_card_of_gifts(struct coll_card *card, const struct coll *coll)
{
    struct data only;

    if (!has_one_gift(coll, &only))
        return card_of_gifts(card, coll, coll->exchange->gift,
                             coll->exchange->gift_count(coll->call));
    if (data_bytes(&only) > CARD_INLINE_BYTES_MAX &&
        (!card_fits(data_bytes(&only)) ||
         turn_slot(&coll->turns[0], (size_t)data_bytes(&only)) == NULL))
        return 0;
    return card_of_bytes(card, coll, &only);
}

/* The card that this member shows first. */
static size_t fill_card(struct coll *coll, struct coll_card *card)
{
    size_t bytes = has_gifts(coll) ? exchange_card_of_gifts(card, coll) : 0;

    return bytes > 0 ? bytes : card_of_call(card, coll);
}

/* All have shown their first cards: does any tell where its buffers are? */
static bool is_packed(const struct coll *coll)
{
    int seat;

    if (!has_gifts(coll))
        return false;
    for (seat = 0; seat < coll->turns[0].board->seats; seat++)
        if (card_at(coll, seat)->head.form == CARD_CALL)
            return false;
    return true;
}

/* What others have written a moment ago lies in caches of other cores: it comes at the same time,
 * not one line after another. */
static void fetch_calls(const struct coll *coll)
{
    int seats = coll->turns[0].board->seats, seat;

    for (seat = 0; seat < seats; seat++)
        __builtin_prefetch(coll_of(coll, seat));
    for (seat = 0; seat < seats; seat++) {
        const char *call = (const char *)coll_of(coll, seat)->call;
        size_t at;

        for (at = 0; at < sizeof *coll->call; at += CACHE_LINE)
            __builtin_prefetch(call + at);
    }
    for (seat = 0; seat < seats; seat++) {
        const struct coll_call *call = coll_of(coll, seat)->call;

        __builtin_prefetch(call->send.buf);
        cpu_prefetch_to_write(call->recv.buf);
    }
}

static void do_all(struct coll *coll)
{
    const struct exchange *exchange = coll->exchange;
    int i, seat;

    fetch_calls(coll);
    if (exchange->all != NULL && coll_is_among_peers(coll)) {
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

    if (!meeting_come(coll, turn, &card, fill_card(coll, &card)))
        return;
    is_done = coll_is_small_exchange(coll) && coll_visit(coll);
    if (is_done) {
        do_all(coll);
        coll_depart(coll);
    }
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
        if (!card_is_clear(turn, has_gifts(coll) ? SLOT_BYTES : 0))
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
        if (!coll_visit(coll))
            return false;
        coll->exchange->shares[coll->phase - SHARE](coll);
        coll_depart(coll);
        if (coll->phase == SHARE && is_packed(coll))
            return skip_rest(coll);
        turn_end_heard(turn);
        turn++;
        coll->phase++;
        /* The calls again: the cards of the turn before are not to be relied on from now on. */
        meeting_begin(coll, turn, &card, card_of_call(&card, coll));
    }
    return false;
}
