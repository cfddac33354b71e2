/* SPDX-License-Identifier: MIT */
#include "coll/args.h"

int coll_blocks_sent(const struct coll_args *args)
{
    if (args->send_blocks == NULL || (args->kind == COLL_SCATTER && !args_are_roots(args)))
        return 0;
    return args_targets(args);
}

int coll_blocks_received(const struct coll_args *args)
{
    if (args->recv_blocks == NULL || (args->kind == COLL_GATHER && !args_are_roots(args)))
        return 0;
    if (args->kind == COLL_REDUCE_SCATTER)
        return comm_size(args->comm);
    return args_sources(args);
}

struct data blocks_at(const struct blocks *blocks, const struct data *all, int i)
{
    struct data block = *all;
    MPI_Count distance;

    block.count = view_at(blocks->counts, (size_t)i);
    if (blocks->types != NULL)
        block.type = blocks->types[i];
    if (block.count == 0) /* the displacement of nothing says nothing */
        return block;
    distance = view_at(blocks->displacements, (size_t)i);
    if (blocks->types == NULL)
        distance *= all->type->extent;
    block.buf = (char *)all->buf + distance;
    return block;
}

void args_move_received(struct coll_args *args, ptrdiff_t shift)
{
    uintptr_t send = (uintptr_t)args->send.buf, recv = (uintptr_t)args->recv.buf;

    if (args_receive_into_send(args) || (args->is_in_place && send == recv))
        args->send.buf = (void *)(send + (uintptr_t)shift);
    if (args->kind != COLL_BCAST)
        args->recv.buf = (void *)(recv + (uintptr_t)shift);
}
