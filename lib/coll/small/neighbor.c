/* SPDX-License-Identifier: MIT */
/* Neighbor_allgather, _alltoall and their v and w forms with small blocks. What a member has for
 * its targets goes with its cell: one block for all of them, or packets behind a list. A member
 * waits for its sources alone. (Larger blocks, and calls that are not plain: large/neighbor.c,
 * which goes on when a source shows its call.)
 *
 * Source: the standard's chapter on virtual topologies says which block goes where. Cost per
 * member: a cell for each source. */
#include "coll/large/exchange.h"
#include "coll/small/small.h"
#include "rank/observe/event.h"

/* Cells of packets agree whatever their lists' lengths and their types. */
static const uint64_t no_data_sig = 0;

/* The source shows its call: the large algorithm goes on, if this is not the fast copy. */
ALWAYS_INLINE bool is_taken_over(struct coll_op *op, int seat, bool fast)
{
    if (fast || likely(cell_form(cell_at(op, seat)) != CELL_CALL))
        return false;
    coll_hand_over(op, &neighbor_exchange.algorithm);
    return true;
}

/* Takes what the i-th source has. False: it has not come. */
typedef bool take_source(struct coll_op *op, int i, const struct data *to, bool fast);

/* In the order of the sources. A member may be its own neighbour, and then reads its own cell. */
ALWAYS_INLINE bool take_from_sources(struct coll_op *op, take_source *take, bool fast)
{
    const struct coll_args *args = op->args;
    int i;

    for (i = 0; i < args->neighbors->sources_count; i++) {
        struct data to = coll_block(&args->recv, args->recv_blocks, i);

        if (!fast)
            op->progress.seen = i;
        if (args->neighbors->sources[i] != MPI_PROC_NULL && !take(op, i, &to, fast))
            return false;
    }
    return true;
}

/* ---- one block for all targets --------------------------------------------------------------- */

ALWAYS_INLINE MPI_Count block_bytes(const struct coll_op *op)
{
    return data_bytes(&op->args->send);
}

ALWAYS_INLINE void neighbor_allgather_post(struct coll_op *op, bool fast)
{
    const struct data *data = &op->args->send;

    cell_expect(op, COLL_NEIGHBOR_ALLGATHER, data->type, data_bytes(data), fast);
    cell_put(op, cell_open(op, op->seat), data, fast);
    cell_publish(op);
    op_wake_targets(op, fast);
}

/* From a source whose cell is to be one block. */
ALWAYS_INLINE bool take_block(struct coll_op *op, int i, const struct data *to, bool fast)
{
    int seat = op->args->neighbors->sources[i];

    cell_expect(op, COLL_NEIGHBOR_ALLGATHER, to->type, data_bytes(to), fast);
    if (!cell_poll(op, seat, fast) || is_taken_over(op, seat, fast))
        return false;
    cell_take_payload(op, seat, to, fast);
    return true;
}

ALWAYS_INLINE bool neighbor_allgather_complete(struct coll_op *op, bool fast)
{
    return take_from_sources(op, take_block, fast);
}

COLL_OPERATION(neighbor_allgather, block_bytes, COLL_NEIGHBOR_ALLGATHER,
               WAY_NEIGHBOR_ALLGATHER_SMALL, false, 2, NULL)

/* ---- a block for each target ----------------------------------------------------------------- */

MPI_Count neighbor_packets_bytes(const struct coll_args *args)
{
    MPI_Count targets = args->neighbors->targets_count, bytes = data_bytes(&args->send);

    return targets * (MPI_Count)sizeof(struct packet) +
           (args->send_blocks != NULL ? bytes : targets * bytes);
}

ALWAYS_INLINE MPI_Count packets_bytes(const struct coll_op *op)
{
    return neighbor_packets_bytes(op->args);
}

ALWAYS_INLINE void neighbor_alltoall_post(struct coll_op *op, bool fast)
{
    const struct neighbors *neighbors = op->args->neighbors;

    put_packets(op, COLL_NEIGHBOR_ALLTOALL, neighbor_packets_bytes(op->args), neighbor_packet,
                neighbors->targets_count);
    cell_publish(op);
    op_wake_targets(op, fast);
}

/* The number of the source's packet that this member gets as its i-th block (large/neighbor.c); -1:
 * there is none. */
ALWAYS_INLINE int packet_number(const struct coll_op *op, int i)
{
    const struct neighbors *neighbors = op->args->neighbors;
    int seat = neighbors->sources[i], earlier, k;
    int count = (int)cell_at(op, seat)->head.bytes;
    const struct packet *list = cell_packets(cell_at(op, seat));

    if (neighbors->is_grid)
        return (i ^ 1) < count ? i ^ 1 : -1;
    earlier = neighbors_earlier(neighbors, i);
    for (k = 0; k < count; k++)
        if (list[k].dest == op->seat && earlier-- == 0)
            return k;
    return -1;
}

/* From a source whose cell is packed. False also: the packet is not as expected. */
ALWAYS_INLINE bool take_from_packets(struct coll_op *op, int i, const struct data *to, bool fast)
{
    const struct neighbors *neighbors = op->args->neighbors;
    int seat = neighbors->sources[i], number;

    if (!cell_poll_packed(op, seat, no_data_sig, fast) || is_taken_over(op, seat, fast))
        return false;
    if (neighbors->is_grid)
        cell_prefetch_packet(cell_at(op, seat), i ^ 1, data_bytes(to));
    number = packet_number(op, i);
    return likely(number >= 0) ? take_packet(op, seat, number, to, fast) : !fast;
}

ALWAYS_INLINE bool neighbor_alltoall_complete(struct coll_op *op, bool fast)
{
    return take_from_sources(op, take_from_packets, fast);
}

COLL_OPERATION(neighbor_alltoall, packets_bytes, COLL_NEIGHBOR_ALLTOALL,
               WAY_NEIGHBOR_ALLTOALL_SMALL, false, 2, NULL)
