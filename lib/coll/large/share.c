/* SPDX-License-Identifier: MIT */
#include "coll/large/share.h"

#include "coll/verify/agree.h"

/* NULL: it shows no call, or nothing yet. */
static struct coll_card *card_of(const struct coll_op *op, int seat)
{
    struct coll_card *card = (struct coll_card *)(uintptr_t)turn_see(&op->turns[0], seat);

    return card != NULL && card->head.form == CARD_CALL ? card : NULL;
}

bool share_is_for(const struct coll_op *op, int seat)
{
    const struct coll_args *args = op->args;
    const struct coll_card *card = card_of(op, seat);

    if (seat == op->seat || !coll_is_reduction(args->kind))
        return true;
    if (card == NULL || card->element_bytes == NO_SHARE)
        return card != NULL;
    return args->op != NULL && card->element_bytes == args_operand_type(args)->size;
}

static bool may_help(const struct coll_op *op)
{
    return op_is_oversubscribed(op) || op->rounds >= ROUNDS_BEFORE_HELPING ||
           mpsc_is_dozing(&op->args->comm->self->inbox);
}

bool share_take(const struct coll_op *op, int seat, int stage)
{
    const struct turn *turn = &op->turns[0];
    bool is_own = seat == op->seat;

    if (op->is_starting || (!is_own && !may_help(op)) || card_of(op, seat) == NULL ||
        !share_is_for(op, seat) ||
        !board_may_claim(turn->board, seat, turn->epoch, stage) || !op_visit(op))
        return false;
    if (board_claim(turn->board, seat, turn->epoch, stage))
        return true;
    op_depart(op);
    return false;
}

void share_leave(const struct coll_op *op)
{
    op_depart(op);
}

void share_put_back(const struct coll_op *op, int seat, int stage)
{
    const struct turn *turn = &op->turns[0];

    board_disclaim(turn->board, seat, turn->epoch, stage);
    op_depart(op);
    turn_wake(turn, seat);
    turn_wake_held_up(turn);
}

void share_lay_card(const struct coll_op *op, const struct turn *turn, int seat)
{
    struct coll_card card;
    size_t bytes = card_of_nothing(&card, op);

    if (seat == turn->seat)
        turn_lay(turn, &card, bytes);
    else
        turn_lay_for(turn, seat, &card, bytes);
}

void share_show_done(const struct coll_op *op, int seat)
{
    store_seq_cst(&card_of(op, seat)->is_done, true); /* edge share.done */
}

static bool is_done(const struct coll_op *op, int seat)
{
    const struct coll_card *card = card_of(op, seat);

    return card != NULL && load_acquire(&card->is_done); /* edge share.done */
}

bool share_do(const struct coll_op *op, share_work *work, int seat)
{
    const struct coll_card *card = turn_see(&op->turns[0], seat);

    if (is_done(op, seat))
        return true;
    if (card == NULL || unlikely(!card_agrees(op, card, seat)) || !share_take(op, seat, 0))
        return false;
    work(op, seat);
    share_leave(op);
    return true;
}

/* Those of all peers but this member. */
static void do_for_peers(const struct coll_op *op, share_work *work)
{
    int i;

    if (op->is_starting || !may_help(op))
        return;
    for (i = 0; i < op->peers; i++)
        if (op->first + i != op->seat)
            share_do(op, work, op->first + i);
}

int share_readers(const struct coll_op *op)
{
    int members = op_is_root(op) ? op->peers : comm_size(op->args->comm);

    return members - op_is_among_peers(op);
}

bool share_tell_root(const struct coll_op *op, int seat)
{
    const struct turn *turn = &op->turns[0];
    const uint32_t word = head_word(op->args, &op->head);
    int readers = share_readers(op);
    enum board_arrival arrival;

    if (seat == turn->seat) {
        arrival = turn_arrive(turn, readers, word);
    } else {
        share_show_done(op, seat);
        turn_wake(turn, seat);
        arrival = turn_arrive_for(turn, readers, word);
    }
    if (unlikely(arrival == ARRIVAL_LAST_UNLIKE))
        card_blame(op, turn);
    else if (arrival == ARRIVAL_LAST)
        turn_announce_to(turn, op->root_seat);
    return arrival != ARRIVAL_LAST_UNLIKE;
}

static bool have_all_read(const struct turn *turn)
{
    return turn_see(turn, turn_table(turn)) != NULL;
}

bool share_have_all_read(const struct coll_op *op, share_work *work)
{
    const struct turn *turn = &op->turns[0];

    if (op_is_started(op) && !have_all_read(turn))
        do_for_peers(op, work);
    return have_all_read(turn);
}
