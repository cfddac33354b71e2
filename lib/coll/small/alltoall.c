/* SPDX-License-Identifier: MIT */
/* Alltoall, Alltoallv and Alltoallw of small blocks. The equal blocks of an alltoall lie one
 * behind the other with the member's cell; those of the v and w forms are packets, behind a list of
 * them. (Larger ones, and in the v and w forms all calls that are not plain: large/alltoall.c.)
 *
 * An alltoallv takes the two sequence numbers of an exchange, because its members cannot all know
 * whether the others' blocks are small. When a member shows its call in place of packets, the
 * exchange goes on.
 *
 * Source: Graham and Shipman, MPI Support for Multi-core Architectures: Optimized Shared Memory
 * Collectives (EuroPVM/MPI 2008). Cost per member: n cells. */
#include "coll/large/exchange.h"
#include "coll/small/small.h"
#include "rank/observe/event.h"

/* ---- equal blocks ---------------------------------------------------------------------------- */

/* In place both sides are one. */
ALWAYS_INLINE const struct data *given_side(const struct coll_args *args)
{
    return args->is_in_place ? &args->recv : &args->send;
}

ALWAYS_INLINE MPI_Count row_bytes(const struct coll_op *op)
{
    return data_bytes(given_side(op->args)) * op->seats;
}

ALWAYS_INLINE MPI_Count alltoall_cell_bytes(const struct coll_op *op)
{
    return short_bytes(row_bytes(op));
}

ALWAYS_INLINE void alltoall_post(struct coll_op *op, bool fast)
{
    const struct data *side = given_side(op->args);
    unsigned char *payload;

    cell_expect(op, COLL_ALLTOALL, side->type, row_bytes(op), fast);
    payload = open_short(op, row_bytes(op), fast);
    if (fast || likely(payload != NULL && op->args->is_plain))
        put_row(op, payload, side, NULL);
    else if (payload != NULL)
        data_pack(&(struct data){side->buf, side->count * op->seats, side->type}, 0, payload,
                  row_bytes(op));
    if (meeting_enter(op, COLL_ALLTOALL, fast))
        meeting_close(op, fast);
}

ALWAYS_INLINE bool alltoall_complete(struct coll_op *op, bool fast)
{
    const struct coll_args *args = op->args;
    const struct data *side = &args->recv;
    int rank = op->seat, seat;

    cell_expect(op, COLL_ALLTOALL, side->type, data_bytes(side) * op->seats, fast);
    if (!op_may_poll_all(op, fast) || !cell_poll_first(op, op->seats, fast))
        return false;
    for (seat = 0; seat < op->seats; seat++) {
        const struct data to = coll_block(side, NULL, seat);
        const struct data from = coll_block(&args->send, NULL, seat);

        if (seat == rank && !args->is_in_place)
            cell_copy(op, &from, &to, fast);
        else if (seat != rank && cell_is_simple(op, fast))
            copy_few(to.buf, cell_payload(cell_at(op, seat), op->form) + rank * data_bytes(&to),
                     data_bytes(&to));
        else if (!fast && seat != rank)
            cell_take_block(op, cell_at(op, seat), seat, &to);
    }
    return true;
}

COLL_SMALL(alltoall, alltoall_cell_bytes, WAY_ALLTOALL_SMALL, true, 1, NULL);

/* ---- blocks of different lengths ------------------------------------------------------------- */

MPI_Count alltoallv_bytes(const struct coll_args *args)
{
    MPI_Count list = comm_size(args->comm) * (MPI_Count)sizeof(struct packet);
    struct data own = coll_block(&args->send, args->send_blocks, args->comm->rank);

    return list + data_bytes(&args->send) - data_bytes(&own);
}

ALWAYS_INLINE MPI_Count alltoallv_cell_bytes(const struct coll_op *op)
{
    return alltoallv_bytes(op->args);
}

ALWAYS_INLINE void alltoallv_post(struct coll_op *op, bool fast)
{
    put_packets(op, COLL_ALLTOALL, alltoallv_bytes(op->args), alltoall_packet, op->seats);
    cell_publish(op);
    op_wake_from(op, 0, fast);
}

ALWAYS_INLINE bool alltoallv_complete(struct coll_op *op, bool fast)
{
    const struct coll_args *args = op->args;
    int seat;

    for (seat = 0; seat < op->seats; seat++) {
        struct data to = coll_block(&args->recv, args->recv_blocks, seat);
        struct data own = coll_block(&args->send, args->send_blocks, seat);

        if (seat == op->seat) {
            copy_few(to.buf, own.buf, data_bytes(&to));
            continue;
        }
        if (!cell_poll_packed(op, seat, UINT64_MAX, fast))
            return false;
        if (!fast && unlikely(cell_form(cell_at(op, seat)) != CELL_PACKED)) {
            coll_hand_over(op, &alltoall_exchange.algorithm);
            return false;
        }
        cell_prefetch_packet(cell_at(op, seat), op->seat - (op->seat > seat), data_bytes(&to));
        if (!take_packet(op, seat, op->seat, &to, fast))
            return false;
    }
    return true;
}

COLL_SMALL(alltoallv, alltoallv_cell_bytes, WAY_ALLTOALLV_SMALL, true, 2, NULL);

int coll_alltoall(const struct coll_args *args, struct request **request)
{
    if (args->recv_blocks != NULL)
        return coll_enter(args, request, COLL_ALLTOALL, &alltoallv_small,
                          COLL_FAST(alltoallv, alltoallv_cell_bytes));
    return coll_enter(args, request, COLL_ALLTOALL, &alltoall_small,
                      COLL_FAST(alltoall, alltoall_cell_bytes));
}
