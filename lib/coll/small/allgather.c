/* SPDX-License-Identifier: MIT */
/* Allgather and Allgatherv of small blocks: each goes with its member's cell, and all members take
 * all of them. (Larger ones: large/alltoall.c.)
 *
 * Source: Graham and Shipman, MPI Support for Multi-core Architectures: Optimized Shared Memory
 * Collectives (EuroPVM/MPI 2008). Cost per member: n cells. */
#include "coll/large/exchange.h"
#include "coll/small/small.h"
#include "rank/observe/event.h"

ALWAYS_INLINE struct data own_block(const struct coll_op *op)
{
    int dest;

    return allgather_packet(op->args, 0, &dest);
}

ALWAYS_INLINE MPI_Count allgather_cell_bytes(const struct coll_op *op)
{
    struct data own = own_block(op);

    return short_bytes(data_bytes(&own));
}

ALWAYS_INLINE void allgather_post(struct coll_op *op, bool fast)
{
    struct data own = own_block(op);
    unsigned char *payload;

    cell_expect(op, COLL_ALLGATHER, own.type, data_bytes(&own), fast);
    payload = open_short(op, data_bytes(&own), fast);
    if (fast || likely(payload != NULL))
        cell_put(op, payload, &own, fast);
    if (meeting_enter(op, COLL_ALLGATHER, fast))
        meeting_close(op, fast);
}

ALWAYS_INLINE bool allgather_complete(struct coll_op *op, bool fast)
{
    const struct coll_args *args = op->args;
    int seat;

    if (!op_may_poll_all(op, fast))
        return false;
    for (seat = 0; seat < op->seats; seat++) {
        struct data to = coll_block(&args->recv, args->recv_blocks, seat);

        if (seat == op->seat) {
            if (!args->is_in_place)
                cell_copy(op, &args->send, &to, fast);
            continue;
        }
        cell_expect(op, COLL_ALLGATHER, to.type, data_bytes(&to), fast);
        if (!cell_poll(op, seat, fast))
            return false;
        cell_take_payload(op, seat, &to, fast);
    }
    return true;
}

COLL_OPERATION(allgather, allgather_cell_bytes, COLL_ALLGATHER, WAY_ALLGATHER_SMALL, true, 1, NULL)
