/* SPDX-License-Identifier: MIT */
#include "coll/large/share.h"

#include "coll/verify/agree.h"

bool share_is_for(const struct coll_op *op, int seat)
{
    const struct coll_args *args = op->args;
    const struct coll_cell *cell = cell_see(op, seat);

    if (cell == NULL || cell->head.form != CELL_CALL)
        return false;
    if (seat == op->seat || !coll_is_reduction(args->kind) || cell->element_bytes == NO_SHARE)
        return true;
    return args->op != NULL && cell->element_bytes == args_operand_type(args)->size;
}

bool share_may_help(const struct coll_op *op)
{
    return (op_is_oversubscribed(op) && op_is_started(op)) ||
           op->drive.fruitless_polls >= ROUNDS_BEFORE_HELPING ||
           mpsc_is_dozing(&op->args->comm->self->inbox);
}

bool share_take(const struct coll_op *op, int seat, int stage)
{
    bool is_own = seat == op->seat;

    if (op->is_starting || (!is_own && !share_may_help(op)) || !share_is_for(op, seat) ||
        !board_may_claim(op->board, seat, op->seqno, stage) || !op_pin(op))
        return false;
    if (board_claim(op->board, seat, op->seqno, stage))
        return true;
    op_unpin(op);
    return false;
}

void share_put_back(const struct coll_op *op, int seat, int stage)
{
    board_disclaim(op->board, seat, op->seqno, stage);
    op_unpin(op);
    op_wake(op, seat, false);
    if (board_holds_up(op->board))
        op_wake_from(op, 0, false);
}

bool share_do(const struct coll_op *op, share_work *work, int seat)
{
    if (cell_has(op, seat, 1))
        return true;
    if (cell_hear(op, seat) == NULL || !share_take(op, seat, 0))
        return false;
    work(op, seat);
    op_unpin(op);
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

static bool tell_root(const struct coll_op *op, uint64_t arrivals)
{
    const uint32_t word = head_word(op->args, &op->head);
    const enum board_arrival arrival =
        board_arrive_together(op->board, op->seqno, share_readers(op), word, arrivals);

    if (unlikely(arrival == ARRIVAL_LAST_UNLIKE))
        cell_audit_cells(op, op->seats);
    if (arrival == ARRIVAL_LAST) {
        cell_publish_table(op);
        op_wake(op, op->root_seat, false);
    }
    return arrival != ARRIVAL_LAST_UNLIKE;
}

uint64_t share_arrival(const struct coll_op *op)
{
    return board_arrival_word(head_word(op->args, &op->head),
                              board_own_lag(op->board, op->seat, op->seqno) != 0);
}

bool share_tell_root(const struct coll_op *op, int seat)
{
    if (seat == op->seat)
        return tell_root(op, share_arrival(op));
    cell_step(op, seat, 1);
    op_wake(op, seat, false);
    return tell_root(op, board_arrival_word(head_word(op->args, &op->head), true));
}

bool share_tell_root_together(const struct coll_op *op, uint64_t arrivals)
{
    return tell_root(op, share_arrival(op) + arrivals);
}

bool share_have_all_read(const struct coll_op *op, share_work *work)
{
    if (op_is_started(op) && cell_see(op, op->seats) == NULL)
        do_for_peers(op, work);
    return cell_see(op, op->seats) != NULL;
}
