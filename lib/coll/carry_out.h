/* SPDX-License-Identifier: MIT */
/* How an operation that goes the straight way is carried out, in whichever form it is called. */
#ifndef COLL_CARRY_OUT_H
#define COLL_CARRY_OUT_H

#include "coll/brief.h"

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
