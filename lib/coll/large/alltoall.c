/* SPDX-License-Identifier: MIT */
/* Alltoall, Alltoallv and Alltoallw of large blocks, in an exchange: each member copies what is
 * meant for it straight out of the others' buffers, beginning with its right neighbour's. In
 * place, one member of each pair swaps the blocks of both.
 *
 * Source: the pairwise exchange of Thakur, Rabenseifner and Gropp, Optimization of Collective
 * Communication Operations in MPICH (IJHPCA 19, 2005), without its rounds: nobody waits for a
 * partner. Of the work by the last to arrive central.h.
 *
 * Cost per member: n copies of a block. */
#include "coll/large/central.h"
#include "coll/large/exchange.h"

static packet_of sent_block;

static struct data sent_block(const struct coll_args *args, int rank, int *dest)
{
    *dest = rank;
    if (args->is_in_place)
        return coll_block(&args->recv, args->recv_blocks, rank);
    return coll_block(&args->send, args->send_blocks, rank);
}

static int packet_count(const struct coll_args *args)
{
    return comm_peers(args->comm)->size;
}

static struct data received_block(const struct coll_op *op, int rank)
{
    return coll_block(&op->args->recv, op->args->recv_blocks, rank);
}

static void swap(const struct data *one, const struct data *other)
{
    unsigned char held[SWAP_BYTES];
    MPI_Count bytes = data_bytes(one), offset, length;

    if (data_bytes(other) < bytes)
        bytes = data_bytes(other);
    for (offset = 0; offset < bytes; offset += length) {
        length = bytes - offset < SWAP_BYTES ? bytes - offset : SWAP_BYTES;
        data_pack(one, offset, held, length);
        data_copy_range(other, one, offset, length);
        data_unpack(other, offset, held, length);
    }
}

static void share_in_place(const struct coll_op *op, const struct coll_op *by)
{
    int own = op_rank(op), rank;

    (void)by;
    for (rank = 0; rank < op->peers; rank++) {
        /* Of each pair one swaps; which one changes from pair to pair, so that all have work. */
        bool is_mine = rank != own && ((own + rank) % 2 == 0) == (own < rank);

        if (is_mine) {
            struct data ours = received_block(op, rank);
            struct data theirs = received_block(op_of(op, rank), own);

            if (unlikely(data_bytes(&ours) != data_bytes(&theirs) ||
                         !sig_hash_matches(ours.type->sig_hash, theirs.type->sig_hash)))
                op_copy(op, rank, own, &theirs, &ours); /* which reports the difference */
            else
                swap(&ours, &theirs);
        }
    }
}

static void share(const struct coll_op *op, const struct coll_op *by)
{
    int i;

    (void)by;
    for (i = 1; i <= op->peers; i++) {
        int rank = (op_rank(op) + i) % op->peers;
        struct data to = received_block(op, rank);

        exchange_take(op, op->first + rank, op_rank(op), &to);
    }
}

static void all(const struct coll_op *op)
{
    central_pass(op, false);
}

const struct exchange alltoall_exchange = {EXCHANGE_OF_ONE_STAGE,
                                           .shares = {share},
                                           .all = all,
                                           .packet = sent_block,
                                           .packet_count = packet_count};
const struct exchange alltoall_in_place_exchange = {EXCHANGE_OF_ONE_STAGE,
                                                    .shares = {share_in_place}};
