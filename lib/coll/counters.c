/* SPDX-License-Identifier: MIT */
/* A broadcast is a message from the root to each other member, a reduction one from each of them to
 * the root; in an allreduce, a scan or a barrier every member sends what it has, which may be
 * nothing, to all whose result it is part of. */
#include "coll/counters.h"

#include "rank/counters.h"

static void count(const struct coll_call *call, int peer, MPI_Count bytes)
{
    struct rank *self = call->comm->self;
    const struct rank *to = comm_peers(call->comm)->members[peer];

    if (to != self)
        counters_count(self, COUNTERS_COLLECTIVE, to, bytes);
}

static void count_all(const struct coll_call *call, int first, MPI_Count bytes)
{
    for (int peer = first; peer < comm_peers(call->comm)->size; peer++)
        count(call, peer, bytes);
}

static void count_to_root(const struct coll_call *call)
{
    if (!coll_call_is_root(call) && call->root != MPI_PROC_NULL)
        count(call, call->root, data_bytes(&call->send));
}

static MPI_Count block_bytes(const struct data *all, const struct blocks *blocks, int i)
{
    const struct data block = coll_block(all, blocks, i);

    return data_bytes(&block);
}

static void count_blocks(const struct coll_call *call)
{
    for (int peer = 0; peer < comm_peers(call->comm)->size; peer++)
        count(call, peer,
              call->is_in_place && call->kind == COLL_ALLTOALL
                  ? block_bytes(&call->recv, &call->recv_blocks, peer)
                  : block_bytes(&call->send, &call->send_blocks, peer));
}

static void count_results(const struct coll_call *call)
{
    for (int peer = 0; peer < comm_peers(call->comm)->size; peer++) {
        MPI_Count elements = view_is_null(call->recv_blocks.counts)
                                 ? call->recv.count
                                 : view_at(call->recv_blocks.counts, (size_t)peer);

        count(call, peer, elements * call->send.type->size);
    }
}

static void count_neighbors(const struct coll_call *call)
{
    for (int i = 0; i < call->neighbors->targets_count; i++)
        if (call->neighbors->targets[i] != MPI_PROC_NULL)
            count(call, call->neighbors->targets[i],
                  call->kind == COLL_NEIGHBOR_ALLGATHER
                      ? data_bytes(&call->send)
                      : block_bytes(&call->send, &call->send_blocks, i));
}

static void count_for_each(const struct coll_call *call)
{
    switch (call->kind) {
    case COLL_BARRIER:
        count_all(call, 0, 0);
        break;
    case COLL_BCAST:
        if (coll_call_is_root(call))
            count_all(call, 0, data_bytes(&call->send));
        break;
    case COLL_SCATTER:
        if (coll_call_is_root(call))
            count_blocks(call);
        break;
    case COLL_GATHER:
    case COLL_REDUCE:
        count_to_root(call);
        break;
    case COLL_ALLGATHER:
        count_all(call, 0,
                  call->is_in_place ? block_bytes(&call->recv, &call->recv_blocks, call->comm->rank)
                                    : data_bytes(&call->send));
        break;
    case COLL_ALLTOALL:
        count_blocks(call);
        break;
    case COLL_ALLREDUCE:
        count_all(call, 0, data_bytes(&call->send));
        break;
    case COLL_REDUCE_SCATTER:
        count_results(call);
        break;
    case COLL_SCAN:
    case COLL_EXSCAN:
        count_all(call, call->comm->rank + 1, data_bytes(&call->send));
        break;
    case COLL_NEIGHBOR_ALLGATHER:
    case COLL_NEIGHBOR_ALLTOALL:
        count_neighbors(call);
        break;
    }
}

void coll_counters(const struct coll_call *call)
{
    if (counters_operation(call->comm->self))
        count_for_each(call);
}
