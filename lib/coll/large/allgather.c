/* SPDX-License-Identifier: MIT */
/* Allgather and Allgatherv of large blocks, and between two groups, in an exchange: each member
 * copies all blocks straight out of their owners' buffers, beginning with its right neighbour's,
 * so that not all read the same one.
 *
 * Source: Ma et al. (gather.c), with their order of peers; of the work by the last to arrive
 * central.h.
 *
 * Cost per member: n copies of a block. */
#include "coll/large/central.h"
#include "coll/large/exchange.h"

static struct data block_at(const struct coll_args *args, int rank)
{
    return coll_block(&args->recv, args->recv_blocks, rank);
}

static int packet_count(const struct coll_args *args)
{
    (void)args;
    return 1;
}

static struct data packet(const struct coll_args *args, int i, int *dest)
{
    (void)i;
    *dest = DEST_ANY;
    return args->is_in_place ? block_at(args, args->comm->rank) : args->send;
}

static void share(const struct coll_op *op, const struct coll_op *by)
{
    bool is_among = op_is_among_peers(op);
    int i;

    (void)by;
    for (i = 1; i <= op->peers; i++) {
        int rank = (op_rank(op) + i) % op->peers;
        struct data to = block_at(op->args, rank);

        if (!is_among || rank != op_rank(op) || !op->args->is_in_place)
            exchange_take(op, op->first + rank, 0, &to);
    }
}

static void all(const struct coll_op *op)
{
    central_pass(op, true);
}

const struct exchange allgather_exchange = {EXCHANGE_OF_ONE_STAGE,
                                            .shares = {share},
                                            .all = all,
                                            .packet = packet,
                                            .packet_count = packet_count};
