/* SPDX-License-Identifier: MIT */
/* Reduce, Allreduce, Reduce_scatter, Reduce_scatter_block, Scan and Exscan of larger operands, in
 * exchanges. Each member combines its slice of everybody's operands, straight from their buffers:
 *
 *   reduce          into the root's result;
 *   allreduce       into its own result, and after a meeting all copy the other slices from their
 *                   owners;
 *   allreduce (2)   of two members, each combines all for itself: there is one meeting less, and
 *                   the other's operand comes as fast as half of it and half of the result;
 *   reduce_scatter  its own block is its slice. In place the result goes where an operand is that
 *                   others read, so it waits beside until the end;
 *   scan            from the first member to the last, and writes each intermediate result to the
 *                   member that it belongs to. As slices are of elements, not of members, there is
 *                   no second sweep as in Ladner and Fischer, Parallel Prefix Computation (JACM
 *                   27, 1980).
 *
 * On an intercommunicator the operands are those of the remote group; of a rooted operation it is
 * that group that works.
 *
 * Source: Rabenseifner's reduce-scatter and allgather (Thakur et al., alltoall.c) by direct
 * loads: Hashmi, Chakraborty, Bayatpour, Subramoni and Panda, Designing Efficient Shared Address
 * Space Reduction Collectives for Multi-/Many-cores (IPDPS 2018).
 *
 * Cost per member: (n - 1)/n m combined, in an allreduce (n - 1)/n m copied, in a scan m combined
 * and m copied, m the operand. */
#include "base/memory.h"
#include "coll/verify/agree.h"
#include "coll/large/exchange.h"
#include "coll/large/fold.h"
#include "rank/observe/event.h"

static struct slice own_slice(const struct coll_op *op)
{
    const struct data *operand = &op->args->send;

    return slice_of(operand->count, operand->type, comm_size(op->args->comm), op_rank(op));
}

/* In what a member receives, where such a slice of all goes. */
static struct target result_of(const struct coll_op *owner, MPI_Count first)
{
    return (struct target){.data = owner->args->recv, .first = first};
}

/* Reduce. */

/* The owner of the operands: on an intercommunicator the worker's own group, not its peers'. */
static struct fold fold_for_root(const struct coll_op *op, const struct coll_op *by)
{
    const struct comm *comm = op->args->comm;
    struct fold fold = fold_of(op, by);

    if (comm_is_inter(comm)) {
        fold.first = context_first_seat(comm->context, comm->side);
        fold.peers = comm_size(comm);
    }
    return fold;
}

static bool is_worker(const struct coll_op *op)
{
    return op->root_seat != ROOT_NONE && (op_is_among_peers(op) || !op_is_root(op));
}

/* Between groups the members' meeting has not compared what not all of them have. */
static bool operands_agree(const struct coll_op *op, const struct fold *fold)
{
    int i;

    if (!comm_is_inter(op->args->comm))
        return true;
    for (i = 0; i < fold->peers; i++)
        if (!cell_agrees_on_operand(op, fold->first + i))
            return false;
    return cell_agrees_on_operand(op, op->root_seat);
}

static void reduce_slice(const struct coll_op *op, const struct coll_op *by, struct slice slice)
{
    const struct fold fold = fold_for_root(op, by);

    if (operands_agree(op, &fold))
        fold_slice(fold, slice, result_of(op_of(op, op->root_seat), slice.first));
}

static void reduce_share(const struct coll_op *op, const struct coll_op *by)
{
    if (is_worker(op))
        reduce_slice(op, by, own_slice(op));
}

static void reduce_for_all(const struct coll_op *op)
{
    reduce_slice(op, op, slice_of_all(op));
}

const struct exchange reduce_exchange = {
    EXCHANGE(WAY_REDUCE_EXCHANGE), .shares = {reduce_share}, .all = reduce_for_all};

/* Allreduce. */

static void allreduce_share(const struct coll_op *op, const struct coll_op *by)
{
    struct slice slice = own_slice(op);

    fold_slice(fold_of(op, by), slice, result_of(op, slice.first));
}

static void copy_slices(const struct coll_op *op, const struct coll_op *by)
{
    int base = op->seat - op_rank(op), members = comm_size(op->args->comm), i;

    (void)by;
    for (i = 1; i < members; i++) {
        const struct coll_op *other = op_of(op, base + (op_rank(op) + i) % members);
        const MPI_Count size = other->args->send.type->size;
        struct slice slice = own_slice(other);

        data_copy_range(&other->args->recv, &op->args->recv, slice.first * size,
                        slice.count * size);
    }
}

static void allreduce_for_all(const struct coll_op *op)
{
    int i;

    fold_slice(fold_of(op, op), slice_of_all(op), result_of(op, 0));
    for (i = 0; i < op->peers; i++)
        if (i != op_rank(op))
            data_copy(&op->args->recv, &op_of(op, i)->args->recv);
}

const struct exchange allreduce_exchange = {EXCHANGE(WAY_ALLREDUCE_EXCHANGE),
                                            .shares = {allreduce_share, copy_slices},
                                            .all = allreduce_for_all};

/* Results of operations in place: they wait beside while others read the operands. */

static bool take_room(struct coll_op *op, MPI_Count count)
{
    if (!op->args->is_in_place)
        return true;
    op->progress.scratch = fold_take(op->args->send.type, count, &op->progress.scratch_start);
    return op->progress.scratch != NULL;
}

/* Where the member's result goes now; false: nowhere, there was no memory. */
static bool find_room(const struct coll_op *op, struct target *target)
{
    *target = result_of(op, 0);
    if (op->args->is_in_place)
        target->data.buf = op->progress.scratch_start;
    return !op->args->is_in_place || op->progress.scratch != NULL;
}

static void fold_beside(const struct coll_op *op, const struct coll_op *by, struct slice slice)
{
    struct target target;

    if (find_room(op, &target))
        fold_slice(fold_of(op, by), slice, target);
}

static void copy_room(struct coll_op *op)
{
    struct target target;

    if (op->args->is_in_place && find_room(op, &target))
        data_copy(&target.data, &op->args->recv);
}

/* Allreduce, each for itself. */

static bool take_whole(struct coll_op *op)
{
    return take_room(op, op->args->send.count);
}

static void whole_share(const struct coll_op *op, const struct coll_op *by)
{
    fold_beside(op, by, slice_of_all(op));
}

const struct exchange allreduce_whole_exchange = {
    EXCHANGE(WAY_ALLREDUCE_WHOLE),
    .shares = {whole_share},
    .prepare = take_whole,
    .conclude = copy_room,
};

/* Reduce_scatter. */

static struct slice own_block(const struct coll_op *op)
{
    return slice_of_rank(op->args, op_rank(op));
}

static bool take_block(struct coll_op *op)
{
    return take_room(op, own_block(op).count);
}

static void reduce_scatter_share(const struct coll_op *op, const struct coll_op *by)
{
    fold_beside(op, by, own_block(op));
}

/* To a member its block of the results. */
static void deal_block(const struct coll_op *member, const struct data *results)
{
    struct slice slice = own_block(member);
    struct target target;
    struct data from = *results;

    from.buf = (char *)results->buf + slice.first * results->type->extent;
    from.count = slice.count;
    if (find_room(member, &target))
        data_copy(&from, &target.data);
}

/* All blocks are combined at once, beside, then each goes to its member. */
static void reduce_scatter_for_all(const struct coll_op *op)
{
    const struct fold fold = fold_of(op, op);
    struct data results = op->args->send;
    char *start;
    void *memory = fold_take(results.type, results.count, &start);
    int i;

    if (memory == NULL) {
        fold_report_no_memory(&fold);
        return;
    }
    results.buf = start;
    fold_slice(fold, slice_of_all(op), (struct target){.data = results});
    for (i = 0; i < op->peers; i++)
        deal_block(op_of(op, i), &results);
    memory_give(memory);
}

const struct exchange reduce_scatter_exchange = {
    EXCHANGE(WAY_REDUCE_SCATTER_EXCHANGE),
    .shares = {reduce_scatter_share},
    .all = reduce_scatter_for_all,
    .prepare = take_block,
    .conclude = copy_room,
};

/* Scan and Exscan. */

static void scan_share(const struct coll_op *op, const struct coll_op *by)
{
    fold_prefixes(fold_of(op, by), own_slice(op));
}

static void scan_for_all(const struct coll_op *op)
{
    fold_prefixes(fold_of(op, op), slice_of_all(op));
}

const struct exchange scan_exchange = {
    EXCHANGE(WAY_SCAN_EXCHANGE), .shares = {scan_share}, .all = scan_for_all};
