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
 * Of an operation that has been started all show their calls, and keep these cards until the end. A
 * member that waits does also the shares of those that compute, and comes to the next meeting for
 * them. Nothing goes with a card, unless its member has taken the straight way.
 *
 * Source: bulk-synchronous supersteps (Valiant, A Bridging Model for Parallel Computation, CACM 33,
 * 1990) on buffers that all can reach. Cost: two meetings, three when there are two shares; or
 * one. */
#include "coll/exchange.h"

#include "base/cpu.h"
#include "coll/meeting.h"
#include "coll/policy.h"
#include "coll/share.h"

enum { ENTER, SHARE, WORK = SHARE + 1 };

static const struct coll_card *card_at(const struct coll *coll, int seat)
{
    return turn_see(&coll->turns[coll->shown], seat);
}

int exchange_taker(const struct coll *coll, int seat, int number)
{
    const struct coll_card *card = card_at(coll, seat);
    int taker;

    if (card_is_packed(card))
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
    } else if (card_is_packed(card)) {
        card_take_gift(coll, card, seat, number, to);
    } else {
        card_take(coll, card, seat, to);
    }
}

/* May what members have for others go with their cards? When the last to arrive does the work for
 * all, nothing is gained. */
static bool has_gifts(const struct coll *coll)
{
    return coll->exchange->gift != NULL && !coll->is_crowded && !coll_is_started(coll);
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

    if (coll->exchange->gift == NULL || coll->is_crowded)
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

static bool has_all(const struct coll *coll)
{
    return coll->exchange->all != NULL && coll_is_among_peers(coll);
}

static bool may_do_all(const struct coll *coll)
{
    int seat;

    if (!coll_is_small_exchange(coll))
        return false;
    for (seat = 0; !has_all(coll) && seat < coll->turns[0].board->seats; seat++)
        if (!share_is_for(coll, seat))
            return false;
    return true;
}

static void do_all(struct coll *coll)
{
    const struct exchange *exchange = coll->exchange;
    int i, seat;

    fetch_calls(coll);
    if (has_all(coll)) {
        exchange->all(coll);
        return;
    }
    for (i = 0; i < 2 && exchange->shares[i] != NULL; i++)
        for (seat = 0; seat < coll->turns[0].board->seats; seat++)
            exchange->shares[i](coll_of(coll, seat), coll);
}

/* False: the card cannot be filled yet. */
static bool enter(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    struct coll_card card;
    bool is_done;

    if (!card_is_clear(turn, has_gifts(coll) ? SLOT_BYTES : 0))
        return false;
    if (coll->exchange->prepare != NULL && !coll->exchange->prepare(coll))
        coll->error = MPI_ERR_NO_MEM;
    coll->phase = SHARE;
    if (!meeting_come(coll, turn, &card, fill_card(coll, &card)))
        return true;
    is_done = may_do_all(coll) && coll_visit(coll);
    if (is_done) {
        do_all(coll);
        coll_depart(coll);
    }
    turn_announce(turn, &is_done, sizeof is_done);
    return true;
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

    if (coll->phase == ENTER && !enter(coll))
        return false;
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
        coll->exchange->shares[coll->phase - SHARE](coll, coll);
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

/* Operations that have been started. */

/* A member's share of that stage is done. */
static void tell_done(struct coll *coll, int seat, int stage)
{
    const struct turn *turn = &coll->turns[stage + 1];

    if (coll->is_crowded) {
        const uint32_t word = head_word(coll->call, &coll->head);

        if (turn_arrive_for(turn, turn->board->seats, word) == ARRIVAL_LAST)
            turn_announce(turn, NULL, 0);
        return;
    }
    share_lay_card(coll, turn, seat);
    turn_wake_all(turn);
}

/* Does the member's own share of that stage, and those that others have not begun with. */
static void work(struct coll *coll, int stage)
{
    int seats = coll->turns[0].board->seats, i;

    if (coll->is_packed) { /* it has gone the straight way at first, and shows no call */
        coll->is_packed = false;
        coll->exchange->shares[0](coll, coll);
        tell_done(coll, coll_seat(coll), 0);
    }
    for (i = 0; i < seats; i++) {
        int seat = (coll_seat(coll) + i) % seats;

        if (!share_take(coll, seat, stage))
            continue;
        coll->exchange->shares[stage](coll_of(coll, seat), coll);
        tell_done(coll, seat, stage);
        share_leave(coll);
    }
}

/* Are all shares of that stage done? */
static bool is_over(struct coll *coll, int stage)
{
    const struct turn *turn = &coll->turns[stage + 1];

    if (coll->is_crowded)
        return turn_see(turn, turn_table(turn)) != NULL;
    for (; coll->seen < turn->board->seats; coll->seen++)
        if (turn_see(turn, coll->seen) == NULL)
            return false;
    return true;
}

static bool work_is_over(struct coll *coll, int stage)
{
    if (is_over(coll, stage))
        return true;
    work(coll, stage);
    return is_over(coll, stage);
}

/* All have shown their calls, and nobody's share has been done yet. */
static bool begin_work(struct coll *coll)
{
    if (!meeting_is_over(coll, &coll->turns[0]))
        return false;
    coll->seen = 0;
    coll->phase = WORK;
    return true;
}

bool exchange_shared_step(struct coll *coll)
{
    if (coll->phase == ENTER && !enter(coll))
        return false;
    if (coll->phase == SHARE && !begin_work(coll))
        return false;
    if (is_done_for_all(coll))
        return skip_rest(coll);
    if (coll->is_packed && is_packed(coll)) {
        coll->exchange->shares[0](coll, coll);
        return skip_rest(coll);
    }
    if (coll->is_starting)
        return false;
    for (; coll->phase - WORK < coll->turn_count - 1; coll->phase++) {
        int stage = coll->phase - WORK;

        if (!turn_is_clear(&coll->turns[stage + 1]) || !work_is_over(coll, stage))
            return false;
        coll->seen = 0;
    }
    return skip_rest(coll);
}
