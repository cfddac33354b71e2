/* SPDX-License-Identifier: MIT */
/* A broadcast is a message from the root to each other member, a reduction one from each of them
 * to the root; in an allreduce, a scan or a barrier every member sends what it has, which may be
 * nothing, to all whose result it is part of. */
#include "coll/counters.h"

#include "rank/counters.h"

static void count(const struct coll_args *args, int peer, MPI_Count bytes)
{
    struct rank *self = args->comm->self;
    const struct rank *to = comm_peers(args->comm)->members[peer];

    if (to != self)
        counters_count(self, COUNTERS_COLLECTIVE, to, bytes);
}

static void count_all(const struct coll_args *args, int first, MPI_Count bytes)
{
    for (int peer = first; peer < comm_peers(args->comm)->size; peer++)
        count(args, peer, bytes);
}

static void count_to_root(const struct coll_args *args)
{
    if (!args_are_roots(args) && args->root != MPI_PROC_NULL)
        count(args, args->root, data_bytes(&args->send));
}

static MPI_Count block_bytes(const struct data *all, const struct blocks *blocks, int i)
{
    const struct data block = coll_block(all, blocks, i);

    return data_bytes(&block);
}

static void count_blocks(const struct coll_args *args)
{
    for (int peer = 0; peer < comm_peers(args->comm)->size; peer++)
        count(args, peer,
              args->is_in_place && args->kind == COLL_ALLTOALL
                  ? block_bytes(&args->recv, args->recv_blocks, peer)
                  : block_bytes(&args->send, args->send_blocks, peer));
}

/* The elements that a member gets of this member's operand. The other group of an
 * intercommunicator divides it as it likes, and only its members know how: it counts as equal
 * parts, as those of Reduce_scatter_block are. */
static MPI_Count count_result(const struct coll_args *args, int peer)
{
    int peers = comm_peers(args->comm)->size;

    if (comm_is_inter(args->comm))
        return args->send.count / peers + (peer < args->send.count % peers);
    return args->recv_blocks == NULL ? args->recv.count
                                     : view_at(args->recv_blocks->counts, (size_t)peer);
}

static void count_results(const struct coll_args *args)
{
    for (int peer = 0; peer < comm_peers(args->comm)->size; peer++)
        count(args, peer, count_result(args, peer) * args->send.type->size);
}

static void count_neighbors(const struct coll_args *args)
{
    for (int i = 0; i < args->neighbors->targets_count; i++)
        if (args->neighbors->targets[i] != MPI_PROC_NULL)
            count(args, args->neighbors->targets[i],
                  args->kind == COLL_NEIGHBOR_ALLGATHER
                      ? data_bytes(&args->send)
                      : block_bytes(&args->send, args->send_blocks, i));
}

static void count_for_each(const struct coll_args *args)
{
    switch (args->kind) {
    case COLL_BARRIER:
    case COLL_FINALIZE:
    case COLL_COMM_DISCONNECT:
    case COLL_WIN_FENCE:
    case COLL_WIN_FREE:
        count_all(args, 0, 0);
        break;
    case COLL_SYNCHRONIZE: /* the operation itself is counted */
        break;
    case COLL_BCAST:
        if (args_are_roots(args))
            count_all(args, 0, data_bytes(&args->send));
        break;
    case COLL_SCATTER:
        if (args_are_roots(args))
            count_blocks(args);
        break;
    case COLL_GATHER:
    case COLL_REDUCE:
        count_to_root(args);
        break;
    case COLL_ALLGATHER:
        count_all(args, 0,
                  args->is_in_place ? block_bytes(&args->recv, args->recv_blocks, args->comm->rank)
                                    : data_bytes(&args->send));
        break;
    case COLL_ALLTOALL:
        count_blocks(args);
        break;
    case COLL_ALLREDUCE:
        count_all(args, 0, data_bytes(&args->send));
        break;
    case COLL_REDUCE_SCATTER:
        count_results(args);
        break;
    case COLL_SCAN:
    case COLL_EXSCAN:
        count_all(args, args->comm->rank + 1, data_bytes(&args->send));
        break;
    case COLL_NEIGHBOR_ALLGATHER:
    case COLL_NEIGHBOR_ALLTOALL:
        count_neighbors(args);
        break;
    }
}

void coll_count(const struct coll_args *args)
{
    if (counters_operation(args->comm->self))
        count_for_each(args);
}
