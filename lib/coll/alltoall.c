/* SPDX-License-Identifier: MIT */
/* Alltoall, Alltoallv, Alltoallw. Few bytes are on the cards, all blocks of a member together. Else
 * each member copies what is meant for it straight out of the others' buffers, beginning with its
 * right neighbour's. In place, each pair of members has one who swaps the blocks of both.
 *
 * Source: the pairwise exchange of Thakur, Rabenseifner and Gropp, Optimization of Collective
 * Communication Operations in MPICH (IJHPCA 19, 2005), without its rounds: nobody waits for a
 * partner. Of the work by the last to arrive central.h.
 *
 * Cost per member: n cards; or n copies of a block in an exchange. */
#include "coll/central.h"
#include "coll/exchange.h"
#include "coll/meeting.h"

enum { ENTER, MEET, SWAP_BYTES = 4096 };

static gift_of sent_block;

static struct data sent_block(const struct coll_call *call, int rank, int *taker)
{
    *taker = rank;
    if (call->is_in_place)
        return coll_block(&call->recv, &call->recv_blocks, rank);
    return coll_block(&call->send, &call->send_blocks, rank);
}

static int gift_count(const struct coll_call *call)
{
    return comm_peers(call->comm)->size;
}

static struct data received_block(const struct coll *coll, int rank)
{
    return coll_block(&coll->call->recv, &coll->call->recv_blocks, rank);
}

/* All blocks, which are alike and lie one behind the other. */
static struct data all_blocks(const struct coll *coll)
{
    int taker;
    struct data all = sent_block(coll->call, 0, &taker);

    all.count *= coll->peers;
    return all;
}

/* No card needs to have it. */
static void copy_own_block(const struct coll *coll)
{
    int seat = coll_seat(coll), taker;
    struct data from = sent_block(coll->call, seat, &taker), to = received_block(coll, seat);

    coll_copy(coll, seat, seat, &from, &to);
}

bool alltoall_small_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    int i;

    if (coll->phase == ENTER) {
        struct data all = all_blocks(coll);
        struct coll_card card;

        if (!card_is_clear(turn, data_bytes(&all)))
            return false;
        meeting_begin(coll, turn, &card,
                      card_fits(data_bytes(&all))
                          ? card_of_bytes(&card, coll, &all)
                          : card_of_length(&card, coll, &all));
        coll->phase = MEET;
    }
    if (!meeting_is_over(coll, turn))
        return false;
    for (i = 0; i < coll->peers; i++) {
        struct data block = received_block(coll, i);

        if (i != turn->seat)
            card_take_block(coll, turn_see(turn, i), i, &block);
        else if (!coll->call->is_in_place)
            copy_own_block(coll);
    }
    turn_end_heard(turn);
    return true;
}

static void swap(const struct data *one, const struct data *other)
{
    unsigned char held[SWAP_BYTES];
    MPI_Count bytes = data_bytes(one), offset, length;

    if (data_bytes(other) < bytes)
        bytes = data_bytes(other);
    for (offset = 0; offset < bytes; offset += length) {
        length = bytes - offset < SWAP_BYTES ? bytes - offset : SWAP_BYTES;
        data_pack(one, offset, held, length);
        data_copy_range(other, one, offset, length);
        data_unpack(other, offset, held, length);
    }
}

static void share_in_place(const struct coll *coll, const struct coll *by)
{
    int own = coll_rank(coll), rank;

    (void)by;
    for (rank = 0; rank < coll->peers; rank++) {
        /* Of each pair one swaps; which one changes from pair to pair, so that all have work. */
        bool is_mine = rank != own && ((own + rank) % 2 == 0) == (own < rank);

        if (is_mine) {
            struct data ours = received_block(coll, rank);
            struct data theirs = received_block(coll_of(coll, rank), own);

            if (unlikely(data_bytes(&ours) != data_bytes(&theirs) ||
                         !sig_hash_matches(ours.type->sig_hash, theirs.type->sig_hash)))
                coll_copy(coll, rank, own, &theirs, &ours); /* which reports the difference */
            else
                swap(&ours, &theirs);
        }
    }
}

static void share(const struct coll *coll, const struct coll *by)
{
    int i;

    (void)by;
    for (i = 1; i <= coll->peers; i++) {
        int rank = (coll_rank(coll) + i) % coll->peers;
        struct data to = received_block(coll, rank);

        exchange_take(coll, coll->first + rank, coll_rank(coll), &to);
    }
}

static void all(const struct coll *coll)
{
    central_pass(coll, false);
}

const struct exchange alltoall_exchange = {
    .shares = {share}, .all = all, .gift = sent_block, .gift_count = gift_count};
const struct exchange alltoall_in_place_exchange = {.shares = {share_in_place}};
