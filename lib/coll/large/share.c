/* SPDX-License-Identifier: MIT */
#include "coll/large/share.h"

#include "coll/verify/agree.h"

/* NULL: it shows no call, or nothing yet. */
static struct coll_cell *cell_of(const struct coll_op *op, int seat)
{
    struct coll_cell *cell = (struct coll_cell *)(uintptr_t)round_see(&op->rounds[0], seat);

    return cell != NULL && cell->head.form == CELL_CALL ? cell : NULL;
}

bool share_is_for(const struct coll_op *op, int seat)
{
    const struct coll_args *args = op->args;
    const struct coll_cell *cell = cell_of(op, seat);

    if (seat == op->seat || !coll_is_reduction(args->kind))
        return true;
    if (cell == NULL || cell->element_bytes == NO_SHARE)
        return cell != NULL;
    return args->op != NULL && cell->element_bytes == args_operand_type(args)->size;
}

bool share_may_help(const struct coll_op *op)
{
    return (op_is_oversubscribed(op) && op_is_started(op)) ||
           op->fruitless_polls >= ROUNDS_BEFORE_HELPING ||
           mpsc_is_dozing(&op->args->comm->self->inbox);
}

bool share_take(const struct coll_op *op, int seat, int stage)
{
    const struct round *round = &op->rounds[0];
    bool is_own = seat == op->seat;

    if (op->is_starting || (!is_own && !share_may_help(op)) || cell_of(op, seat) == NULL ||
        !share_is_for(op, seat) ||
        !board_may_claim(round->board, seat, round->seqno, stage) || !op_pin(op))
        return false;
    if (board_claim(round->board, seat, round->seqno, stage))
        return true;
    op_unpin(op);
    return false;
}

void share_leave(const struct coll_op *op)
{
    op_unpin(op);
}

void share_put_back(const struct coll_op *op, int seat, int stage)
{
    const struct round *round = &op->rounds[0];

    board_disclaim(round->board, seat, round->seqno, stage);
    op_unpin(op);
    round_wake(round, seat);
    round_wake_held_up(round);
}

void share_lay_cell(const struct coll_op *op, const struct round *round, int seat)
{
    if (seat == round->seat)
        round_lay(round, &op->head, sizeof op->head);
    else
        round_lay_for(round, seat, &op->head, sizeof op->head);
}

void share_show_done(const struct coll_op *op, int seat)
{
    store_seq_cst(&cell_of(op, seat)->is_done, true); /* edge share.done */
}

static bool is_done(const struct coll_op *op, int seat)
{
    const struct coll_cell *cell = cell_of(op, seat);

    return cell != NULL && load_acquire(&cell->is_done); /* edge share.done */
}

bool share_do(const struct coll_op *op, share_work *work, int seat)
{
    const struct coll_cell *cell = round_see(&op->rounds[0], seat);

    if (is_done(op, seat))
        return true;
    if (cell == NULL || unlikely(!cell_agrees(op, cell, seat)) || !share_take(op, seat, 0))
        return false;
    work(op, seat);
    share_leave(op);
    return true;
}

/* Does the shares of all peers but this member. */
static void do_for_peers(const struct coll_op *op, share_work *work)
{
    int i;

    if (op->is_starting || !share_may_help(op))
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
    const struct round *round = &op->rounds[0];
    const uint32_t word = head_word(op->args, &op->head);
    int readers = share_readers(op);
    enum board_arrival arrival;

    if (seat == round->seat) {
        arrival = round_arrive(round, readers, word);
    } else {
        share_show_done(op, seat);
        round_wake(round, seat);
        arrival = round_arrive_for(round, readers, word);
    }
    if (unlikely(arrival == ARRIVAL_LAST_UNLIKE))
        cell_report_other_call(op);
    else if (arrival == ARRIVAL_LAST)
        round_announce_to(round, op->root_seat);
    return arrival != ARRIVAL_LAST_UNLIKE;
}

static bool have_all_read(const struct round *round)
{
    return round_see(round, round_table(round)) != NULL;
}

bool share_have_all_read(const struct coll_op *op, share_work *work)
{
    const struct round *round = &op->rounds[0];

    if (op_is_started(op) && !have_all_read(round))
        do_for_peers(op, work);
    return have_all_read(round);
}
