/* SPDX-License-Identifier: MIT */
/* Bcast, Gather, Scatter and their v forms with large blocks. The root's cell says where its
 * buffer is. All other members copy at the same time:
 *
 *   bcast, scatter  out of the root's buffer, and the root waits for the last of them; of a
 *                   broadcast perhaps out of that of a member nearby (relayed.h);
 *   gather          into the root's buffer, and each then shows that it has.
 *
 * In a started operation the other members' cells show their calls, so that the root can copy for
 * a member that computes.
 *
 * Source: the direct copies of Li, Hoefler and Snir, NUMA-Aware Shared-Memory Collective
 * Communication for MPI (HPDC 2013), without their trees; Ma, Bosilca, Bouteiller, Goglin, Squyres
 * and Dongarra, Kernel Assisted Collective Intra-Node MPI Communication among Multi-Core and
 * Many-Core CPUs (ICPP 2011): the members that are not the root copy, all at once. In one address
 * space no kernel has to help.
 *
 * Cost: one copy of a block per member, n of them in parallel. */
#include "coll/large/large.h"

#include "coll/driver.h"
#include "coll/large/relayed.h"
#include "coll/large/share.h"
#include "coll/policy.h"
#include "rank/observe/event.h"

/* The members that are not the root publish their calls when the root may have to copy for them. */
static MPI_Count cell_bytes_of(const struct coll_op *op)
{
    return op_is_root(op) || op_is_started(op) ? 0 : NO_CELL;
}

static void post_call(struct coll_op *op)
{
    if (!op_is_started(op))
        return;
    cell_put_call(op);
    cell_publish(op);
    op_wake(op, op->root_seat, false);
}

/* ---- from the root --------------------------------------------------------------------------- */

enum { OWN_BLOCK, WAIT_FOR_READERS, WAIT_FOR_FOLLOWERS };

struct data scatter_packet(const struct coll_args *root, int i, int *dest)
{
    *dest = i;
    return coll_block(&root->send, root->send_blocks, i);
}

/* The data that the root, whose cell that is, has for a rank. */
static struct data given(const struct coll_op *op, const struct coll_cell *cell, int rank)
{
    return op->args->kind == COLL_BCAST ? cell->data : scatter_packet(cell->op->args, rank, &rank);
}

static const struct data *wanted(const struct coll_args *args)
{
    return args->kind == COLL_BCAST ? &args->send : &args->recv;
}

static void copy_from_root(const struct coll_op *op, const struct coll_cell *cell,
                           const struct coll_op *reader)
{
    struct data from = given(op, cell, op_rank(reader));

    op_copy(op, op->root_seat, reader->seat, &from, wanted(reader->args));
}

/* The share of a receiver that has shown its call, as the root has its buffer. */
static void read_for(const struct coll_op *op, int seat)
{
    copy_from_root(op, cell_at(op, op->root_seat), op_of(op, seat));
    share_tell_root(op, seat);
}

static bool read_own(struct coll_op *op, const struct coll_cell *cell)
{
    const int cluster = relayed_cluster(op, cell);
    int relay = RELAY_NONE;

    if (!op_pin(op))
        return false;
    if (cluster >= 0)
        relay = relayed_read(op, cell, (unsigned)cluster);
    if (relay == RELAY_NONE)
        copy_from_root(op, cell, op);
    op_unpin(op);
    if (relay == RELAY_NONE)
        return share_tell_root(op, op->seat);
    if (relay != op->seat)
        return true;
    op->progress.phase = WAIT_FOR_FOLLOWERS;
    return relayed_end(op);
}

static void from_root_post(struct coll_op *op)
{
    if (!op_is_root(op)) {
        post_call(op);
        return;
    }
    if (op->args->kind == COLL_BCAST) {
        cell_put_buffer(op, &op->args->send);
        relayed_show(op);
    } else {
        cell_put_call(op);
    }
    cell_publish(op);
    op_wake_from(op, 0, false);
}

/* The root's own block of a scatter. */
static void keep_own_block(const struct coll_op *op)
{
    int rank = op_rank(op);
    struct data own = scatter_packet(op->args, rank, &rank);

    op_copy(op, op->seat, op->seat, &own, &op->args->recv);
}

static bool complete_root(struct coll_op *op)
{
    if (op->progress.phase == OWN_BLOCK && op->args->kind == COLL_SCATTER) {
        if (op->is_starting)
            return false;
        if (op_is_among_peers(op) && !op->args->is_in_place)
            keep_own_block(op);
    }
    op->progress.phase = WAIT_FOR_READERS;
    return share_readers(op) == 0 || share_have_all_read(op, read_for);
}

bool scatter_take(struct coll_op *op, const struct coll_cell *cell)
{
    if (cell_form(cell) == CELL_PACKED)
        cell_take_packet(op, cell, op->root_seat, op_rank(op), &op->args->recv);
    else if (cell_form(cell) == CELL_INLINE)
        cell_take_block(op, cell, op->root_seat, &op->args->recv);
    return cell_form(cell) != CELL_CALL;
}

static bool from_root_complete(struct coll_op *op)
{
    const struct coll_cell *cell;

    if (op_is_root(op))
        return complete_root(op);
    if (op->progress.phase == WAIT_FOR_FOLLOWERS)
        return relayed_end(op);
    cell = cell_hear(op, op->root_seat);
    if (cell == NULL)
        return false;
    if (likely(cell->head.form == CELL_BUFFER || cell->head.form == CELL_CALL))
        return op_is_started(op) ? share_do(op, read_for, op->seat) : read_own(op, cell);
    /* The root's blocks are shorter than this member's own makes believe. */
    if (op->args->kind == COLL_BCAST)
        cell_take(op, cell, op->root_seat, &op->args->send);
    else
        scatter_take(op, cell);
    return true;
}

const struct coll_algorithm from_root_large = {.way = WAY_FROM_ROOT,
                                               .cell_bytes = cell_bytes_of,
                                               .post = from_root_post,
                                               .complete = from_root_complete,
                                               .family = 1};

/* ---- to the root ----------------------------------------------------------------------------- */

/* Copies a member's block to the root, whose call that is. */
static void copy_to_root(const struct coll_op *op, const struct coll_op *root,
                         const struct coll_op *source)
{
    const struct coll_args *args = root->args;
    struct data to = coll_block(&args->recv, args->recv_blocks, op_rank(source));

    op_copy(op, source->seat, op->root_seat, &source->args->send, &to);
}

/* The share of a member that has shown its call, as the root has. */
static void write_for(const struct coll_op *op, int seat)
{
    copy_to_root(op, op_of(op, op->root_seat), op_of(op, seat));
    cell_step(op, seat, 1);
    op_wake(op, seat == op->seat ? op->root_seat : seat, false);
}

static bool write_own(struct coll_op *op, const struct coll_cell *cell)
{
    if (!op_pin(op))
        return false;
    copy_to_root(op, cell->op, op);
    op_unpin(op);
    cell_begin(op, op->seat);
    cell_publish(op);
    op_wake(op, op->root_seat, false);
    return true;
}

void gather_show_root(struct coll_op *op)
{
    cell_put_call(op);
    cell_publish(op);
    op_wake_from(op, 0, false);
}

bool gather_has_copied(struct coll_op *op, int seat)
{
    if (cell_at(op, seat)->head.form != CELL_CALL)
        return true;
    return op->has_published && share_do(op, write_for, seat);
}

static bool to_root_complete(struct coll_op *op)
{
    const struct coll_cell *cell = cell_hear(op, op->root_seat);

    if (cell == NULL)
        return false;
    return op_is_started(op) ? share_do(op, write_for, op->seat) : write_own(op, cell);
}

const struct coll_algorithm to_root_large = {.way = WAY_TO_ROOT,
                                             .cell_bytes = coll_no_payload,
                                             .post = post_call,
                                             .complete = to_root_complete,
                                             .family = 1};
