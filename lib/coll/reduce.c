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

/* Without memory only users' types can be. The message of the report says what it is about. */
static void check(const struct coll *coll, bool has_memory)
{
    if (unlikely(!has_memory))
        board_report(coll->turns[0].board, coll->turns[0].epoch, false,
                     "no memory for a reduction");
}

static struct slice own_slice(const struct coll *coll)
{
    const struct data *operand = &coll->call->send;

    return slice_of(operand->count, operand->type, comm_size(coll->call->comm), coll_rank(coll));
}

static struct slice whole(const struct coll *coll)
{
    return (struct slice){.count = coll->call->send.count};
}

static char *result_at(const struct coll *owner, const struct type *type, MPI_Count first)
{
    return (char *)owner->call->recv.buf + first * type->extent;
}

/* Reduce. */

/* Whose operands they are: on an intercommunicator this member's own group, not its peers. Of what
 * a member keeps to itself nothing is read: who works for all reads those of others. */
static struct coll view_of_operands(const struct coll *coll)
{
    const struct comm *comm = coll->call->comm;
    struct coll view = {.call = coll->call,
                        .first = coll->first,
                        .peers = coll->peers,
                        .shown = coll->shown};

    view.turns[coll->shown] = coll->turns[coll->shown];

    if (comm_is_inter(comm)) {
        view.first = context_first_seat(comm->context, comm->side);
        view.peers = comm_size(comm);
    }
    return view;
}

static bool is_worker(const struct coll *coll)
{
    return coll->root_seat != ROOT_NONE && (coll_is_among_peers(coll) || !coll_is_root(coll));
}

/* Between groups the members' meeting has not compared what not all of them have. */
static bool operands_agree(const struct coll *coll, const struct coll *view)
{
    int i;

    if (!comm_is_inter(coll->call->comm))
        return true;
    for (i = 0; i < view->peers; i++)
        if (!card_agrees_on_operand(coll, view->first + i))
            return false;
    return card_agrees_on_operand(coll, coll->root_seat);
}

static void reduce_slice(const struct coll *coll, struct slice slice)
{
    struct coll view = view_of_operands(coll);
    const struct coll *root = coll_of(coll, coll->root_seat);

    if (operands_agree(coll, &view))
        check(coll,
              fold_slice(&view, slice, result_at(root, coll->call->send.type, slice.first)));
}

static void reduce_share(const struct coll *coll)
{
    if (is_worker(coll))
        reduce_slice(coll, own_slice(coll));
}

static void reduce_for_all(const struct coll *coll)
{
    reduce_slice(coll, whole(coll));
}

const struct exchange reduce_exchange = {.shares = {reduce_share}, .all = reduce_for_all};

/* Allreduce. */

static void allreduce_share(const struct coll *coll)
{
    struct slice slice = own_slice(coll);

    check(coll, fold_slice(coll, slice, result_at(coll, coll->call->send.type, slice.first)));
}

static void copy_slices(const struct coll *coll)
{
    const struct coll_call *call = coll->call;
    const struct type *type = call->send.type;
    int base = coll_seat(coll) - coll_rank(coll), members = comm_size(call->comm), i;

    for (i = 1; i < members; i++) {
        int rank = (coll_rank(coll) + i) % members;
        struct slice slice = slice_of(call->send.count, type, members, rank);
        struct data from = {.buf = result_at(coll_of(coll, base + rank), type, slice.first),
                            .count = slice.count,
                            .type = type};
        struct data to = {
            .buf = result_at(coll, type, slice.first), .count = slice.count, .type = type};

        data_copy(&from, &to);
    }
}

static void allreduce_for_all(const struct coll *coll)
{
    int i;

    check(coll, fold_slice(coll, whole(coll), coll->call->recv.buf));
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

static void fold_beside(const struct coll *coll, struct slice slice)
{
    char *result = coll->call->is_in_place ? coll->scratch_start : coll->call->recv.buf;

    if (!coll->call->is_in_place || coll->scratch != NULL)
        check(coll, fold_slice(coll, slice, result));
}

static void copy_room(struct coll *coll, MPI_Count count)
{
    const struct type *type = coll->call->send.type;
    struct data from = {.buf = coll->scratch_start, .count = count, .type = type};
    struct data to = {.buf = coll->call->recv.buf, .count = count, .type = type};

    if (coll->scratch != NULL)
        data_copy(&from, &to);
}

/* Allreduce, each for itself. */

static bool take_whole(struct coll *coll)
{
    return take_room(coll, coll->call->send.count);
}

static void whole_share(const struct coll *coll)
{
    fold_beside(coll, whole(coll));
}

static void copy_whole(struct coll *coll)
{
    copy_room(coll, coll->call->send.count);
}

const struct exchange allreduce_whole_exchange = {
    .shares = {whole_share}, .prepare = take_whole, .conclude = copy_whole};

/* Reduce_scatter. */

static struct slice own_block(const struct coll *coll)
{
    return slice_of_rank(coll->call, coll_rank(coll));
}

static bool take_scratch(struct coll *coll)
{
    return take_room(coll, own_block(coll).count);
}

static void reduce_scatter_share(const struct coll *coll)
{
    fold_beside(coll, own_block(coll));
}

static void copy_scratch(struct coll *coll)
{
    copy_room(coll, own_block(coll).count);
}

/* All blocks are combined at once, beside, then each goes to its member. */
static void reduce_scatter_for_all(const struct coll *coll)
{
    const struct type *type = coll->call->send.type;
    char *start;
    void *memory = fold_take(type, coll->call->send.count, &start);
    int i;

    check(coll, memory != NULL && fold_slice(coll, whole(coll), start));
    for (i = 0; memory != NULL && i < coll->peers; i++) {
        const struct coll *member = coll_of(coll, i);
        struct slice slice = own_block(member);
        struct data from = {
            .buf = start + slice.first * type->extent, .count = slice.count, .type = type};
        struct data to = from;

        to.buf = member->call->is_in_place ? member->scratch_start : member->call->recv.buf;
        if (!member->call->is_in_place || member->scratch != NULL)
            data_copy(&from, &to);
    }
    memory_give(memory);
}

const struct exchange reduce_scatter_exchange = {.shares = {reduce_scatter_share},
                                                 .all = reduce_scatter_for_all,
                                                 .prepare = take_scratch,
                                                 .conclude = copy_scratch};
