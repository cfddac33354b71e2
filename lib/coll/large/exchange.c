/* SPDX-License-Identifier: MIT */
/* The frame of operations that go through everybody's buffers: a meeting at which all show their
 * calls; the shares of the work, all at the same time, with a meeting after each, which keeps the
 * buffers until all are done with them.
 *
 * A member that has little for others lets it go with its cell. When all have done so, which all
 * see, nobody's buffers are needed after the first meeting, and there is no second one.
 *
 * When members outnumber processors and there is little to do, the last to arrive at the first
 * meeting does it for all and announces that it is done: each member is woken once.
 *
 * Of an operation that has been started all show their calls, and keep these cells until the end.
 * A member that waits does also the shares of those that compute, and comes to the next meeting
 * for them. Nothing goes with a cell, unless its member has taken the straight way.
 *
 * Source: bulk-synchronous supersteps (Valiant, A Bridging Model for Parallel Computation, CACM
 * 33, 1990) on buffers that all can reach. Cost: two meetings, three when there are two shares;
 * or one. */
#include "coll/large/exchange.h"

#include "base/cpu.h"
#include "coll/large/meeting.h"
#include "coll/policy.h"
#include "coll/large/share.h"

enum { SHARE, WORK };

static const struct coll_cell *first_cell(const struct coll_op *op, int seat)
{
    return round_see(&op->rounds[op->shown], seat);
}

int exchange_dest(const struct coll_op *op, int seat, int number)
{
    const struct coll_cell *cell = first_cell(op, seat);
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
    const struct coll_cell *cell = first_cell(op, seat);
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

size_t exchange_cell_of_packets(struct coll_cell *cell, const struct coll_op *op)
{
    struct data only;

    if (!has_one_packet(op, &only))
        return cell_of_packets(cell, op, exchange_of(op)->packet,
                             exchange_of(op)->packet_count(op->args));
    if (data_bytes(&only) > CELL_INLINE_BYTES_MAX &&
        (!cell_fits(data_bytes(&only)) ||
         round_slot(&op->rounds[0], (size_t)data_bytes(&only)) == NULL))
        return 0;
    return cell_of_bytes(cell, op, &only);
}

/* The cell that this member shows first. */
static size_t fill_cell(struct coll_op *op, struct coll_cell *cell)
{
    size_t bytes = has_packets(op) ? exchange_cell_of_packets(cell, op) : 0;

    return bytes > 0 ? bytes : cell_of_call(cell, op);
}

/* All have shown their first cells: does any tell where its buffers are? */
static bool is_packed(const struct coll_op *op)
{
    int seat;

    if (exchange_of(op)->packet == NULL || op_is_oversubscribed(op))
        return false;
    for (seat = 0; seat < op->rounds[0].board->seats; seat++)
        if (first_cell(op, seat)->head.form == CELL_CALL)
            return false;
    return true;
}

/* What others have written a moment ago lies in caches of other cores: it comes at the same time,
 * not one line after another. */
static void fetch_calls(const struct coll_op *op)
{
    int seats = op->rounds[0].board->seats, seat;

    for (seat = 0; seat < seats; seat++)
        __builtin_prefetch(op_of(op, seat));
    for (seat = 0; seat < seats; seat++) {
        const char *call = (const char *)op_of(op, seat)->args;
        size_t at;

        for (at = 0; at < sizeof *op->args; at += CACHE_LINE)
            __builtin_prefetch(call + at);
    }
    for (seat = 0; seat < seats; seat++) {
        const struct coll_args *args = op_of(op, seat)->args;

        __builtin_prefetch(args->send.buf);
        cpu_prefetch_to_write(args->recv.buf);
    }
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
    for (seat = 0; !has_all(op) && seat < op->rounds[0].board->seats; seat++)
        if (!share_is_for(op, seat))
            return false;
    return true;
}

static void do_all(struct coll_op *op)
{
    const struct exchange *exchange = exchange_of(op);
    int i, seat;

    fetch_calls(op);
    if (has_all(op)) {
        exchange->all(op);
        return;
    }
    for (i = 0; i < 2 && exchange->shares[i] != NULL; i++)
        for (seat = 0; seat < op->rounds[0].board->seats; seat++)
            exchange->shares[i](op_of(op, seat), op);
}

MPI_Count exchange_cell_bytes(const struct coll_op *op)
{
    return has_packets(op) ? SLOT_BYTES : 0;
}

void exchange_post(struct coll_op *op)
{
    struct round *round = &op->rounds[0];
    struct coll_cell cell;
    bool is_done;

    if (exchange_of(op)->prepare != NULL && !exchange_of(op)->prepare(op))
        op->error = MPI_ERR_NO_MEM;
    if (!meeting_come(op, round, &cell, fill_cell(op, &cell)))
        return;
    is_done = may_do_all(op) && op_pin(op);
    if (is_done) {
        do_all(op);
        op_unpin(op);
    }
    round_announce(round, &is_done, sizeof is_done);
}

static bool is_done_for_all(const struct coll_op *op)
{
    const struct round *round = &op->rounds[0];
    const bool *is_done = round_see(round, round_table(round));

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

static bool complete_blocking(struct coll_op *op)
{
    struct round *round = &op->rounds[op->phase];
    struct coll_cell cell;

    while (meeting_is_over(op, round)) {
        if ((op->phase == SHARE && is_done_for_all(op)) || op->phase == op->algorithm->seqnos - 1)
            return finish(op);
        if (!round_is_clear(round + 1))
            return false;
        op->shown = op->phase;
        if (!op_pin(op))
            return false;
        exchange_of(op)->shares[op->phase](op, op);
        op_unpin(op);
        if (op->phase == SHARE && is_packed(op))
            return finish(op);
        round_end_heard(round);
        round++;
        op->phase++;
        /* The calls again: the cells of the round before are not to be relied on from now on. */
        meeting_begin(op, round, &cell, cell_of_call(&cell, op));
    }
    return false;
}

/* ---- started operations ---------------------------------------------------------------------- */

/* A member's share of that stage is done. */
static void tell_done(struct coll_op *op, int seat, int stage)
{
    const struct round *round = &op->rounds[stage + 1];

    if (op_is_oversubscribed(op)) {
        const uint32_t word = head_word(op->args, &op->head);

        if (round_arrive_for(round, round->board->seats, word) == ARRIVAL_LAST)
            round_announce(round, NULL, 0);
        return;
    }
    share_lay_cell(op, round, seat);
    round_wake_all(round);
}

/* Does the member's own share of that stage, and those that others have not begun with. */
static void work(struct coll_op *op, int stage)
{
    int seats = op->rounds[0].board->seats, i;

    if (op->is_packed) { /* it has gone the straight way at first, and shows no call */
        op->is_packed = false;
        exchange_of(op)->shares[0](op, op);
        tell_done(op, op->seat, 0);
    }
    for (i = 0; i < seats; i++) {
        int seat = (op->seat + i) % seats;

        if (!share_take(op, seat, stage))
            continue;
        exchange_of(op)->shares[stage](op_of(op, seat), op);
        tell_done(op, seat, stage);
        share_leave(op);
    }
}

/* Are all shares of that stage done? */
static bool is_over(struct coll_op *op, int stage)
{
    const struct round *round = &op->rounds[stage + 1];

    if (op_is_oversubscribed(op))
        return round_see(round, round_table(round)) != NULL;
    for (; op->seen < round->board->seats; op->seen++)
        if (round_see(round, op->seen) == NULL)
            return false;
    return true;
}

static bool work_is_over(struct coll_op *op, int stage)
{
    if (is_over(op, stage))
        return true;
    work(op, stage);
    return is_over(op, stage);
}

/* All have shown their calls, and nobody's share has been done yet. */
static bool begin_work(struct coll_op *op)
{
    if (!meeting_is_over(op, &op->rounds[0]))
        return false;
    op->seen = 0;
    op->phase = WORK;
    return true;
}

static bool complete_started(struct coll_op *op)
{
    if (op->phase == SHARE && !begin_work(op))
        return false;
    if (is_done_for_all(op))
        return finish(op);
    if (op->is_packed && is_packed(op)) {
        exchange_of(op)->shares[0](op, op);
        return finish(op);
    }
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

/* ---- both ------------------------------------------------------------------------------------ */

bool exchange_complete(struct coll_op *op)
{
    return op_is_started(op) ? complete_started(op) : complete_blocking(op);
}

void exchange_take_over(struct coll_op *op, const struct exchange *exchange)
{
    op->algorithm = &exchange->algorithm;
    op->is_packed = true;
    op->phase = SHARE;
    op->seen = 0;
}
