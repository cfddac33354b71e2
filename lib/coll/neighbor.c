/* SPDX-License-Identifier: MIT */
/* Neighbor_allgather, _alltoall and their v and w forms: each member copies what its sources have
 * for it out of their buffers, in an exchange.
 *
 * A source may be the same member several times. Of its blocks for this member the first goes where
 * it is the first time a source, and so on; on a grid what leaves at one end of a dimension arrives
 * at the other end of its neighbour's, which makes a difference on rings of one or two.
 *
 * Cost per member: a copy for each source, two meetings. */
#include "coll/card.h"
#include "coll/exchange.h"

/* Which of a source's blocks is the one that this member gets as its i-th. */
static int block_number(const struct coll *coll, int i)
{
    const struct neighbors *own = coll->call->neighbors;
    int earlier = 0, k, taker;

    if (coll->call->kind == COLL_NEIGHBOR_ALLGATHER)
        return 0;
    if (own->is_grid)
        return i ^ 1;
    for (k = 0; k < i; k++)
        earlier += own->sources[k] == own->sources[i];
    for (k = 0; (taker = exchange_taker(coll, own->sources[i], k)) != MPI_UNDEFINED; k++)
        if (taker == coll_rank(coll) && earlier-- == 0)
            return k;
    return -1;
}

static int gift_count(const struct coll_call *call)
{
    return call->kind == COLL_NEIGHBOR_ALLGATHER ? 1 : call->neighbors->targets_count;
}

static struct data gift(const struct coll_call *call, int i, int *taker)
{
    if (call->kind == COLL_NEIGHBOR_ALLGATHER) {
        *taker = TAKER_ANY;
        return call->send;
    }
    *taker = call->neighbors->targets[i];
    return coll_block(&call->send, &call->send_blocks, i);
}

static void share(const struct coll *coll)
{
    const struct coll_call *call = coll->call;
    int i;

    for (i = 0; i < call->neighbors->sources_count; i++) {
        struct data to = coll_block(&call->recv, &call->recv_blocks, i);
        int seat = call->neighbors->sources[i], number;

        if (seat == MPI_PROC_NULL)
            continue;
        number = block_number(coll, i);
        if (number >= 0)
            exchange_take(coll, seat, number, &to);
    }
}

const struct exchange neighbor_exchange = {
    .shares = {share}, .gift = gift, .gift_count = gift_count};
