/* SPDX-License-Identifier: MIT */
/* The frame of operations that go through everybody's buffers: a meeting at which all show their
 * calls, then the shares of the work in one stage or two, all at the same time. A stage ends for a
 * member when everybody's share of it is done, which keeps the buffers until all are done with
 * them. Members keep the cells that show their calls until the end.
 *
 * A member that has little for others lets it go with its cell. When all have done so, which all
 * see, no other's buffers are needed after the meeting, and the operation is over.
 *
 * When members outnumber processors and there is little to do, the last to arrive at the meeting
 * does it for all and announces that it is done: each member is woken once.
 *
 * A member that waits does also the shares of those that compute (share.h), and reports that these
 * are done. Of an operation that has been started all show their calls, so that this is possible;
 * nothing goes with a cell, unless its member has begun with the small algorithm.
 *
 * Source: bulk-synchronous supersteps (Valiant, A Bridging Model for Parallel Computation, CACM
 * 33, 1990) on buffers that all can reach. Cost: a meeting, and one more for each stage; or one. */
#include "coll/large/exchange.h"

#include "coll/large/share.h"
#include "coll/meeting.h"
#include "coll/policy.h"

enum { MEET, WORK };

int exchange_dest(const struct coll_op *op, int seat, int number)
{
    const struct coll_cell *cell = cell_at(op, seat);
    int dest;

    if (cell_form(cell) == CELL_PACKED)
        return (uint32_t)number < cell->head.bytes ? cell_packets(cell)[number].dest
                                                   : MPI_UNDEFINED;
    if (number >= args_targets(cell->op->args))
        return MPI_UNDEFINED;
    exchange_of(op)->packet(cell->op->args, number, &dest);
    return dest;
}

void exchange_take(const struct coll_op *op, int seat, int number, const struct data *to)
{
    const struct coll_cell *cell = cell_at(op, seat);
    struct data from;
    int dest;

    if (cell->head.form == CELL_CALL || seat == op->seat) {
        const struct coll_op *source = seat == op->seat ? op : cell->op;

        from = exchange_of(op)->packet(source->args, number, &dest);
        op_copy(op, seat, op->seat, &from, to);
    } else if (cell_form(cell) == CELL_PACKED) {
        cell_take_packet(op, cell, seat, number, to);
    } else {
        cell_take(op, cell, seat, to);
    }
}

/* May what members have for others go with their cells? When the last to arrive does the work for
 * all, nothing is gained. */
static bool has_packets(const struct coll_op *op)
{
    return exchange_of(op)->packet != NULL && !op_is_oversubscribed(op) && !op_is_started(op);
}

/* Is it the same thing for all? */
static bool has_one_packet(const struct coll_op *op, struct data *only)
{
    int any;

    if (op->args->kind != COLL_ALLGATHER && op->args->kind != COLL_NEIGHBOR_ALLGATHER)
        return false;
    *only = exchange_of(op)->packet(op->args, 0, &any);
    return true;
}

MPI_Count exchange_bytes_of_packets(const struct coll_op *op)
{
    struct data only;

    return has_one_packet(op, &only)
               ? data_bytes(&only)
               : cell_bytes_of_packets(op->args, exchange_of(op)->packet, args_targets(op->args));
}

bool exchange_put_packets(struct coll_op *op)
{
    struct data only;

    return has_one_packet(op, &only) ? cell_put_bytes(op, &only)
                                     : cell_put_packets(op, exchange_of(op)->packet,
                                                        args_targets(op->args));
}

/* All have shown their cells: does none say where its buffers are? */
static bool are_all_packed(const struct coll_op *op)
{
    int seat;

    for (seat = 0; seat < op->seats; seat++)
        if (cell_at(op, seat)->head.form == CELL_CALL)
            return false;
    return true;
}

static bool has_stage(const struct coll_op *op, int stage)
{
    return stage < EXCHANGE_STAGES_MAX && exchange_of(op)->shares[stage] != NULL;
}

static bool has_all(const struct coll_op *op)
{
    return exchange_of(op)->all != NULL && op_is_among_peers(op);
}

static bool may_do_all(const struct coll_op *op)
{
    int seat;

    if (!coll_is_small_exchange(op))
        return false;
    for (seat = 0; !has_all(op) && seat < op->seats; seat++)
        if (!share_is_for(op, seat))
            return false;
    return true;
}

static void do_all(struct coll_op *op)
{
    const struct exchange *exchange = exchange_of(op);
    int i, seat;

    if (has_all(op)) {
        exchange->all(op);
        return;
    }
    for (i = 0; has_stage(op, i); i++)
        for (seat = 0; seat < op->seats; seat++)
            exchange->shares[i](op_of(op, seat), op);
}

MPI_Count exchange_cell_bytes(const struct coll_op *op)
{
    return has_packets(op) ? SLOT_BYTES : 0;
}

void exchange_post(struct coll_op *op)
{
    struct coll_cell *table;

    if (exchange_of(op)->prepare != NULL && !exchange_of(op)->prepare(op))
        op->drive.error = MPI_ERR_NO_MEM;
    op->progress.is_packed = has_packets(op) && exchange_put_packets(op);
    if (!op->progress.is_packed)
        cell_put_call(op);
    if (!meeting_enter(op, op->args->kind, false))
        return;
    table = cell_begin(op, op->seats);
    if (may_do_all(op) && op_pin(op)) {
        do_all(op);
        op_unpin(op);
        store_relaxed(&table->head.steps, EXCHANGE_STAGES_MAX);
    }
    meeting_close(op, false);
}

static bool finish_exchange(struct coll_op *op)
{
    if (exchange_of(op)->conclude != NULL)
        exchange_of(op)->conclude(op);
    return true;
}

/* ---- the shares ------------------------------------------------------------------------------ */

/* A member's share of that stage is done. */
static void end_share(const struct coll_op *op, int seat, int stage)
{
    const unsigned steps = (unsigned)stage + 1;

    if (op_is_oversubscribed(op)) {
        if (!meeting_arrive_again(op, seat, steps))
            return;
        seat = op->seats;
    }
    cell_step(op, seat, steps);
    op_wake_from(op, 0, false);
}

/* The share of a member whose cell holds what it has for others, and so shows no call. */
static bool do_packed(struct coll_op *op)
{
    if (!op_pin(op))
        return false;
    exchange_of(op)->shares[0](op, op);
    op_unpin(op);
    op->progress.is_packed = false;
    return true;
}

/* Does the member's own share of that stage, and those that others have not begun with. */
static void work(struct coll_op *op, int stage)
{
    int seats = op->seats, i;

    if (op->progress.is_packed && do_packed(op))
        end_share(op, op->seat, 0);
    for (i = 0; i < seats; i++) {
        int seat = (op->seat + i) % seats;

        if (!share_take(op, seat, stage))
            continue;
        exchange_of(op)->shares[stage](op_of(op, seat), op);
        end_share(op, seat, stage);
        op_unpin(op);
    }
}

/* Are all shares of that stage done? The member's own is the first: before that is done, others'
 * cells are left in their caches. */
static bool is_over(struct coll_op *op, int stage)
{
    const unsigned steps = (unsigned)stage + 1;

    if (op_is_oversubscribed(op))
        return cell_has(op, op->seats, steps);
    for (; op->progress.seen < op->seats; op->progress.seen++)
        if (!cell_has(op, (op->seat + op->progress.seen) % op->seats, steps))
            return false;
    return true;
}

static bool work_is_over(struct coll_op *op, int stage)
{
    if (is_over(op, stage))
        return true;
    if (op->is_starting || (op->progress.seen > 0 && !share_may_help(op)))
        return false;
    work(op, stage);
    return is_over(op, stage);
}

/* Have all shown their calls? */
static bool have_met(struct coll_op *op)
{
    if (op_is_oversubscribed(op))
        return op_poll_table(op, false);
    for (; op->progress.seen < op->seats; op->progress.seen++)
        if (cell_hear(op, op->progress.seen) == NULL)
            return false;
    return true;
}

bool exchange_complete(struct coll_op *op)
{
    if (op->progress.phase == MEET) {
        if (!have_met(op))
            return false;
        op->progress.seen = 0;
        op->progress.phase = WORK;
    }
    if (op->progress.is_packed && are_all_packed(op) && do_packed(op))
        return finish_exchange(op);
    for (; has_stage(op, op->progress.phase - WORK); op->progress.phase++) {
        if (!work_is_over(op, op->progress.phase - WORK))
            return false;
        op->progress.seen = 0;
    }
    return finish_exchange(op);
}
