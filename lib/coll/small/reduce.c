/* SPDX-License-Identifier: MIT */
/* Reductions of operands that go with the cells, combined in rank order, so that the result is
 * the same bits at any timing.
 *
 *   reduce          the root reads all cells; the others go on at once.
 *   allreduce       all members publish, read all cells and combine for themselves: a line for each
 *                   pair. With more members than processors the last to arrive combines once and
 *                   publishes the result with the table's cell.
 *   reduce_scatter  like allreduce; each member combines its own block only.
 *
 * Source: the fan-in and fan-out of Graham and Shipman, MPI Support for Multi-core Architectures:
 * Optimized Shared Memory Collectives (EuroPVM/MPI 2008), where the data are in the line that
 * announces them.
 *
 * Cost: n cells read and n - 1 operands combined by the root, by each member, or with more
 * members than processors by one. */
#include "coll/large/fold.h"
#include "coll/small/small.h"
#include "rank/observe/event.h"

/* ---- what they have in common ---------------------------------------------------------------- */

ALWAYS_INLINE MPI_Count operand_bytes(const struct coll_op *op)
{
    return data_bytes(&op->args->send);
}

/* Writes the cell; the operation decides which members it wakes. */
ALWAYS_INLINE void put_operand(struct coll_op *op, bool fast)
{
    op->form = cell_form_of(CELL_INLINE, operand_bytes(op));
    cell_put(op, cell_open(op, op->seat), &op->args->send, fast);
}

/* A slice of all operands, to `to`, in few instructions. */
ALWAYS_INLINE void combine_fast(const struct coll_op *op, struct slice slice)
{
    const struct coll_args *args = op->args;
    const MPI_Count size = args->send.type->size, first = slice.first * size;
    alignas(max_align_t) unsigned char value[PLAIN_BYTES_MAX];
    const void *left = NULL;
    int seat;

    for (seat = 0; seat < op->seats; seat++) {
        const unsigned char *next = seat == op->seat ? args->send.buf
                                                     : cell_payload(cell_at(op, seat), op->form);
        void *result = seat == op->seats - 1 ? args->recv.buf : value;

        if (left == NULL) {
            left = next + first;
            continue;
        }
        args->kernel(left, next + first, result, slice.count);
        left = result;
    }
    if (op->seats == 1 && left != args->recv.buf)
        copy_few(args->recv.buf, left, slice.count * size);
}

static void combine_any(const struct coll_op *op, struct slice slice)
{
    fold_slice(fold_of(op, op), slice, (struct target){.data = op->args->recv});
}

/* All cells have come. */
ALWAYS_INLINE void combine(const struct coll_op *op, struct slice slice, bool fast)
{
    if (cell_is_simple(op, fast))
        combine_fast(op, slice);
    else
        combine_any(op, slice);
}

/* ---- reduce ---------------------------------------------------------------------------------- */

/* The root's own cell has no reader. */
ALWAYS_INLINE MPI_Count reduce_cell_bytes(const struct coll_op *op)
{
    return op_is_root(op) ? NO_CELL : operand_bytes(op);
}

ALWAYS_INLINE void reduce_post(struct coll_op *op, bool fast)
{
    op->form = cell_form_of(CELL_INLINE, operand_bytes(op));
    if (!op_is_root(op)) {
        put_operand(op, fast);
        cell_publish(op);
        op_wake(op, op->root_seat, fast);
    }
}

ALWAYS_INLINE bool reduce_complete(struct coll_op *op, bool fast)
{
    if (!op_is_root(op))
        return true;
    if (!cell_poll_first(op, op->seats, fast))
        return false;
    combine(op, slice_of_all(op), fast);
    return true;
}

COLL_OPERATION(reduce, reduce_cell_bytes, COLL_REDUCE, WAY_REDUCE_SMALL, false, 1, NULL)

/* ---- allreduce ------------------------------------------------------------------------------- */

/* The last member to arrive combines for all, and publishes that by the table's cell. */
ALWAYS_INLINE void publish_result(struct coll_op *op, bool fast)
{
    combine(op, slice_of_all(op), fast);
    cell_put(op, cell_open(op, op->seats),
             &(struct data){op->args->recv.buf, op->args->send.count, op->args->recv.type}, fast);
    meeting_close(op, fast);
}

ALWAYS_INLINE void allreduce_post(struct coll_op *op, bool fast)
{
    put_operand(op, fast);
    if (meeting_enter(op, COLL_ALLREDUCE, fast))
        publish_result(op, fast);
}

ALWAYS_INLINE bool allreduce_complete(struct coll_op *op, bool fast)
{
    if (likely(!op_is_oversubscribed(op))) {
        if (!cell_poll_first(op, op->seats, fast))
            return false;
        combine(op, slice_of_all(op), fast);
        return true;
    }
    if (!op_poll_table(op, fast))
        return false;
    cell_take_payload(op, op->seats, &op->args->recv, fast);
    return true;
}

COLL_OPERATION(allreduce, operand_bytes, COLL_ALLREDUCE, WAY_ALLREDUCE_SMALL, true, 1, NULL)

/* ---- reduce_scatter -------------------------------------------------------------------------- */

ALWAYS_INLINE void reduce_scatter_post(struct coll_op *op, bool fast)
{
    put_operand(op, fast);
    if (meeting_enter(op, COLL_REDUCE_SCATTER, fast))
        meeting_close(op, fast);
}

ALWAYS_INLINE bool reduce_scatter_complete(struct coll_op *op, bool fast)
{
    if (!op_may_poll_all(op, fast) || !cell_poll_first(op, op->seats, fast))
        return false;
    combine(op, slice_of_rank(op->args, op->seat), fast);
    return true;
}

COLL_OPERATION(reduce_scatter, operand_bytes, COLL_REDUCE_SCATTER,
               WAY_REDUCE_SCATTER_SMALL, true, 1, NULL)
