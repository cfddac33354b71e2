/* SPDX-License-Identifier: MIT */
/* Neighbor_allgather, _alltoall and their v and w forms. Each member takes what its sources have
 * for it: from their cards when it is little, else out of their buffers, and then tells them so. It
 * waits for its sources, and with much for others for its targets, but not for all. When it has
 * been started its card, unless it has gone the straight way, shows its call, and a source that
 * waits for it can do its share, once all its sources have come.
 *
 * A source may be the same member several times. Of its blocks for this member the first goes where
 * it is the first time a source, and so on; on a grid what leaves at one end of a dimension arrives
 * at the other end of its neighbour's, which makes a difference on rings of one or two.
 *
 * Source: the standard's chapter on virtual topologies tells which block goes where; the copies are
 * those of gather.c, by who receives. Cost per member: a card and a copy for each source, and a
 * card for each target. */
#include "coll/agree.h"
#include "coll/exchange.h"
#include "coll/share.h"

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

/* Does what this member has for others go with its card, if it fits? */
static bool has_gifts(const struct coll *coll)
{
    return !coll_is_started(coll);
}

static bool is_clear(struct coll *coll)
{
    MPI_Count bytes = has_gifts(coll) ? exchange_bytes_of_gifts(coll) : 0;

    return card_is_clear(&coll->turns[0], card_fits(bytes) ? bytes : 0);
}

/* Others may wait for the card to come so that they can do the share of a target. */
static void wake_readers(const struct coll *coll)
{
    const struct neighbors *neighbors = coll->call->neighbors;
    int i;

    for (i = 0; i < neighbors->targets_count; i++)
        if (is_other(coll, neighbors->targets[i]))
            turn_wake(&coll->turns[0], neighbors->targets[i]);
    turn_wake_held_up(&coll->turns[0]);
}

/* The card that tells what this member has, or where. */
static void show(struct coll *coll)
{
    struct coll_card card;
    size_t bytes = has_gifts(coll) ? exchange_card_of_gifts(&card, coll) : 0;

    coll->is_packed = bytes > 0;
    turn_lay(&coll->turns[0], &card, bytes > 0 ? bytes : card_of_call(&card, coll));
    wake_readers(coll);
}

/* What the i-th source has for this member, if its card has come and agrees. */
static bool take_from(const struct coll *coll, int i)
{
    const struct coll_call *call = coll->call;
    struct data to = coll_block(&call->recv, &call->recv_blocks, i);
    int seat = call->neighbors->sources[i], number;
    const struct coll_card *card;
    bool is_call;

    if (seat == MPI_PROC_NULL)
        return true;
    card = turn_see(&coll->turns[0], seat);
    if (card == NULL || unlikely(!card_agrees(coll, card, seat)))
        return false;
    is_call = card->head.form == CARD_CALL;
    if (is_call && !coll_visit(coll))
        return false;
    number = block_number(coll, i);
    if (number >= 0)
        exchange_take(coll, seat, number, &to);
    if (is_call)
        coll_depart(coll);
    return true;
}

/* Takes what the sources have for this member; true when it has all. */
static bool take(struct coll *coll)
{
    for (; coll->seen < coll->call->neighbors->sources_count; coll->seen++)
        if (!take_from(coll, coll->seen))
            return false;
    return true;
}

/* Have all sources of that member come? */
static bool have_sources_come(const struct coll *coll)
{
    const struct neighbors *neighbors = coll->call->neighbors;
    int i;

    for (i = 0; i < neighbors->sources_count; i++) {
        int seat = neighbors->sources[i];

        if (seat != MPI_PROC_NULL && turn_see(&coll->turns[0], seat) == NULL)
            return false;
    }
    return true;
}

/* Does a share that has been taken, and tells the sources. */
static void do_share(const struct coll *coll, int seat)
{
    const struct turn *thanks = &coll->turns[1];
    const struct coll *member = coll_of(coll, seat);
    int i;

    for (i = 0; i < member->call->neighbors->sources_count; i++)
        take_from(member, i);
    share_lay_card(coll, thanks, seat);
    turn_wake_all(thanks);
    share_leave(coll);
}

/* The share of this member, which has shown its call: is it done? */
static bool is_own_done(struct coll *coll)
{
    struct turn *thanks = &coll->turns[1];

    if (have_sources_come(coll) && turn_is_clear(thanks) && share_take(coll, thanks->seat, 0))
        do_share(coll, thanks->seat);
    return turn_see(thanks, thanks->seat) != NULL;
}

/* Does the share of a target that computes. Its call is not looked at before that has been taken;
 * not at each look, for the target has to wait meanwhile. */
static bool help(struct coll *coll, int seat)
{
    bool is_due = (coll->looks & (coll->looks - 1)) == 0 ||
                  mpsc_is_dozing(&coll->call->comm->self->inbox);
    const struct coll_card *card = turn_see(&coll->turns[0], seat);

    if (!is_due || has_gifts(coll) || card == NULL || !card_agrees(coll, card, seat) ||
        !turn_is_clear(&coll->turns[1]) || !share_take(coll, seat, 0))
        return false;
    if (have_sources_come(coll_of(coll, seat))) {
        do_share(coll, seat);
        return true;
    }
    share_put_back(coll, seat, 0);
    return false;
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
        turn_wake(thanks, seat);
    }
}

/* Have all the targets read this member's buffer? A target's other sources do not know who waits
 * for them to come, to do its share. */
static bool is_read(struct coll *coll)
{
    const struct neighbors *neighbors = coll->call->neighbors;

    for (; coll->seen < neighbors->targets_count; coll->seen++) {
        int seat = neighbors->targets[coll->seen];

        if (!is_other(coll, seat) || turn_see(&coll->turns[1], seat) != NULL)
            continue;
        if (!has_gifts(coll))
            turn_hold_up(&coll->turns[0]);
        if (!help(coll, seat))
            return false;
    }
    return true;
}

/* Takes what is meant for this member, and tells those whose buffers it has read. */
static bool take_and_thank(struct coll *coll)
{
    if (!has_gifts(coll) && !coll->is_packed)
        return is_own_done(coll);
    if (!take(coll) || !turn_is_clear(&coll->turns[1]))
        return false;
    thank(coll);
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
        if (!take_and_thank(coll))
            return false;
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
