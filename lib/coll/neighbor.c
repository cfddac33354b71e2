/* SPDX-License-Identifier: MIT */
/* Neighbor_allgather, _alltoall and their v and w forms. Each member takes what its sources have
 * for it: from their cards when it is little, else out of their buffers, and then tells them so. It
 * waits for its sources, and with much for others for its targets, but not for all.
 *
 * A source may be the same member several times. Of its blocks for this member the first goes where
 * it is the first time a source, and so on; on a grid what leaves at one end of a dimension arrives
 * at the other end of its neighbour's, which makes a difference on rings of one or two.
 *
 * Cost per member: a card and a copy for each source, and a card for each target. */
#include "coll/card.h"
#include "coll/exchange.h"

enum { ENTER, TAKE, WAIT_FOR_TARGETS };

/* Which of a source's blocks is the one that this member gets as its i-th. */
static int block_number(const struct coll *coll, int i)
{
    const struct neighbors *own = coll->call->neighbors;
    int earlier, k, taker;

    if (coll->call->kind == COLL_NEIGHBOR_ALLGATHER)
        return 0;
    if (own->is_grid)
        return i ^ 1;
    earlier = neighbors_earlier(own, i);
    for (k = 0; (taker = exchange_taker(coll, own->sources[i], k)) != MPI_UNDEFINED; k++)
        if (taker == coll_rank(coll) && earlier-- == 0)
            return k;
    return -1;
}

static int gift_count(const struct coll_call *call)
{
    return call->kind == COLL_NEIGHBOR_ALLGATHER ? 1 : call->neighbors->targets_count;
}

static struct data gift(const struct coll_call *call, int i, int *taker)
{
    if (call->kind == COLL_NEIGHBOR_ALLGATHER) {
        *taker = TAKER_ANY;
        return call->send;
    }
    *taker = call->neighbors->targets[i];
    return coll_block(&call->send, &call->send_blocks, i);
}

const struct exchange neighbor_exchange = {.gift = gift, .gift_count = gift_count};

/* Others that are there. */
static bool is_other(const struct coll *coll, int seat)
{
    return seat != MPI_PROC_NULL && seat != coll_seat(coll);
}

/* Gifts are in the slot, however few bytes they are. */
static bool is_clear(struct coll *coll)
{
    MPI_Count bytes = exchange_bytes_of_gifts(coll);

    if (bytes > SLOT_BYTES)
        return turn_is_clear(&coll->turns[0]);
    return coll->call->kind == COLL_NEIGHBOR_ALLGATHER
               ? card_is_clear(&coll->turns[0], bytes)
               : turn_is_slot_clear(&coll->turns[0], (size_t)bytes);
}

/* The card that tells what this member has, or where. */
static void show(struct coll *coll)
{
    const struct neighbors *neighbors = coll->call->neighbors;
    struct coll_card card;
    size_t bytes = exchange_card_of_gifts(&card, coll);
    int i;

    coll->is_packed = bytes > 0;
    turn_lay(&coll->turns[0], &card, bytes > 0 ? bytes : card_of_call(&card, coll));
    for (i = 0; i < neighbors->targets_count; i++)
        if (is_other(coll, neighbors->targets[i]))
            turn_rouse(&coll->turns[0], neighbors->targets[i]);
}

/* Takes what the sources have for this member; true when it has all. */
static bool take(struct coll *coll)
{
    const struct coll_call *call = coll->call;

    for (; coll->seen < call->neighbors->sources_count; coll->seen++) {
        struct data to = coll_block(&call->recv, &call->recv_blocks, coll->seen);
        int seat = call->neighbors->sources[coll->seen], number;
        const struct coll_card *card;
        bool is_call;

        if (seat == MPI_PROC_NULL)
            continue;
        card = turn_see(&coll->turns[0], seat);
        if (card == NULL || unlikely(!card_agrees(coll, card, seat)))
            return false;
        is_call = card->head.form == CARD_CALL;
        if (is_call && !coll_visit(coll))
            return false;
        number = block_number(coll, coll->seen);
        if (number >= 0)
            exchange_take(coll, seat, number, &to);
        if (is_call)
            coll_depart(coll);
    }
    return true;
}

/* Tells those whose buffers it has read. */
static void thank(const struct coll *coll)
{
    const struct neighbors *neighbors = coll->call->neighbors;
    const struct turn *turn = &coll->turns[0], *thanks = &coll->turns[1];
    bool has_thanked = false;
    struct coll_card card;
    int i;

    for (i = 0; i < neighbors->sources_count; i++) {
        int seat = neighbors->sources[i];
        const struct coll_card *shown = is_other(coll, seat) ? turn_see(turn, seat) : NULL;

        if (shown == NULL || shown->head.form != CARD_CALL)
            continue;
        if (!has_thanked)
            turn_lay(thanks, &card, card_of_nothing(&card, coll));
        has_thanked = true;
        turn_rouse(thanks, seat);
    }
}

/* Have all the targets read this member's buffer? */
static bool is_read(struct coll *coll)
{
    const struct neighbors *neighbors = coll->call->neighbors;

    for (; coll->seen < neighbors->targets_count; coll->seen++) {
        int seat = neighbors->targets[coll->seen];

        if (is_other(coll, seat) && turn_see(&coll->turns[1], seat) == NULL)
            return false;
    }
    return true;
}

bool neighbor_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0], *thanks = &coll->turns[1];

    if (coll->phase == ENTER) {
        if (!is_clear(coll))
            return false;
        show(coll);
        coll->phase = TAKE;
    }
    if (coll->phase == TAKE) {
        if (!take(coll) || !turn_is_clear(thanks))
            return false;
        thank(coll);
        coll->phase = WAIT_FOR_TARGETS;
        coll->seen = 0;
    }
    if (!coll->is_packed && !is_read(coll))
        return false;
    turn_end(turn);
    turn_end(thanks);
    return true;
}

int neighbor_awaited(const struct coll *coll)
{
    const struct neighbors *neighbors = coll->call->neighbors;
    bool takes = coll->phase == TAKE;

    if (coll->phase == ENTER ||
        coll->seen >= (takes ? neighbors->sources_count : neighbors->targets_count))
        return -1;
    return (takes ? neighbors->sources : neighbors->targets)[coll->seen];
}
