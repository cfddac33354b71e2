/* SPDX-License-Identifier: MIT */
#include "coll/policy.h"

#include "coll/large/exchange.h"
#include "coll/large/large.h"

/* ---- members of two groups without a part ------------------------------------------------ */

/* They take the sequence number and leave it, but not before it could be entered. */
static MPI_Count no_bytes(const struct coll_op *op)
{
    (void)op;
    return 0;
}

static void post_nothing(struct coll_op *op)
{
    (void)op;
}

static bool is_complete(struct coll_op *op)
{
    (void)op;
    return true;
}

const struct coll_algorithm stand_by = {.cell_bytes = no_bytes,
                                        .post = post_nothing,
                                        .complete = is_complete,
                                        .seqnos = 1,
                                        .is_small = true};

/* ---- rooted operations ----------------------------------------------------------------------- */

/* A receiver does not know whether the root's other blocks are as short as its own. */
static const struct coll_algorithm *choose_scatter(const struct coll_args *args)
{
    bool is_small;

    if (!args_are_roots(args))
        is_small = cell_fits(data_bytes(&args->recv) * comm_size(args->comm));
    else if (args->is_plain)
        is_small = cell_fits(data_bytes(&args->send) * comm_size(args->comm));
    else
        is_small = cell_fits(
            cell_bytes_of_packets(args, scatter_packet, comm_peers(args->comm)->size));
    return is_small ? &scatter_small : &from_root_large;
}

static const struct coll_algorithm *choose_rooted(const struct coll_args *args)
{
    if (args->root == MPI_PROC_NULL)
        return &stand_by;
    switch (args->kind) {
    case COLL_BCAST:
        return cell_fits(data_bytes(&args->send)) ? &bcast_small : &from_root_large;
    case COLL_GATHER:
        return args_are_roots(args) || cell_fits(data_bytes(&args->send)) ? &gather_small
                                                                           : &to_root_large;
    default:
        return choose_scatter(args);
    }
}

/* ---- operations of all to all ---------------------------------------------------------------- */

/* May all members show what they have for the others with their cells? They must all come to the
 * same answer; what an alltoallv moves only its two members know. */
static bool fits_cells(const struct coll_args *args)
{
    MPI_Count most = args->recv.count;
    int i;

    if (comm_is_inter(args->comm))
        return false;
    if (args->kind == COLL_ALLTOALL)
        return args->recv_blocks == NULL && cell_fits(data_bytes(&args->recv)) &&
               cell_fits(data_bytes(&args->recv) * comm_size(args->comm));
    if (args->recv_blocks != NULL)
        for (i = 0; i < comm_size(args->comm); i++)
            if (view_at(args->recv_blocks->counts, (size_t)i) > most)
                most = view_at(args->recv_blocks->counts, (size_t)i);
    return most <= SLOT_BYTES && cell_fits(most * args->recv.type->size);
}

static const struct coll_algorithm *choose_alltoall(const struct coll_args *args,
                                                    bool is_oversubscribed)
{
    if (fits_cells(args))
        return &alltoall_small;
    if (args->recv_blocks != NULL && args->is_plain &&
        policy_is_plain_small(args, COLL_ALLTOALL, is_oversubscribed))
        return &alltoallv_small;
    return args->is_in_place ? &alltoall_in_place_exchange.algorithm
                             : &alltoall_exchange.algorithm;
}

/* ---- neighbours ------------------------------------------------------------------------------ */

static const struct coll_algorithm *choose_of_neighbors(const struct coll_args *args)
{
    if (!args->is_plain || !policy_is_plain_small(args, args->kind, false))
        return &neighbor_exchange.algorithm;
    return args->kind == COLL_NEIGHBOR_ALLGATHER ? &neighbor_allgather_small
                                                 : &neighbor_alltoall_small;
}

/* ---- reductions ------------------------------------------------------------------------------ */

static const struct coll_algorithm *choose_small_reduction(enum coll_kind kind)
{
    switch (kind) {
    case COLL_REDUCE:
        return &reduce_small;
    case COLL_ALLREDUCE:
        return &allreduce_small;
    case COLL_REDUCE_SCATTER:
        return &reduce_scatter_small;
    default:
        return &scan_small;
    }
}

/* Two members with a processor each combine an allreduce for themselves. */
static const struct exchange *choose_large_reduction(const struct coll_args *args,
                                                     bool is_oversubscribed)
{
    bool is_whole =
        !is_oversubscribed && !comm_is_inter(args->comm) && comm_size(args->comm) == 2;

    switch (args->kind) {
    case COLL_REDUCE:
        return &reduce_exchange;
    case COLL_ALLREDUCE:
        return is_whole ? &allreduce_whole_exchange : &allreduce_exchange;
    case COLL_REDUCE_SCATTER:
        return &reduce_scatter_exchange;
    default:
        return &scan_exchange;
    }
}

static const struct coll_algorithm *choose_reduction(const struct coll_args *args,
                                                     bool is_oversubscribed)
{
    if (!comm_is_inter(args->comm) &&
        policy_is_small_reduction(args, args->kind, is_oversubscribed))
        return choose_small_reduction(args->kind);
    return &choose_large_reduction(args, is_oversubscribed)->algorithm;
}

/* ---- all ------------------------------------------------------------------------------------- */

const struct coll_algorithm *coll_choose(const struct coll_args *args)
{
    const bool is_oversubscribed = context_is_oversubscribed(args->comm->context);

    if (coll_is_barrier(args->kind))
        return &barrier_small;
    if (args->neighbors != NULL)
        return choose_of_neighbors(args);
    if (coll_is_reduction(args->kind))
        return choose_reduction(args, is_oversubscribed);
    if (args->kind == COLL_ALLGATHER)
        return fits_cells(args) ? &allgather_small : &allgather_exchange.algorithm;
    if (args->kind == COLL_ALLTOALL)
        return choose_alltoall(args, is_oversubscribed);
    return choose_rooted(args);
}

/* The bytes that one member reads of others. */
static MPI_Count volume(const struct coll_op *op)
{
    const struct coll_args *args = op->args;
    MPI_Count sum = 0;
    int i, blocks = op->peers;

    if (coll_is_reduction(args->kind))
        return data_bytes(&args->send);
    if (args->neighbors != NULL)
        blocks = args->neighbors->sources_count;
    for (i = 0; i < blocks; i++) {
        struct data block = coll_block(&args->recv, args->recv_blocks, i);

        sum += data_bytes(&block);
    }
    return sum;
}

bool coll_is_small_exchange(const struct coll_op *op)
{
    return volume(op) <= (op->args->kind == COLL_ALLREDUCE
                              ? knobs.coll_central_allreduce_bytes_max
                              : knobs.coll_central_bytes_max);
}
