/* SPDX-License-Identifier: MIT */
/* Events of a collective operation: its beginning, its end, and, if there is a subscriber, the
 * parts that it moves from member to member by its meaning, however it is done.
 *
 * A broadcast is a message from the root to each other member, a reduction one from each of them
 * to the root; in an allreduce, a scan or a barrier every member sends what it has, which may be
 * nothing, to all whose result it is part of. */
#include "coll/args.h"
#include "rank/observe/event.h"

static void show_part(const struct coll_args *args, int peer, MPI_Count bytes)
{
    struct rank *self = args->comm->self;
    const struct rank *to = comm_peers(args->comm)->members[peer];

    if (to != self)
        observer_send(self, &(struct event){.way = WAY_PART, .peer = to, .bytes = bytes});
}

static MPI_Count block_bytes(const struct data *all, const struct blocks *blocks, int i)
{
    const struct data block = coll_block(all, blocks, i);

    return data_bytes(&block);
}

/* The elements that a member gets of this member's operand. The other group of an
 * intercommunicator divides it as it likes, and only its members know how: it counts as equal
 * parts, as those of Reduce_scatter_block are. */
static MPI_Count result_count(const struct coll_args *args, int peer)
{
    int peers = comm_peers(args->comm)->size;

    if (comm_is_inter(args->comm))
        return args->send.count / peers + (peer < args->send.count % peers);
    return args->recv_blocks == NULL ? args->recv.count
                                     : view_at(args->recv_blocks->counts, (size_t)peer);
}

static bool is_sent_to(const struct coll_args *args, int peer)
{
    if (coll_is_from_root(args->kind))
        return args_are_roots(args);
    if (coll_has_root(args->kind))
        return peer == args->root;
    if (coll_is_scan(args->kind))
        return peer > args->comm->rank;
    return args->kind != COLL_SYNCHRONIZE; /* the operation itself is counted */
}

static MPI_Count bytes_for(const struct coll_args *args, int peer)
{
    if (coll_is_barrier(args->kind))
        return 0;
    if (args->kind == COLL_REDUCE_SCATTER)
        return result_count(args, peer) * args->send.type->size;
    if (args->kind == COLL_ALLTOALL && args->is_in_place)
        return block_bytes(&args->recv, args->recv_blocks, peer);
    if (args->kind == COLL_ALLGATHER && args->is_in_place)
        return block_bytes(&args->recv, args->recv_blocks, args->comm->rank);
    if (args->kind == COLL_ALLTOALL || args->kind == COLL_SCATTER)
        return block_bytes(&args->send, args->send_blocks, peer);
    return data_bytes(&args->send);
}

static void show_parts_for_neighbors(const struct coll_args *args)
{
    for (int i = 0; i < args->neighbors->targets_count; i++)
        if (args->neighbors->targets[i] != MPI_PROC_NULL)
            show_part(args, args->neighbors->targets[i],
                      args->kind == COLL_NEIGHBOR_ALLGATHER
                          ? data_bytes(&args->send)
                          : block_bytes(&args->send, args->send_blocks, i));
}

static void show_parts(const struct coll_args *args)
{
    if (args->neighbors != NULL)
        show_parts_for_neighbors(args);
    for (int peer = 0; args->neighbors == NULL && peer < comm_peers(args->comm)->size; peer++)
        if (is_sent_to(args, peer))
            show_part(args, peer, bytes_for(args, peer));
}

void coll_show(const struct coll_args *args, unsigned way)
{
    struct rank *self = args->comm->self;

    observer_send(self, &(struct event){.way = way, .site = args->call->site, .facts = args,
                                        .context = args->comm->context->id});
    if (way != WAY_LEFT && observer_sees(self, EVENT_PART))
        show_parts(args);
}
