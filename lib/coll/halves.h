/* SPDX-License-Identifier: MIT */
/* An operation that goes the straight way, in two halves: the member shows what it has, and takes
 * what it needs. A blocking one does both at once; of others the second may come later. */
#ifndef COLL_HALVES_H
#define COLL_HALVES_H

#include "coll/brief.h"

EACH_ITS_OWN bool is_root(const struct straight_call *call)
{
    return call->root == call->comm->rank;
}

EACH_ITS_OWN struct data block_of(const struct data *all, const struct blocks *blocks, int i)
{
    if (unlikely(blocks != NULL))
        return coll_block(all, blocks, i);
    return (struct data){(char *)all->buf + i * data_bytes(all), all->count, all->type};
}

/* Who is alone has nothing to show, and nobody to wait for. */
EACH_ITS_OWN void copy_own(const struct straight_call *call, enum coll_kind kind)
{
    struct data from = call->send, to = call->recv;

    if (!coll_copies_alone(kind, call->is_in_place))
        return;
    if (!coll_is_reduction(kind)) {
        from = block_of(&call->send, call->send_blocks, 0);
        to = block_of(&call->recv, call->recv_blocks, 0);
    }
    copy_few(to.buf, from.buf, data_bytes(&from));
}

/* The two halves of an operation, at once; or the first one, and what can be done of the other. */
EACH_ITS_OWN int carry_out(const struct straight_call *call, const struct halves *halves)
{
    struct way way;

    if (unlikely(coll_is_alone(call->comm, call->neighbors)) && call->form != COLL_PERSISTENT) {
        copy_own(call, halves->kind);
        return call->form == COLL_BLOCKING ? MPI_SUCCESS : brief_start_done(call);
    }
    if (unlikely(call->form != COLL_BLOCKING))
        return call->form == COLL_NONBLOCKING ? brief_start(call, halves)
                                              : brief_prepare(call, halves);
    if (!halves->show(&way, call))
        return STRAIGHT_NOT;
    while (!halves->take(&way, call))
        if (!let_others_run(&way))
            return go_on(&way, call);
    return leave(&way, halves);
}

#endif
