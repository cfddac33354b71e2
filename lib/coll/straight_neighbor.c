/* SPDX-License-Identifier: MIT */
/* The straight way among neighbours. A member waits for its sources alone; the second epoch, in
 * which others would be told that their buffers have been read, is not needed. */
#include "coll/halves.h"

/* What of a packed card's data all members say alike: their lists are as long as they like. */
static const uint64_t motif_alone = UINT32_MAX;

EACH_ITS_OWN void stamp_for_targets(struct way *way, const struct neighbors *neighbors)
{
    struct rank *const *members = way->comm->context->groups[0]->members;
    int i;

    stamp(way);
    for (i = 0; i < neighbors->targets_count; i++) {
        int seat = neighbors->targets[i];

        if (seat != way->rank && seat != MPI_PROC_NULL)
            rank_rouse(members[seat]);
    }
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

EACH_ITS_OWN bool hear_sources(struct way *way, const struct straight_call *call)
{
    const struct neighbors *neighbors = call->neighbors;
    MPI_Count bytes = data_bytes(&call->recv);
    int i;

    for (i = 0; i < neighbors->sources_count; i++) {
        int seat = neighbors->sources[i];

        if (seat == MPI_PROC_NULL)
            continue;
        if (seat != way->rank && !hear(way, seat))
            return false;
        copy_few((char *)call->recv.buf + i * bytes, payload_of(way, seat), bytes);
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

/* The blocks for the targets, behind a list of them. */
EACH_ITS_OWN void write_for_targets(const struct way *way, const struct straight_call *call,
                                    MPI_Count bytes)
{
    const struct neighbors *neighbors = call->neighbors;
    unsigned char *slot = write_card(way);
    struct gift *list = (struct gift *)(void *)slot;
    const uint32_t motif = (uint32_t)way->data;
    uint32_t at = (uint32_t)neighbors->targets_count * (uint32_t)sizeof *list;
    int i;

    for (i = 0; i < neighbors->targets_count; i++, at += (uint32_t)bytes) {
        list[i] = (struct gift){neighbors->targets[i], motif, at, (uint32_t)bytes};
        if (neighbors->targets[i] != MPI_PROC_NULL)
            copy_few(slot + at, (const char *)call->send.buf + i * bytes, bytes);
    }
}

EACH_ITS_OWN bool show_to_targets(struct way *way, const struct straight_call *call)
{
    MPI_Count bytes = data_bytes(&call->send), targets = call->neighbors->targets_count;

    if (targets * (bytes + (MPI_Count)sizeof(struct gift)) > SLOT_BYTES ||
        !enter(way, call, COLL_NEIGHBOR_ALLTOALL, GIFTS, SLOT_BYTES))
        return false;
    enter_next(way);
    way->data = data_word((uint32_t)way->data, targets);
    write_for_targets(way, call, bytes);
    stamp_for_targets(way, call->neighbors);
    return true;
}

/* Which of the source's blocks is the one that this member gets as its i-th (neighbor.c). */
EACH_ITS_OWN const struct gift *find_gift(const struct way *way,
                                          const struct neighbors *neighbors, int i)
{
    int seat = neighbors->sources[i], earlier, k;
    int count = (int)card_of(way, seat)->head.bytes;
    const struct gift *list = (const struct gift *)(const void *)payload_of(way, seat);

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
    MPI_Count bytes = data_bytes(&call->recv);
    int i;

    for (i = 0; i < neighbors->sources_count; i++) {
        int seat = neighbors->sources[i];
        const struct gift *gift;

        if (seat == MPI_PROC_NULL)
            continue;
        if (seat != way->rank && !hear_alike(way, seat, motif_alone))
            return false;
        gift = find_gift(way, neighbors, i);
        if (gift == NULL || gift->bytes != bytes || gift->motif != (uint32_t)way->data)
            return false;
        copy_few((char *)call->recv.buf + i * bytes, payload_of(way, seat) + gift->offset, bytes);
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
