/* SPDX-License-Identifier: MIT */
/* The straight way among neighbours: that of neighbor.c. A member waits for its sources alone; the
 * second epoch, in which others would be told that their buffers have been read, is not needed. */
#include "coll/carry_out.h"

/* What of a packed card's data all members say alike: their lists are as long as they like, and
 * each gift has its own type. */
static const uint64_t no_likeness = 0;

EACH_ITS_OWN void stamp_for_targets(struct way *way, const struct neighbors *neighbors)
{
    struct rank *const *members = way->comm->context->groups[0]->members;
    int i;

    stamp(way);
    for (i = 0; i < neighbors->targets_count; i++) {
        int seat = neighbors->targets[i];

        if (seat != way->rank && seat != MPI_PROC_NULL)
            rank_wake(members[seat]);
    }
    if (board_holds_up(way->board)) /* others may wait for the card, too (neighbor.c) */
        wake_all(way);
}

EACH_ITS_OWN bool show_same(struct way *way, const struct straight_call *call)
{
    MPI_Count bytes = data_bytes(&call->send);

    if (!enter(way, call, COLL_NEIGHBOR_ALLGATHER, bytes, bytes))
        return false;
    enter_next(way);
    copy_few(write_card(way), call->send.buf, bytes);
    stamp_for_targets(way, call->neighbors);
    return true;
}

/* A member may be its own neighbour, and then has a card of its own to read. */
EACH_ITS_OWN bool hear_sources(struct way *way, const struct straight_call *call)
{
    const struct neighbors *neighbors = call->neighbors;
    int i;

    for (i = 0; i < neighbors->sources_count; i++) {
        struct data to = block_of(&call->recv, call->recv_blocks, i);
        MPI_Count bytes = data_bytes(&to);
        int seat = neighbors->sources[i];

        if (seat == MPI_PROC_NULL)
            continue;
        expect(way, call, COLL_NEIGHBOR_ALLGATHER, bytes);
        if (!hear(way, seat))
            return false;
        copy_few(to.buf, payload_of(way, seat), bytes);
    }
    return true;
}

int straight_neighbor_allgather(const struct straight_call *call)
{
    static const struct halves halves = {
        .kind = COLL_NEIGHBOR_ALLGATHER, .show = show_same, .take = hear_sources,
        .is_double = true};

    return carry_out(call, &halves);
}

EACH_ITS_OWN struct data block_for(const struct straight_call *call, int i)
{
    return block_of(&call->send, call->send_blocks, i);
}

/* The blocks for the targets, behind a list of them. */
EACH_ITS_OWN void write_for_targets(const struct way *way, const struct straight_call *call)
{
    const struct neighbors *neighbors = call->neighbors;
    unsigned char *start = write_card(way);
    struct gift *list = (struct gift *)(void *)start;
    size_t at = (size_t)neighbors->targets_count * sizeof *list;
    int i;

    for (i = 0; i < neighbors->targets_count; i++) {
        struct data from = block_for(call, i);
        size_t bytes = (size_t)data_bytes(&from);

        list[i] = (struct gift){neighbors->targets[i], sig_hash_fold(from.type->sig_hash),
                                (uint16_t)at, (uint16_t)bytes};
        if (neighbors->targets[i] == MPI_PROC_NULL)
            continue;
        copy_few(start + at, from.buf, (MPI_Count)bytes);
        at += bytes;
    }
}

/* The list, and as much as there may be behind it. */
EACH_ITS_OWN MPI_Count bytes_for_targets(const struct straight_call *call)
{
    MPI_Count targets = call->neighbors->targets_count, bytes = data_bytes(&call->send);

    return targets * (MPI_Count)sizeof(struct gift) +
           (call->send_blocks != NULL ? bytes : targets * bytes);
}

EACH_ITS_OWN bool show_to_targets(struct way *way, const struct straight_call *call)
{
    MPI_Count bytes = bytes_for_targets(call);

    if (bytes > SLOT_BYTES || !enter(way, call, COLL_NEIGHBOR_ALLTOALL, GIFTS, bytes))
        return false;
    enter_next(way);
    pack(way, bytes);
    way->data = data_word((uint32_t)way->data, call->neighbors->targets_count);
    write_for_targets(way, call);
    stamp_for_targets(way, call->neighbors);
    return true;
}

/* Which of the source's blocks is the one that this member gets as its i-th (neighbor.c). */
EACH_ITS_OWN const struct gift *find_gift(const struct way *way,
                                          const struct neighbors *neighbors, int i)
{
    int seat = neighbors->sources[i], earlier, k;
    int count = (int)card_of(way, seat)->head.bytes;
    const struct gift *list = card_gifts(card_of(way, seat));

    if (neighbors->is_grid)
        return (i ^ 1) < count ? &list[i ^ 1] : NULL;
    earlier = neighbors_earlier(neighbors, i);
    for (k = 0; k < count; k++)
        if (list[k].taker == way->rank && earlier-- == 0)
            return &list[k];
    return NULL;
}

EACH_ITS_OWN bool hear_from_sources(struct way *way, const struct straight_call *call)
{
    const struct neighbors *neighbors = call->neighbors;
    int i;

    for (i = 0; i < neighbors->sources_count; i++) {
        struct data to = block_of(&call->recv, call->recv_blocks, i);
        int seat = neighbors->sources[i];
        const struct gift *gift;

        if (seat == MPI_PROC_NULL)
            continue;
        if (!hear_packed(way, seat, no_likeness))
            return false;
        if (neighbors->is_grid)
            ask_for_gift(card_of(way, seat), i ^ 1, data_bytes(&to));
        gift = find_gift(way, neighbors, i);
        if (gift == NULL || gift->bytes != data_bytes(&to) ||
            gift->sig_hash != sig_hash_fold(to.type->sig_hash))
            return false;
        copy_few(to.buf, card_payload(card_of(way, seat)) + gift->offset, gift->bytes);
    }
    return true;
}

int straight_neighbor_alltoall(const struct straight_call *call)
{
    static const struct halves halves = {
        .kind = COLL_NEIGHBOR_ALLTOALL, .show = show_to_targets, .take = hear_from_sources,
        .is_double = true};

    return carry_out(call, &halves);
}
