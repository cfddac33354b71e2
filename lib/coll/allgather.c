/* SPDX-License-Identifier: MIT */
/* Allgather and Allgatherv. Small blocks are on the cards. Larger ones are copied straight out of
 * their owners' buffers, each member beginning with its right neighbour's, so that not all read the
 * same one.
 *
 * Source: Ma et al. (gather.c), with their order of peers; of the work by the last to arrive
 * central.h.
 *
 * Cost per member: n cards; or n copies of a block in an exchange. */
#include "coll/central.h"
#include "coll/exchange.h"
#include "coll/meeting.h"

enum { ENTER, MEET };

static struct data block_of(const struct coll_call *call, int rank)
{
    return coll_block(&call->recv, &call->recv_blocks, rank);
}

static struct data own_block(const struct coll_call *call)
{
    return call->is_in_place ? block_of(call, call->comm->rank) : call->send;
}

bool allgather_small_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    int i;

    if (coll->phase == ENTER) {
        struct data own = own_block(coll->call);
        struct coll_card card;

        if (!card_is_clear(turn, data_bytes(&own)))
            return false;
        meeting_begin(coll, turn, &card,
                      card_fits(data_bytes(&own))
                          ? card_of_bytes(&card, coll, &own)
                          : card_of_length(&card, coll, &own));
        coll->phase = MEET;
    }
    if (!meeting_is_over(coll, turn))
        return false;
    for (i = 0; i < coll->peers; i++) {
        struct data block = block_of(coll->call, i);

        if (i != coll_rank(coll) || !coll->call->is_in_place)
            card_take(coll, turn_see(turn, i), i, &block);
    }
    turn_end_heard(turn);
    return true;
}

static int gift_count(const struct coll_call *call)
{
    (void)call;
    return 1;
}

static struct data gift(const struct coll_call *call, int i, int *taker)
{
    (void)i;
    *taker = TAKER_ANY;
    return own_block(call);
}

static void share(const struct coll *coll, const struct coll *by)
{
    bool is_among = coll_is_among_peers(coll);
    int i;

    (void)by;
    for (i = 1; i <= coll->peers; i++) {
        int rank = (coll_rank(coll) + i) % coll->peers;
        struct data to = block_of(coll->call, rank);

        if (!is_among || rank != coll_rank(coll) || !coll->call->is_in_place)
            exchange_take(coll, coll->first + rank, 0, &to);
    }
}

static void all(const struct coll *coll)
{
    central_pass(coll, true);
}

const struct exchange allgather_exchange = {
    .shares = {share}, .all = all, .gift = gift, .gift_count = gift_count};
