/* SPDX-License-Identifier: MIT */
/* Allgather and Allgatherv. Small blocks are on the cards. Larger ones are copied straight out of
 * their owners' buffers, each member beginning with its right neighbour's, so that not all read the
 * same one.
 *
 * Cost per member: n cards; or n copies of a block in an exchange. */
#include "coll/card.h"
#include "coll/exchange.h"

enum { ENTER, MEET };

static struct data block_of(const struct coll *coll, int rank)
{
    return coll_block(&coll->call->recv, &coll->call->recv_blocks, rank);
}

static struct data own_block(const struct coll *coll)
{
    return coll->call->is_in_place ? block_of(coll, coll_rank(coll)) : coll->call->send;
}

bool allgather_small_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    int i;

    if (coll->phase == ENTER) {
        struct data own = own_block(coll);
        struct coll_card card;

        if (!turn_is_clear(turn))
            return false;
        meeting_begin(coll, turn, &card,
                      data_bytes(&own) <= CARD_INLINE_BYTES_MAX
                          ? card_of_bytes(&card, coll, &own)
                          : card_of_buffer(&card, coll, &own)); /* a mistake, to be reported */
        coll->phase = MEET;
    }
    if (!meeting_is_over(coll, turn))
        return false;
    for (i = 0; i < coll->peers; i++) {
        struct data block = block_of(coll, i);

        if (i != coll_rank(coll) || !coll->call->is_in_place)
            card_take(coll, turn_see(turn, i), i, &block);
    }
    turn_end_heard(turn);
    return true;
}

static void share(const struct coll *coll)
{
    bool is_among = coll_is_among_peers(coll);
    int i;

    for (i = 1; i <= coll->peers; i++) {
        int rank = (coll_rank(coll) + i) % coll->peers, seat = coll->first + rank;
        struct data from = own_block(coll_of(coll, seat)), to = block_of(coll, rank);

        if (!is_among || rank != coll_rank(coll) || !coll->call->is_in_place)
            coll_copy(coll, seat, coll_seat(coll), &from, &to);
    }
}

const struct exchange allgather_exchange = {.shares = {share}};
