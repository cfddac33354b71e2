/* SPDX-License-Identifier: MIT */
/* Scan and Exscan of operands that go with the cells, combined in rank order.
 *
 * A member publishes the sum of its operand and those before it if it can know that at once, else
 * its operand alone. A member goes back to the nearest one before it that has published a sum, as
 * the first member always does. Members that come one after the other read a cell each; members
 * that come in any other order wait for no more than that all before them have come.
 *
 * Source: the look-back of Merrill and Garland, Single-pass Parallel Prefix Scan with Decoupled
 * Look-back (NVIDIA NVR-2016-002). Cost: 1 to n - 1 cells read and operands combined. */
#include "coll/large/fold.h"
#include "coll/small/small.h"
#include "coll/verify/agree.h"
#include "rank/observe/event.h"

/* The last member's cell has no reader. */
ALWAYS_INLINE bool is_last(const struct coll_op *op)
{
    return op->seat + 1 == op->seats;
}

ALWAYS_INLINE MPI_Count scan_cell_bytes(const struct coll_op *op)
{
    return is_last(op) ? NO_CELL : data_bytes(&op->args->send);
}

/* The data that a member publishes depend on what those before it have published. */
ALWAYS_INLINE void scan_post(struct coll_op *op, bool fast)
{
    (void)op;
    (void)fast;
}

/* ---- the member before has published a sum, and data are plain --------------------------- */

ALWAYS_INLINE void scan_fast(struct coll_op *op, enum coll_kind kind, const void *before, bool fast)
{
    const struct coll_args *args = op->args;
    const MPI_Count bytes = data_bytes(&args->send), count = args->send.count;
    const void *sum = args->send.buf;
    void *result = args->recv.buf;

    if (!is_last(op) && !op->has_published) {
        unsigned char *payload = cell_open(op, op->seat);

        if (before != NULL)
            args->kernel(before, sum, payload, count);
        else
            copy_few(payload, sum, bytes);
        sum = payload;
        cell_publish(op);
        op_wake_from(op, op->seat + 1, fast);
    } else if (kind == COLL_SCAN && before != NULL) {
        args->kernel(before, sum, result, count);
        sum = result;
    }
    if (kind == COLL_SCAN && sum != result)
        copy_few(result, sum, bytes);
    else if (kind == COLL_EXSCAN && before != NULL)
        copy_few(result, before, bytes);
}

/* ---- every other case ------------------------------------------------------------------------ */

/* The nearest member before this one that has published a sum; -1: it is not known yet. */
static int nearest_sum(struct coll_op *op)
{
    for (;; op->progress.seen++) {
        int seat = op->seat - 1 - op->progress.seen;
        const struct coll_cell *cell = cell_hear(op, seat);

        if (cell == NULL)
            return -1;
        if (cell_form(cell) == CELL_SUM)
            return seat;
    }
}

/* Combines the operands from the first member's on, before the end. */
static void combine_from(const struct coll_op *op, int first, int end, const struct data *result)
{
    struct fold fold = fold_of(op, op);

    fold.first = first;
    fold.peers = end - first;
    fold_slice(fold, slice_of_all(op), (struct target){.data = *result});
}

/* Publishes data, or a sum, for the members behind this one. */
static void publish_behind(struct coll_op *op, const struct data *data, enum cell_form form)
{
    op->form = cell_form_of(form, data_bytes(data));
    data_pack(data, 0, cell_open(op, op->seat), data_bytes(data));
    cell_publish(op);
    op_wake_from(op, op->seat + 1, false);
}

/* All before this member have come, and the one at `first` has published a sum. An exscan's result
 * may go where the member's operand is, and so comes last. */
static void scan_from(struct coll_op *op, int first)
{
    const struct coll_args *args = op->args;
    const bool must_publish = !op->has_published && !is_last(op);
    alignas(CACHE_LINE) unsigned char bytes[SLOT_BYTES];
    struct data sum = args->recv;

    if (args->kind == COLL_EXSCAN)
        sum = (struct data){bytes, data_bytes(&args->send), type_predefined(MPI_BYTE)};
    if (args->kind == COLL_SCAN || must_publish)
        combine_from(op, first, op->seat + 1, &sum);
    if (must_publish)
        publish_behind(op, &sum, CELL_SUM);
    if (args->kind == COLL_EXSCAN && op->seat > 0)
        combine_from(op, first, op->seat, &args->recv);
}

static bool scan_any(struct coll_op *op)
{
    int first = op->seat > 0 ? nearest_sum(op) : 0;

    if (first < 0)
        return false;
    scan_from(op, first);
    return true;
}

/* The members behind this one need not wait until it looks again. */
static void scan_post_late(struct coll_op *op)
{
    if (!is_last(op) && !op->has_published)
        publish_behind(op, &op->args->send, CELL_INLINE);
}

/* ---- both ------------------------------------------------------------------------------------ */

ALWAYS_INLINE bool scan_either(struct coll_op *op, enum coll_kind kind, bool fast)
{
    const void *before = NULL;

    if (!fast && unlikely(!op->args->is_plain || op->is_odd))
        return scan_any(op);
    op->form = cell_form_of(CELL_SUM, data_bytes(&op->args->send));
    if (op->seat > 0) {
        if (!cell_poll(op, op->seat - 1, fast))
            return false;
        before = cell_payload(cell_at(op, op->seat - 1), op->form);
    }
    if (!fast && unlikely(op->is_odd))
        return scan_any(op);
    scan_fast(op, kind, before, fast);
    return true;
}

ALWAYS_INLINE bool scan_complete(struct coll_op *op, bool fast)
{
    return scan_either(op, fast ? COLL_SCAN : op->args->kind, fast);
}

COLL_OPERATION(scan, scan_cell_bytes, COLL_SCAN, WAY_SCAN_SMALL, false, 1, scan_post_late)

ALWAYS_INLINE bool exscan_complete(struct coll_op *op, bool fast)
{
    (void)fast;
    return scan_either(op, COLL_EXSCAN, true);
}

int coll_exscan(const struct coll_args *args, struct request **request)
{
    return coll_enter(args, request, COLL_EXSCAN, &scan_small,
                      (struct coll_fast){scan_cell_bytes, scan_post, exscan_complete});
}
