/* SPDX-License-Identifier: MIT */
/* The straight way of all but reductions and neighbours: those of barrier.c, bcast.c, gather.c,
 * scatter.c, allgather.c and alltoall.c, and the gifts of an exchange (exchange.c). */
#include "coll/straight.h"

#include "coll/carry_out.h"
#include "coll/way_meeting.h"

/* What is to be alike of the data, for all to be told at once: nothing (card_likeness). */
enum { NO_LIKENESS = 0 };

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
        expect(way, call, COLL_ALLGATHER, bytes);
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

EACH_ITS_OWN bool show_nothing(struct way *way, const struct straight_call *call)
{
    if (!enter(way, call, COLL_BARRIER, 0, 0))
        return false;
    write_card(way);
    stamp_for_all(way);
    return true;
}

EACH_ITS_OWN bool take_nothing(struct way *way, const struct straight_call *call)
{
    (void)call;
    return hear_first(way, way->size);
}

EACH_ITS_OWN bool come_with_nothing(struct way *way, const struct straight_call *call)
{
    if (!enter_meeting(way, call, COLL_BARRIER, 0))
        return false;
    write_card(way);
    if (come(way, NO_LIKENESS))
        announce(way);
    return true;
}

EACH_ITS_OWN bool hear_end(struct way *way, const struct straight_call *call)
{
    (void)call;
    return hear_table(way);
}

static int meet(const struct straight_call *call)
{
    static const struct halves halves = {
        .kind = COLL_BARRIER, .show = come_with_nothing, .take = hear_end, .is_heard = true};

    return carry_out(call, &halves);
}

int straight_barrier(const struct straight_call *call)
{
    static const struct halves halves = {
        .kind = COLL_BARRIER, .show = show_nothing, .take = take_nothing, .is_heard = true};

    return is_meeting(call) ? meet(call) : carry_out(call, &halves);
}

EACH_ITS_OWN bool show_to_all(struct way *way, const struct straight_call *call)
{
    MPI_Count bytes = data_bytes(&call->send);

    if (!enter(way, call, COLL_BCAST, bytes, is_root(call) ? bytes : NO_CARD))
        return false;
    if (is_root(call)) {
        copy_few(write_card(way), call->send.buf, bytes);
        stamp_for_all(way);
    }
    return true;
}

EACH_ITS_OWN bool take_roots(struct way *way, const struct straight_call *call)
{
    if (is_root(call))
        return true;
    if (!hear(way, call->root))
        return false;
    copy_few(call->send.buf, payload_of(way, call->root), data_bytes(&call->send));
    return true;
}

int straight_bcast(const struct straight_call *call)
{
    static const struct halves halves = {
        .kind = COLL_BCAST, .show = show_to_all, .take = take_roots};

    return carry_out(call, &halves);
}

/* The root's card is for members that have too much for theirs: the step function shows it. */
EACH_ITS_OWN bool show_to_root(struct way *way, const struct straight_call *call)
{
    MPI_Count bytes = data_bytes(&call->send);

    if (!enter(way, call, COLL_GATHER, bytes, is_root(call) ? 0 : bytes))
        return false;
    if (!is_root(call)) {
        copy_few(write_card(way), call->send.buf, bytes);
        stamp_for(way, call->root);
    }
    return true;
}

EACH_ITS_OWN bool take_at_root(struct way *way, const struct straight_call *call)
{
    return !is_root(call) || hear_blocks(way, call);
}

int straight_gather(const struct straight_call *call)
{
    static const struct halves halves = {
        .kind = COLL_GATHER, .show = show_to_root, .take = take_at_root};

    return carry_out(call, &halves);
}

EACH_ITS_OWN bool show_blocks(struct way *way, const struct straight_call *call)
{
    MPI_Count bytes = data_bytes(&call->send), all = bytes * comm_size(call->comm);

    if (all > STRAIGHT_BYTES_MAX ||
        !enter(way, call, COLL_SCATTER, all, is_root(call) ? all : NO_CARD))
        return false;
    if (is_root(call)) {
        write_blocks(way, call, bytes);
        stamp_for_all(way);
    }
    return true;
}

EACH_ITS_OWN bool take_roots_block(struct way *way, const struct straight_call *call)
{
    MPI_Count bytes = data_bytes(&call->send);
    int rank = way->rank;

    if (!is_root(call)) {
        if (!hear(way, call->root))
            return false;
        copy_few(call->recv.buf, payload_of(way, call->root) + rank * bytes, bytes);
    } else if (!call->is_in_place) {
        copy_few(call->recv.buf, block_of(&call->send, call->send_blocks, rank).buf, bytes);
    }
    return true;
}

int straight_scatter(const struct straight_call *call)
{
    static const struct halves halves = {
        .kind = COLL_SCATTER, .show = show_blocks, .take = take_roots_block};

    return carry_out(call, &halves);
}

EACH_ITS_OWN bool show_own(struct way *way, const struct straight_call *call)
{
    struct data own = call->is_in_place
                          ? block_of(&call->recv, call->recv_blocks, call->comm->rank)
                          : call->send;
    MPI_Count bytes = data_bytes(&own);

    if (!enter_with_all(way, call, COLL_ALLGATHER, bytes))
        return false;
    copy_few(write_card(way), own.buf, bytes);
    show_with_all(way, NO_LIKENESS);
    return true;
}

EACH_ITS_OWN bool take_each(struct way *way, const struct straight_call *call)
{
    return may_hear_all(way) && hear_blocks(way, call);
}

int straight_allgather(const struct straight_call *call)
{
    static const struct halves halves = {
        .kind = COLL_ALLGATHER, .show = show_own, .take = take_each, .is_heard = true};

    return carry_out(call, &halves);
}

EACH_ITS_OWN bool show_all_blocks(struct way *way, const struct straight_call *call)
{
    MPI_Count bytes = data_bytes(&call->send), all = bytes * comm_size(call->comm);

    if (all > STRAIGHT_BYTES_MAX || !enter_with_all(way, call, COLL_ALLTOALL, all))
        return false;
    write_blocks(way, call, bytes);
    show_with_all(way, NO_LIKENESS);
    return true;
}

EACH_ITS_OWN bool take_all_blocks(struct way *way, const struct straight_call *call)
{
    MPI_Count bytes = data_bytes(&call->send);
    int rank = way->rank, seat;

    if (!may_hear_all(way) || !hear_first(way, way->size))
        return false;
    for (seat = 0; seat < way->size; seat++) {
        char *to = (char *)call->recv.buf + seat * bytes;

        if (seat != rank)
            copy_few(to, payload_of(way, seat) + rank * bytes, bytes);
        else if (!call->is_in_place)
            copy_few(to, (char *)call->send.buf + seat * bytes, bytes);
    }
    return true;
}

int straight_alltoall(const struct straight_call *call)
{
    static const struct halves halves = {
        .kind = COLL_ALLTOALL, .show = show_all_blocks, .take = take_all_blocks,
        .is_heard = true};

    return carry_out(call, &halves);
}

/* The blocks for the others, behind a list of them. */
EACH_ITS_OWN void write_gifts(const struct way *way, const struct straight_call *call)
{
    unsigned char *start = write_card(way);
    struct gift *list = (struct gift *)(void *)start;
    size_t at = (size_t)way->size * sizeof *list;
    int seat;

    for (seat = 0; seat < way->size; seat++) {
        struct data from = coll_block(&call->send, call->send_blocks, seat);
        size_t bytes = (size_t)data_bytes(&from);

        list[seat] = (struct gift){seat, sig_hash_fold(from.type->sig_hash), (uint16_t)at,
                                   (uint16_t)bytes};
        if (seat == way->rank)
            continue;
        copy_few(start + at, from.buf, (MPI_Count)bytes);
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
            const struct coll_card *card = card_of(way, seat);
            const struct gift *gift;

            if (!hear_packed(way, seat, UINT64_MAX))
                return false;
            ask_for_gift(card, rank - (rank > seat), data_bytes(&to));
            gift = card_gifts(card) + rank;
            if (gift->bytes != data_bytes(&to) ||
                gift->sig_hash != sig_hash_fold(to.type->sig_hash))
                return false;
            from = card_payload(card) + gift->offset;
        }
        copy_few(to.buf, from, data_bytes(&to));
    }
    return true;
}

EACH_ITS_OWN bool show_gifts(struct way *way, const struct straight_call *call)
{
    MPI_Count list = comm_size(call->comm) * (MPI_Count)sizeof(struct gift);
    struct data own = coll_block(&call->send, call->send_blocks, call->comm->rank);
    MPI_Count bytes = list + data_bytes(&call->send) - data_bytes(&own);

    if (bytes > SLOT_BYTES || !enter(way, call, COLL_ALLTOALL, GIFTS, bytes))
        return false;
    enter_next(way);
    pack(way, bytes);
    write_gifts(way, call);
    stamp_for_all(way);
    return true;
}

/* All take part in an exchange, whose second meeting is not needed when all can do this. */
int straight_alltoallv(const struct straight_call *call)
{
    static const struct halves halves = {
        .kind = COLL_ALLTOALL, .show = show_gifts, .take = hear_gifts,
        .is_heard = true, .is_double = true};

    return carry_out(call, &halves);
}
