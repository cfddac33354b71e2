/* SPDX-License-Identifier: MIT */
#include "coll/straight.h"

#include "base/knob.h"
#include "coll/fold.h"
#include "coll/way.h"

EACH_ITS_OWN struct data block_of(const struct data *all, const struct blocks *blocks, int i)
{
    if (unlikely(blocks != NULL))
        return coll_block(all, blocks, i);
    return (struct data){(char *)all->buf + i * data_bytes(all), all->count, all->type};
}

/* The blocks that the other members have for this one, each in its place, and its own. */
EACH_ITS_OWN bool hear_blocks(struct way *way, const struct straight_call *call)
{
    int seat;

    for (seat = 0; seat < way->size; seat++) {
        struct data to = block_of(&call->recv, call->recv_blocks, seat);
        MPI_Count bytes = data_bytes(&to);

        if (seat == way->rank) {
            if (!call->is_in_place)
                copy_few(to.buf, call->send.buf, bytes);
            continue;
        }
        expect(way, call, bytes);
        if (!hear(way, seat))
            return false;
        copy_few(to.buf, payload_of(way, seat), bytes);
    }
    return true;
}

/* A block for each other member, behind each other. */
EACH_ITS_OWN void write_blocks(const struct way *way, const struct straight_call *call,
                               MPI_Count bytes)
{
    unsigned char *payload = write_card(way);
    int seat;

    for (seat = 0; seat < way->size; seat++) {
        struct data from = block_of(&call->send, call->send_blocks, seat);

        if (seat != way->rank)
            copy_few(payload + seat * bytes, from.buf, bytes);
    }
}

/* A slice of the first members' operands, combined in their order. */
EACH_ITS_OWN void combine(const struct way *way, const struct straight_call *call, int members,
                          struct slice slice)
{
    const MPI_Count size = call->send.type->size, first = slice.first * size;
    alignas(max_align_t) unsigned char value[STRAIGHT_BYTES_MAX];
    const void *left = NULL;
    int seat;

    for (seat = 0; seat < members; seat++) {
        const unsigned char *next =
            seat == way->rank ? call->send.buf : payload_of(way, seat);
        void *result = seat == members - 1 ? call->recv.buf : value;

        if (left == NULL)
            left = next + first;
        else
            call->kernel(left, next + first, result, slice.count), left = result;
    }
    if (members == 1 && left != call->recv.buf)
        copy_few(call->recv.buf, left, slice.count * size);
}

int straight_barrier(const struct straight_call *call)
{
    struct way way;

    if (!enter(&way, call, COLL_BARRIER, 0, 0))
        return STRAIGHT_NOT;
    write_card(&way);
    stamp_for_all(&way);
    if (!hear_first(&way, way.size))
        return go_on(&way, call, SHOWN);
    return leave(&way, true);
}

int straight_bcast(const struct straight_call *call)
{
    MPI_Count bytes = data_bytes(&call->send);
    bool is_root = call->root == call->comm->rank;
    struct way way;

    if (!enter(&way, call, COLL_BCAST, bytes, is_root ? bytes : NO_CARD))
        return STRAIGHT_NOT;
    if (is_root) {
        copy_few(write_card(&way), call->send.buf, bytes);
        stamp_for_all(&way);
    } else {
        if (!hear(&way, call->root))
            return go_on(&way, call, ENTER);
        copy_few(call->send.buf, payload_of(&way, call->root), bytes);
    }
    return leave(&way, false);
}

/* The root's card is for members that have too much for theirs: the step function shows it. */
int straight_gather(const struct straight_call *call)
{
    bool is_root = call->root == call->comm->rank;
    MPI_Count bytes = data_bytes(&call->send);
    struct way way;

    if (!enter(&way, call, COLL_GATHER, bytes, is_root ? 0 : bytes))
        return STRAIGHT_NOT;
    if (is_root) {
        if (!hear_blocks(&way, call))
            return go_on(&way, call, ENTER);
    } else {
        copy_few(write_card(&way), call->send.buf, bytes);
        stamp_for(&way, call->root);
    }
    return leave(&way, false);
}

int straight_scatter(const struct straight_call *call)
{
    bool is_root = call->root == call->comm->rank;
    int rank = call->comm->rank;
    MPI_Count bytes = data_bytes(&call->send), all = bytes * comm_size(call->comm);
    struct way way;

    if (all > STRAIGHT_BYTES_MAX ||
        !enter(&way, call, COLL_SCATTER, all, is_root ? all : NO_CARD))
        return STRAIGHT_NOT;
    if (is_root) {
        write_blocks(&way, call, bytes);
        stamp_for_all(&way);
        if (!call->is_in_place)
            copy_few(call->recv.buf, block_of(&call->send, call->send_blocks, rank).buf, bytes);
    } else {
        if (!hear(&way, call->root))
            return go_on(&way, call, ENTER);
        copy_few(call->recv.buf, payload_of(&way, call->root) + rank * bytes, bytes);
    }
    return leave(&way, false);
}

int straight_allgather(const struct straight_call *call)
{
    int rank = call->comm->rank;
    struct data own = call->is_in_place ? block_of(&call->recv, call->recv_blocks, rank)
                                        : call->send;
    MPI_Count bytes = data_bytes(&own);
    struct way way;

    if (!enter(&way, call, COLL_ALLGATHER, bytes, bytes))
        return STRAIGHT_NOT;
    copy_few(write_card(&way), own.buf, bytes);
    stamp_for_all(&way);
    if (!hear_blocks(&way, call))
        return go_on(&way, call, SHOWN);
    return leave(&way, true);
}

int straight_alltoall(const struct straight_call *call)
{
    MPI_Count bytes = data_bytes(&call->send), all = bytes * comm_size(call->comm);
    int rank = call->comm->rank, seat;
    struct way way;

    if (all > STRAIGHT_BYTES_MAX || !enter(&way, call, COLL_ALLTOALL, all, all))
        return STRAIGHT_NOT;
    write_blocks(&way, call, bytes);
    stamp_for_all(&way);
    if (!hear_first(&way, way.size))
        return go_on(&way, call, SHOWN);
    for (seat = 0; seat < way.size; seat++) {
        char *to = (char *)call->recv.buf + seat * bytes;

        if (seat != rank)
            copy_few(to, payload_of(&way, seat) + rank * bytes, bytes);
        else if (!call->is_in_place)
            copy_few(to, (char *)call->send.buf + seat * bytes, bytes);
    }
    return leave(&way, true);
}

/* The blocks for the others, behind a list of them. */
EACH_ITS_OWN void write_gifts(const struct way *way, const struct straight_call *call)
{
    unsigned char *slot = write_card(way);
    struct gift *list = (struct gift *)(void *)slot;
    const uint32_t motif = (uint32_t)way->data;
    uint32_t at = (uint32_t)way->size * (uint32_t)sizeof *list;
    int seat;

    for (seat = 0; seat < way->size; seat++) {
        struct data from = coll_block(&call->send, call->send_blocks, seat);
        uint32_t bytes = (uint32_t)data_bytes(&from);

        list[seat] = (struct gift){seat, motif, at, bytes};
        if (seat == way->rank)
            continue;
        copy_few(slot + at, from.buf, bytes);
        at += bytes;
    }
}

/* What the others have for this member, and it for itself. */
EACH_ITS_OWN bool hear_gifts(struct way *way, const struct straight_call *call)
{
    int rank = way->rank, seat;

    for (seat = 0; seat < way->size; seat++) {
        struct data to = coll_block(&call->recv, call->recv_blocks, seat);
        struct data own = coll_block(&call->send, call->send_blocks, rank);
        const unsigned char *from = own.buf;

        if (seat != rank) {
            const struct gift *gift;

            if (!hear(way, seat))
                return false;
            gift = (const struct gift *)(const void *)payload_of(way, seat) + rank;
            if (gift->bytes != data_bytes(&to) || gift->motif != (uint32_t)way->data)
                return false;
            from = payload_of(way, seat) + gift->offset;
        }
        copy_few(to.buf, from, data_bytes(&to));
    }
    return true;
}

/* Nobody has been in the second epoch. */
EACH_ITS_OWN int leave_both(const struct way *way)
{
    int err = leave(way, true);
    struct way next = *way;

    next.epoch++;
    next.lags = LAG_UNKNOWN;
    leave(&next, true);
    return err;
}

/* All take part in an exchange, whose second meeting is not needed when all can do this. */
int straight_alltoallv(const struct straight_call *call)
{
    MPI_Count list = comm_size(call->comm) * (MPI_Count)sizeof(struct gift);
    struct way way;

    if (list + data_bytes(&call->send) > SLOT_BYTES ||
        !enter(&way, call, COLL_ALLTOALL, GIFTS, SLOT_BYTES))
        return STRAIGHT_NOT;
    enter_next(&way);
    write_gifts(&way, call);
    stamp_for_all(&way);
    if (!hear_gifts(&way, call))
        return go_on(&way, call, SHOWN);
    return leave_both(&way);
}

/* The first so many members' operands, at each of the members that are to have the result. */
EACH_ITS_OWN int reduce(const struct straight_call *call, enum coll_kind kind, int members,
                        bool is_shown, bool is_heard, struct slice slice)
{
    MPI_Count bytes = data_bytes(&call->send);
    struct way way;

    if (!enter(&way, call, kind, bytes, bytes))
        return STRAIGHT_NOT;
    if (is_shown) {
        copy_few(write_card(&way), call->send.buf, bytes);
        kind == COLL_REDUCE ? stamp_for(&way, call->root) : stamp_for_all(&way);
    }
    if (!hear_first(&way, members))
        return go_on(&way, call, is_shown ? SHOWN : ENTER);
    combine(&way, call, members, slice);
    return leave(&way, is_heard);
}

static struct slice whole(const struct straight_call *call)
{
    return (struct slice){.count = call->send.count};
}

int straight_reduce(const struct straight_call *call)
{
    int size = comm_size(call->comm);
    bool is_root = call->root == call->comm->rank;

    if (knobs.reduction_tree)
        return STRAIGHT_NOT;
    return reduce(call, COLL_REDUCE, is_root ? size : 0, !is_root, false, whole(call));
}

int straight_allreduce(const struct straight_call *call)
{
    if (knobs.reduction_tree)
        return STRAIGHT_NOT;
    return reduce(call, COLL_ALLREDUCE, comm_size(call->comm), true, true, whole(call));
}

int straight_reduce_scatter(const struct straight_call *call)
{
    struct slice slice = {.first = call->recv.count * call->comm->rank, .count = call->recv.count};
    int i;

    if (knobs.reduction_tree)
        return STRAIGHT_NOT;
    if (call->recv_blocks != NULL)
        for (slice.first = 0, i = 0; i < call->comm->rank; i++)
            slice.first += view_at(call->recv_blocks->counts, (size_t)i);
    return reduce(call, COLL_REDUCE_SCATTER, comm_size(call->comm), true, true, slice);
}

/* The member before shows what all up to it make, and this one likewise. Nobody needs the last
 * one's card. */
EACH_ITS_OWN int scan(const struct straight_call *call, enum coll_kind kind)
{
    const MPI_Count bytes = data_bytes(&call->send), count = call->send.count;
    int rank = call->comm->rank;
    bool is_last = rank + 1 == comm_size(call->comm);
    const void *before = NULL, *sum = call->send.buf;
    void *result = call->recv.buf;
    struct way way;

    if (!enter(&way, call, kind, bytes, is_last ? NO_CARD : bytes))
        return STRAIGHT_NOT;
    way.form = way.form == CARD_SLOT ? CARD_SUM_SLOT : CARD_SUM;
    if (rank > 0) {
        if (!hear(&way, rank - 1))
            return go_on(&way, call, ENTER);
        before = payload_of(&way, rank - 1);
    }
    if (!is_last) {
        unsigned char *payload = write_card(&way);

        if (before != NULL)
            call->kernel(before, sum, payload, count);
        else
            copy_few(payload, sum, bytes);
        sum = payload;
        stamp_for_those_behind(&way);
    } else if (kind == COLL_SCAN && before != NULL) {
        call->kernel(before, sum, result, count);
        sum = result;
    }
    if (kind == COLL_SCAN && sum != result)
        copy_few(result, sum, bytes);
    else if (kind == COLL_EXSCAN && before != NULL)
        copy_few(result, before, bytes);
    return leave(&way, false);
}

int straight_scan(const struct straight_call *call)
{
    return scan(call, COLL_SCAN);
}

int straight_exscan(const struct straight_call *call)
{
    return scan(call, COLL_EXSCAN);
}
