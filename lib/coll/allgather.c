/* SPDX-License-Identifier: MIT */
/* Allgather and Allgatherv. Small blocks are on the cards. Larger ones are copied straight out of
 * their owners' buffers, each member beginning with its right neighbour's, so that not all read the
 * same one; a second meeting keeps an owner until all have read its block.
 *
 * Cost per member: n cards; or n copies of a block and two meetings. */
#include "coll/coll.h"

enum { ENTER, MEET, LEAVE };

static struct data block_of(const struct coll *coll, int member)
{
    return coll_block(&coll->call.recv, coll->call.counts, coll->call.displacements, member);
}

static struct data own_block(const struct coll *coll)
{
    return coll->call.is_in_place ? block_of(coll, coll->turns[0].seat) : coll->call.send;
}

static void take_from(const struct coll *coll, int member)
{
    struct data block = block_of(coll, member);

    if (member != coll->turns[0].seat || !coll->call.is_in_place)
        card_take(turn_see(&coll->turns[0], member), &block);
}

bool allgather_small_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    int member;

    if (coll->phase == ENTER) {
        struct data own = own_block(coll);
        struct coll_card card;

        if (!turn_is_clear(turn))
            return false;
        meeting_begin(coll, turn, &card, card_of_bytes(&card, coll, &own));
        coll->phase = MEET;
    }
    if (!meeting_is_over(coll, turn))
        return false;
    for (member = 0; member < turn->board->seats; member++)
        take_from(coll, member);
    turn_end_heard(turn);
    return true;
}

bool allgather_direct_step(struct coll *coll)
{
    struct turn *first = &coll->turns[0], *second = &coll->turns[1];
    struct coll_card card;
    int i, seats = first->board->seats;

    if (coll->phase == ENTER) {
        struct data own = own_block(coll);

        if (!turn_is_clear(first))
            return false;
        meeting_begin(coll, first, &card, card_of_buffer(&card, coll, &own, NULL));
        coll->phase = MEET;
    }
    if (coll->phase == MEET) {
        if (!meeting_is_over(coll, first) || !turn_is_clear(second))
            return false;
        for (i = 1; i <= seats; i++)
            take_from(coll, (first->seat + i) % seats);
        turn_end_heard(first);
        meeting_begin(coll, second, &card, card_of_bytes(&card, coll, NULL));
        coll->phase = LEAVE;
    }
    if (!meeting_is_over(coll, second))
        return false;
    turn_end_heard(second);
    return true;
}
