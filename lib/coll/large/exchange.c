/* SPDX-License-Identifier: MIT */
/* The frame of operations that go through everybody's buffers: a meeting at which all show their
 * calls, then the shares of the work in one stage or two, all at the same time. A stage ends for a
 * member when everybody's share of it is done, which keeps the buffers until all are done with
 * them. Members keep the cells that show their calls until the end.
 *
 * A member that has little for others lets it go with its cell. When all have done so, which all
 * see, nobody's buffers are needed after the meeting, and the operation is over.
 *
 * When members outnumber processors and there is little to do, the last to arrive at the meeting
 * does it for all and announces that it is done: each member is woken once.
 *
 * A member that waits does also the shares of those that compute (share.h), and tells that these
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
    if (number >= exchange_of(op)->packet_count(cell->op->args))
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
    int dest = DEST_ANY, count = exchange_of(op)->packet_count(op->args);

    if (count == 1)
        *only = exchange_of(op)->packet(op->args, 0, &dest);
    return count == 1 && dest == DEST_ANY;
}

MPI_Count exchange_bytes_of_packets(const struct coll_op *op)
{
    struct data only;

    return has_one_packet(op, &only)
               ? data_bytes(&only)
               : cell_bytes_of_packets(op->args, exchange_of(op)->packet,
                                     exchange_of(op)->packet_count(op->args));
}

bool exchange_put_packets(struct coll_op *op)
{
    struct data only;

    return has_one_packet(op, &only) ? cell_put_bytes(op, &only)
                                     : cell_put_packets(op, exchange_of(op)->packet,
                                                        exchange_of(op)->packet_count(op->args));
}

/* All have shown their cells: does none tell where its buffers are? */
static bool are_all_packed(const struct coll_op *op)
{
    int seat;

    for (seat = 0; seat < op->seats; seat++)
        if (cell_at(op, seat)->head.form == CELL_CALL)
            return false;
    return true;
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
    for (i = 0; i < 2 && exchange->shares[i] != NULL; i++)
        for (seat = 0; seat < op->seats; seat++)
            exchange->shares[i](op_of(op, seat), op);
}

MPI_Count exchange_cell_bytes(const struct coll_op *op)
{
    return has_packets(op) ? SLOT_BYTES : 0;
}

void exchange_post(struct coll_op *op)
{
    bool is_done;

    if (exchange_of(op)->prepare != NULL && !exchange_of(op)->prepare(op))
        op->error = MPI_ERR_NO_MEM;
    op->is_packed = has_packets(op) && exchange_put_packets(op);
    if (!op->is_packed)
        cell_put_call(op);
    if (!op_is_oversubscribed(op)) {
        cell_publish_for_all(op, false);
        return;
    }
    if (!op_arrive(op, op->args->kind, false))
        return;
    is_done = may_do_all(op) && op_pin(op);
    if (is_done) {
        do_all(op);
        op_unpin(op);
    }
    round_announce(&op->rounds[0], &is_done, sizeof is_done);
}

/* The table's cell has come. */
static bool is_done_for_all(const struct coll_op *op)
{
    const bool *is_done = (const void *)cell_at(op, op->seats);

    return op_is_oversubscribed(op) && *is_done;
}

/* The operation is over, perhaps before all its sequence numbers were needed: the driver ends those
 * like the others, heard, for nobody has been in them. */
static bool finish(struct coll_op *op)
{
    if (exchange_of(op)->conclude != NULL)
        exchange_of(op)->conclude(op);
    return true;
}

/* ---- the shares ------------------------------------------------------------------------------ */

/* A member's share of that stage is done. */
static void tell_done(struct coll_op *op, int seat, int stage)
{
    const struct round *round = &op->rounds[stage + 1];
    const uint32_t word = head_word(op->args, &op->head);
    enum board_arrival arrival;

    if (!op_is_oversubscribed(op)) {
        share_lay_cell(op, round, seat);
        round_wake_all(round);
        return;
    }
    arrival = seat == op->seat ? meeting_arrive(round->comm, round->board, round->seqno, word,
                                                !op_is_started(op))
                               : round_arrive_for(round, op->seats, word);
    if (arrival == ARRIVAL_LAST)
        round_announce(round, NULL, 0);
}

/* The share of a member whose cell holds what it has for others, and so shows no call. */
static bool do_packed(struct coll_op *op)
{
    if (!op_pin(op))
        return false;
    exchange_of(op)->shares[0](op, op);
    op_unpin(op);
    op->is_packed = false;
    return true;
}

/* Does the member's own share of that stage, and those that others have not begun with. */
static void work(struct coll_op *op, int stage)
{
    int seats = op->seats, i;

    if (op->is_packed && do_packed(op))
        tell_done(op, op->seat, 0);
    for (i = 0; i < seats; i++) {
        int seat = (op->seat + i) % seats;

        if (!share_take(op, seat, stage))
            continue;
        exchange_of(op)->shares[stage](op_of(op, seat), op);
        tell_done(op, seat, stage);
        share_leave(op);
    }
}

/* Are all shares of that stage done? The member's own is the first: before that is done, others'
 * cells are left in their caches. */
static bool is_over(struct coll_op *op, int stage)
{
    const struct round *round = &op->rounds[stage + 1];

    if (op_is_oversubscribed(op))
        return round_see(round, round_table(round)) != NULL;
    for (; op->seen < op->seats; op->seen++)
        if (round_see(round, (op->seat + op->seen) % op->seats) == NULL)
            return false;
    return true;
}

static bool work_is_over(struct coll_op *op, int stage)
{
    if (is_over(op, stage))
        return true;
    if (op->seen > 0 && !share_may_help(op))
        return false;
    work(op, stage);
    return is_over(op, stage);
}

/* Have all shown their calls? */
static bool have_met(struct coll_op *op)
{
    if (op_is_oversubscribed(op))
        return op_poll_table(op, false);
    for (; op->seen < op->seats; op->seen++) {
        const struct coll_cell *cell = round_see(&op->rounds[0], op->seen);

        if (cell == NULL || unlikely(!cell_agrees(op, cell, op->seen)))
            return false;
    }
    return true;
}

/* All have shown their calls, and nobody's share has been done yet. */
static bool begin_work(struct coll_op *op)
{
    if (!have_met(op))
        return false;
    op->seen = 0;
    op->phase = WORK;
    return true;
}

bool exchange_complete(struct coll_op *op)
{
    if (op->phase == MEET && !begin_work(op))
        return false;
    if (is_done_for_all(op) || (op->is_packed && are_all_packed(op) && do_packed(op)))
        return finish(op);
    if (op->is_starting)
        return false;
    for (; op->phase - WORK < op->algorithm->seqnos - 1; op->phase++) {
        int stage = op->phase - WORK;

        if (!round_is_clear(&op->rounds[stage + 1]) || !work_is_over(op, stage))
            return false;
        op->seen = 0;
    }
    return finish(op);
}

void exchange_take_over(struct coll_op *op, const struct exchange *exchange)
{
    op->algorithm = &exchange->algorithm;
    op->is_packed = true;
    op->phase = MEET;
    op->seen = 0;
}
