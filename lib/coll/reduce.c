/* SPDX-License-Identifier: MIT */
/* Reduce, Allreduce, Reduce_scatter and Reduce_scatter_block of larger operands, in exchanges. Each
 * member combines its slice of everybody's operands, straight from their buffers:
 *
 *   reduce          into the root's result;
 *   allreduce       into its own result, and after a meeting all copy the other slices from their
 *                   owners;
 *   allreduce (2)   of two members, each combines all for itself: there is one meeting less, and
 *                   the other's operand comes as fast as half of it and half of the result;
 *   reduce_scatter  its own block is its slice. In place the result goes where an operand is that
 *                   others read, so it waits beside until the end.
 *
 * On an intercommunicator the operands are those of the remote group; of a rooted operation it is
 * that group that works.
 *
 * Source: Rabenseifner's reduce-scatter and allgather (Thakur et al., alltoall.c) by direct loads:
 * Hashmi, Chakraborty, Bayatpour, Subramoni and Panda, Designing Efficient Shared Address Space
 * Reduction Collectives for Multi-/Many-cores (IPDPS 2018).
 *
 * Cost per member: (n - 1)/n m combined, in an allreduce (n - 1)/n m copied, m the operand. */
#include "base/memory.h"
#include "coll/agree.h"
#include "coll/exchange.h"
#include "coll/fold.h"

static struct slice own_slice(const struct coll *coll)
{
    const struct data *operand = &coll->call->send;

    return slice_of(operand->count, operand->type, comm_size(coll->call->comm), coll_rank(coll));
}

static struct slice whole(const struct coll *coll)
{
    return (struct slice){.count = coll->call->send.count};
}

/* In what a member receives, where such a slice of all goes. */
static struct target result_of(const struct coll *owner, MPI_Count first)
{
    return (struct target){.data = owner->call->recv, .first = first};
}

/* Reduce. */

/* Whose operands they are: on an intercommunicator the worker's own group's, not its peers'. */
static struct fold fold_for_root(const struct coll *coll, const struct coll *by)
{
    const struct comm *comm = coll->call->comm;
    struct fold fold = fold_of(coll, by);

    if (comm_is_inter(comm)) {
        fold.first = context_first_seat(comm->context, comm->side);
        fold.peers = comm_size(comm);
    }
    return fold;
}

static bool is_worker(const struct coll *coll)
{
    return coll->root_seat != ROOT_NONE && (coll_is_among_peers(coll) || !coll_is_root(coll));
}

/* Between groups the members' meeting has not compared what not all of them have. */
static bool operands_agree(const struct coll *coll, const struct fold *fold)
{
    int i;

    if (!comm_is_inter(coll->call->comm))
        return true;
    for (i = 0; i < fold->peers; i++)
        if (!card_agrees_on_operand(coll, fold->first + i))
            return false;
    return card_agrees_on_operand(coll, coll->root_seat);
}

static void reduce_slice(const struct coll *coll, const struct coll *by, struct slice slice)
{
    const struct fold fold = fold_for_root(coll, by);

    if (operands_agree(coll, &fold))
        fold_slice(&fold, slice, result_of(coll_of(coll, coll->root_seat), slice.first));
}

static void reduce_share(const struct coll *coll, const struct coll *by)
{
    if (is_worker(coll))
        reduce_slice(coll, by, own_slice(coll));
}

static void reduce_for_all(const struct coll *coll)
{
    reduce_slice(coll, coll, whole(coll));
}

const struct exchange reduce_exchange = {.shares = {reduce_share}, .all = reduce_for_all};

/* Allreduce. */

static void allreduce_share(const struct coll *coll, const struct coll *by)
{
    const struct fold fold = fold_of(coll, by);
    struct slice slice = own_slice(coll);

    fold_slice(&fold, slice, result_of(coll, slice.first));
}

static void copy_slices(const struct coll *coll, const struct coll *by)
{
    int base = coll_seat(coll) - coll_rank(coll), members = comm_size(coll->call->comm), i;

    (void)by;
    for (i = 1; i < members; i++) {
        const struct coll *other = coll_of(coll, base + (coll_rank(coll) + i) % members);
        const MPI_Count size = other->call->send.type->size;
        struct slice slice = own_slice(other);

        data_copy_range(&other->call->recv, &coll->call->recv, slice.first * size,
                        slice.count * size);
    }
}

static void allreduce_for_all(const struct coll *coll)
{
    const struct fold fold = fold_of(coll, coll);
    int i;

    fold_slice(&fold, whole(coll), result_of(coll, 0));
    for (i = 0; i < coll->peers; i++)
        if (i != coll_rank(coll))
            data_copy(&coll->call->recv, &coll_of(coll, i)->call->recv);
}

const struct exchange allreduce_exchange = {.shares = {allreduce_share, copy_slices},
                                            .all = allreduce_for_all};

/* Results of operations in place: they wait beside while others read the operands. */

static bool take_room(struct coll *coll, MPI_Count count)
{
    if (!coll->call->is_in_place)
        return true;
    coll->scratch = fold_take(coll->call->send.type, count, &coll->scratch_start);
    return coll->scratch != NULL;
}

/* Where the member's result goes now; false: nowhere, there was no memory. */
static bool find_room(const struct coll *coll, struct target *target)
{
    *target = result_of(coll, 0);
    if (coll->call->is_in_place)
        target->data.buf = coll->scratch_start;
    return !coll->call->is_in_place || coll->scratch != NULL;
}

static void fold_beside(const struct coll *coll, const struct coll *by, struct slice slice)
{
    const struct fold fold = fold_of(coll, by);
    struct target target;

    if (find_room(coll, &target))
        fold_slice(&fold, slice, target);
}

static void copy_room(struct coll *coll)
{
    struct target target;

    if (coll->call->is_in_place && find_room(coll, &target))
        data_copy(&target.data, &coll->call->recv);
}

/* Allreduce, each for itself. */

static bool take_whole(struct coll *coll)
{
    return take_room(coll, coll->call->send.count);
}

static void whole_share(const struct coll *coll, const struct coll *by)
{
    fold_beside(coll, by, whole(coll));
}

const struct exchange allreduce_whole_exchange = {
    .shares = {whole_share}, .prepare = take_whole, .conclude = copy_room};

/* Reduce_scatter. */

static struct slice own_block(const struct coll *coll)
{
    return slice_of_rank(coll->call, coll_rank(coll));
}

static bool take_block(struct coll *coll)
{
    return take_room(coll, own_block(coll).count);
}

static void reduce_scatter_share(const struct coll *coll, const struct coll *by)
{
    fold_beside(coll, by, own_block(coll));
}

/* To a member its block of the results. */
static void deal_block(const struct coll *member, const struct data *results)
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
static void reduce_scatter_for_all(const struct coll *coll)
{
    const struct fold fold = fold_of(coll, coll);
    struct data results = coll->call->send;
    char *start;
    void *memory = fold_take(results.type, results.count, &start);
    int i;

    if (memory == NULL) {
        fold_report_no_memory(&fold);
        return;
    }
    results.buf = start;
    fold_slice(&fold, whole(coll), (struct target){.data = results});
    for (i = 0; i < coll->peers; i++)
        deal_block(coll_of(coll, i), &results);
    memory_give(memory);
}

const struct exchange reduce_scatter_exchange = {.shares = {reduce_scatter_share},
                                                 .all = reduce_scatter_for_all,
                                                 .prepare = take_block,
                                                 .conclude = copy_room};
