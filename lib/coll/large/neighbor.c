/* SPDX-License-Identifier: MIT */
/* Neighbor_allgather, _alltoall and their v and w forms. Each member takes what its sources have
 * for it out of their buffers, and then acknowledges that. It waits for its sources, and for its
 * targets if its own buffer is read, but not for all members. Little data goes with the cell also
 * here, whatever its type is.
 *
 * In a started operation each cell shows its member's call, and a source that waits for a target
 * can do the target's share, once all sources of the target have come.
 *
 * A source may be the same member several times. Of its blocks for this member the first goes
 * where it is the first time a source, and so on; on a grid what leaves at one end of a dimension
 * arrives at the other end of its neighbour's, which makes a difference on rings of one or two.
 *
 * Source: the standard's chapter on virtual topologies says which block goes where; the copies
 * are those of rooted.c, by the receivers. Cost per member: a cell and a copy for each source,
 * and a cell for each target. */
#include "coll/large/large.h"

#include "coll/driver.h"
#include "coll/large/exchange.h"
#include "coll/large/share.h"
#include "coll/policy.h"
#include "coll/verify/agree.h"
#include "rank/observe/event.h"

enum { TAKE, WAIT_FOR_TARGETS };

/* Which of a source's blocks is the one that this member gets as its i-th. */
static int block_number(const struct coll_op *op, int i)
{
    const struct neighbors *own = op->args->neighbors;
    int earlier, k, dest;

    if (op->args->kind == COLL_NEIGHBOR_ALLGATHER)
        return 0;
    if (own->is_grid)
        return i ^ 1;
    earlier = neighbors_earlier(own, i);
    for (k = 0; (dest = exchange_dest(op, own->sources[i], k)) != MPI_UNDEFINED; k++)
        if (dest == op_rank(op) && earlier-- == 0)
            return k;
    return -1;
}

/* Others that are there. */
static bool is_other(const struct coll_op *op, int seat)
{
    return seat != MPI_PROC_NULL && seat != op->seat;
}

/* Does what this member has for others go with its cell, if it fits? */
static bool has_packets(const struct coll_op *op)
{
    return !op_is_started(op);
}

static MPI_Count cell_bytes_of(const struct coll_op *op)
{
    MPI_Count bytes = has_packets(op) ? exchange_bytes_of_packets(op) : 0;

    return cell_fits(bytes) ? bytes : 0;
}

/* The cell has what this member has, or says where. */
static void post(struct coll_op *op)
{
    op->progress.is_packed = has_packets(op) && exchange_put_packets(op);
    if (!op->progress.is_packed)
        cell_put_call(op);
    cell_publish(op);
    op_wake_targets(op, false);
}

/* The data that the i-th source has for this member, if its cell has come and agrees. */
static bool take_from(const struct coll_op *op, int i)
{
    const struct coll_args *args = op->args;
    struct data to = coll_block(&args->recv, args->recv_blocks, i);
    int seat = args->neighbors->sources[i], number;
    const struct coll_cell *cell;
    bool is_call;

    if (seat == MPI_PROC_NULL)
        return true;
    cell = cell_hear(op, seat);
    if (cell == NULL)
        return false;
    is_call = cell->head.form == CELL_CALL;
    if (is_call && !op_pin(op))
        return false;
    number = block_number(op, i);
    if (number >= 0)
        exchange_take(op, seat, number, &to);
    if (is_call)
        op_unpin(op);
    return true;
}

/* Takes what the sources have for this member; true when it has all. */
static bool take_shares(struct coll_op *op)
{
    for (; op->progress.seen < op->args->neighbors->sources_count; op->progress.seen++)
        if (!take_from(op, op->progress.seen))
            return false;
    return true;
}

/* Have all sources of that member come? */
static bool have_sources_come(const struct coll_op *op)
{
    const struct neighbors *neighbors = op->args->neighbors;
    int i;

    for (i = 0; i < neighbors->sources_count; i++) {
        int seat = neighbors->sources[i];

        if (seat != MPI_PROC_NULL && cell_see(op, seat) == NULL)
            return false;
    }
    return true;
}

/* Does a share that has been taken, and acknowledges it to the sources. */
static void do_share(const struct coll_op *op, int seat)
{
    const struct coll_op *member = op_of(op, seat);
    int i;

    for (i = 0; i < member->args->neighbors->sources_count; i++)
        take_from(member, i);
    cell_step(op, seat, 1);
    op_wake_from(op, 0, false);
    op_unpin(op);
}

/* The share of this member, which has shown its call: is it done? */
static bool is_own_done(const struct coll_op *op)
{
    if (have_sources_come(op) && share_take(op, op->seat, 0))
        do_share(op, op->seat);
    return cell_has(op, op->seat, 1);
}

/* Does the share of a target that computes. Its call is not looked at before that has been taken;
 * not at each look, for the target has to wait meanwhile. */
static bool help(const struct coll_op *op, int seat)
{
    bool is_due = (op->drive.fruitless_polls & (op->drive.fruitless_polls - 1)) == 0 ||
                  mpsc_is_dozing(&op->args->comm->self->inbox);

    if (!is_due || has_packets(op) || cell_hear(op, seat) == NULL || !share_take(op, seat, 0))
        return false;
    if (have_sources_come(op_of(op, seat))) {
        do_share(op, seat);
        return true;
    }
    share_put_back(op, seat, 0);
    return false;
}

/* Reports to those whose buffers it has read. */
static void acknowledge(const struct coll_op *op)
{
    const struct neighbors *neighbors = op->args->neighbors;
    bool has_stepped = false;
    int i;

    for (i = 0; i < neighbors->sources_count; i++) {
        int seat = neighbors->sources[i];

        if (!is_other(op, seat) || cell_at(op, seat)->head.form != CELL_CALL)
            continue;
        if (!has_stepped)
            cell_step(op, op->seat, 1);
        has_stepped = true;
        op_wake(op, seat, false);
    }
}

/* Have all the targets read this member's buffer? A target's other sources do not know who waits
 * for them to come, to do its share. */
static bool is_read(struct coll_op *op)
{
    const struct neighbors *neighbors = op->args->neighbors;

    for (; op->progress.seen < neighbors->targets_count; op->progress.seen++) {
        int seat = neighbors->targets[op->progress.seen];

        if (!is_other(op, seat) || cell_has(op, seat, 1))
            continue;
        if (!has_packets(op))
            round_hold_up(&op->round);
        if (!help(op, seat))
            return false;
    }
    return true;
}

/* Takes what is meant for this member, and reports to those whose buffers it has read. */
static bool take_and_acknowledge(struct coll_op *op)
{
    if (!has_packets(op) && !op->progress.is_packed)
        return is_own_done(op);
    if (!take_shares(op))
        return false;
    acknowledge(op);
    return true;
}

static bool complete_neighbor(struct coll_op *op)
{
    if (op->progress.phase == TAKE) {
        if (!take_and_acknowledge(op))
            return false;
        op->progress.phase = WAIT_FOR_TARGETS;
        op->progress.seen = 0;
    }
    return op->progress.is_packed || is_read(op);
}

const struct exchange neighbor_exchange = {.algorithm = {.cell_bytes = cell_bytes_of,
                                                         .post = post,
                                                         .complete = complete_neighbor,
                                                         .way = WAY_NEIGHBOR_EXCHANGE,
                                                         .family = 2},
                                           .packet = neighbor_packet};

int neighbor_awaited(const struct coll_op *op)
{
    const struct neighbors *neighbors = op->args->neighbors;
    bool takes = op->progress.phase == TAKE;

    if (!op->drive.has_posted ||
        op->progress.seen >= (takes ? neighbors->sources_count : neighbors->targets_count))
        return -1;
    return (takes ? neighbors->sources : neighbors->targets)[op->progress.seen];
}
