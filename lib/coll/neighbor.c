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
static int block_number(const struct coll *coll, const struct coll *source, int i)
{
    const struct neighbors *own = coll->call->neighbors, *theirs = source->call->neighbors;
    int earlier = 0, k;

    if (own->is_grid)
        return i ^ 1;
    for (k = 0; k < i; k++)
        earlier += own->sources[k] == own->sources[i];
    for (k = 0; k < theirs->targets_count; k++)
        if (theirs->targets[k] == coll_rank(coll) && earlier-- == 0)
            return k;
    return -1;
}

static void share(const struct coll *coll)
{
    const struct coll_call *call = coll->call;
    int i;

    for (i = 0; i < call->neighbors->sources_count; i++) {
        struct data from, to = coll_block(&call->recv, &call->recv_blocks, i);
        int seat = call->neighbors->sources[i], number;
        const struct coll *source;

        if (seat == MPI_PROC_NULL)
            continue;
        source = coll_of(coll, seat);
        from = source->call->send;
        if (call->kind == COLL_NEIGHBOR_ALLTOALL) {
            number = block_number(coll, source, i);
            if (number < 0)
                continue;
            from = coll_block(&source->call->send, &source->call->send_blocks, number);
        }
        coll_copy(coll, seat, coll_seat(coll), &from, &to);
    }
}

const struct exchange neighbor_exchange = {.shares = {share}};
