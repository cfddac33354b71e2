/* SPDX-License-Identifier: MIT */
#include "coll/share.h"

#include "coll/agree.h"

/* A member that waits too has begun with its share after so many looks. */
enum { LOOKS = 16 };

/* NULL: it shows no call, or nothing yet. */
static struct coll_card *card_of(const struct coll *coll, int seat)
{
    struct coll_card *card = (struct coll_card *)(uintptr_t)turn_see(&coll->turns[0], seat);

    return card != NULL && card->head.form == CARD_CALL ? card : NULL;
}

bool share_is_for(const struct coll *coll, int seat)
{
    const struct coll_call *call = coll->call;
    const struct coll_card *card = card_of(coll, seat);

    if (seat == coll_seat(coll) || !coll_is_reduction(call->kind))
        return true;
    if (card == NULL || card->element_bytes == NO_SHARE)
        return card != NULL;
    return call->op != NULL && card->element_bytes == coll_operand_type(call)->size;
}

static bool may_help(const struct coll *coll)
{
    return coll->is_crowded || coll->looks >= LOOKS ||
           mpsc_is_dozing(&coll->call->comm->self->inbox);
}

bool share_take(const struct coll *coll, int seat, int stage)
{
    const struct turn *turn = &coll->turns[0];
    bool is_own = seat == coll_seat(coll);

    if (coll->is_starting || (!is_own && !may_help(coll)) || card_of(coll, seat) == NULL ||
        !share_is_for(coll, seat) ||
        !board_may_claim(turn->board, seat, turn->epoch, stage) || !coll_visit(coll))
        return false;
    if (board_claim(turn->board, seat, turn->epoch, stage))
        return true;
    coll_depart(coll);
    return false;
}

void share_leave(const struct coll *coll)
{
    coll_depart(coll);
}

void share_put_back(const struct coll *coll, int seat, int stage)
{
    const struct turn *turn = &coll->turns[0];

    board_disclaim(turn->board, seat, turn->epoch, stage);
    coll_depart(coll);
    turn_wake(turn, seat);
    turn_wake_held_up(turn);
}

void share_lay_card(const struct coll *coll, const struct turn *turn, int seat)
{
    struct coll_card card;
    size_t bytes = card_of_nothing(&card, coll);

    if (seat == turn->seat)
        turn_lay(turn, &card, bytes);
    else
        turn_lay_for(turn, seat, &card, bytes);
}

void share_show_done(const struct coll *coll, int seat)
{
    store_seq_cst(&card_of(coll, seat)->is_done, true); /* edge share.done */
}

static bool is_done(const struct coll *coll, int seat)
{
    const struct coll_card *card = card_of(coll, seat);

    return card != NULL && load_acquire(&card->is_done); /* edge share.done */
}

bool share_do(const struct coll *coll, share_work *work, int seat)
{
    const struct coll_card *card = turn_see(&coll->turns[0], seat);

    if (is_done(coll, seat))
        return true;
    if (card == NULL || unlikely(!card_agrees(coll, card, seat)) || !share_take(coll, seat, 0))
        return false;
    work(coll, seat);
    share_leave(coll);
    return true;
}

/* Those of all peers but this member. */
static void do_for_peers(const struct coll *coll, share_work *work)
{
    int i;

    if (coll->is_starting || !may_help(coll))
        return;
    for (i = 0; i < coll->peers; i++)
        if (coll->first + i != coll_seat(coll))
            share_do(coll, work, coll->first + i);
}

int share_readers(const struct coll *coll)
{
    int members = coll_is_root(coll) ? coll->peers : comm_size(coll->call->comm);

    return members - coll_is_among_peers(coll);
}

bool share_tell_root(const struct coll *coll, int seat)
{
    const struct turn *turn = &coll->turns[0];
    const uint32_t word = head_word(coll->call, &coll->head);
    int readers = share_readers(coll);
    enum board_arrival arrival;

    if (seat == turn->seat) {
        arrival = turn_arrive(turn, readers, word);
    } else {
        share_show_done(coll, seat);
        turn_wake(turn, seat);
        arrival = turn_arrive_for(turn, readers, word);
    }
    if (unlikely(arrival == ARRIVAL_LAST_UNLIKE))
        card_blame(coll, turn);
    else if (arrival == ARRIVAL_LAST)
        turn_announce_to(turn, coll->root_seat);
    return arrival != ARRIVAL_LAST_UNLIKE;
}

static bool have_all_read(const struct turn *turn)
{
    return turn_see(turn, turn_table(turn)) != NULL;
}

bool share_have_all_read(const struct coll *coll, share_work *work)
{
    const struct turn *turn = &coll->turns[0];

    if (coll_is_started(coll) && !have_all_read(turn))
        do_for_peers(coll, work);
    return have_all_read(turn);
}
