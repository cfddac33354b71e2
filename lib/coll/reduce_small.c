/* SPDX-License-Identifier: MIT */
/* Reductions of operands that fit a card, combined in rank order, so that the result is the same
 * bits at any timing.
 *
 *   reduce_small       the root reads all cards; the others go on at once.
 *   allreduce_small    all show, all read all and combine for themselves: one line per pair.
 *   allreduce_central  when members outnumber processors: the last to arrive combines once and
 *                      announces the result.
 *   scan_small         each member reads the cards of those before it, and of itself. */
#include "coll/card.h"

enum { ENTER, COLLECT };

/* The operands of the first `members`, in their order, into `result`. */
static void combine_cards(const struct coll *coll, int members, void *result)
{
    const struct turn *turn = &coll->turns[0];
    const struct data *data = &coll->call->send;
    const struct coll_card *card = turn_see(turn, 0);
    alignas(16) unsigned char value[CARD_INLINE_BYTES_MAX * 2]; /* pairs have gaps */
    struct data packed = {.buf = value, .count = data->count, .type = data->type};
    struct data out = {.buf = result, .count = data->count, .type = data->type};
    alignas(16) unsigned char operand[sizeof value];
    int member;

    data_unpack(&packed, 0, card->payload, card->bytes);
    for (member = 1; member < members; member++) {
        struct data next = {.buf = operand, .count = data->count, .type = data->type};

        card = turn_see(turn, member);
        data_unpack(&next, 0, card->payload, card->bytes);
        op_combine(coll->call->op, value, operand, value, data->count, data->type);
    }
    data_copy(&packed, &out);
}

static size_t card_of_operand(struct coll_card *card, const struct coll *coll)
{
    struct data operand = coll->call->send;

    if (coll->call->is_in_place)
        operand.buf = coll->call->recv.buf;
    return card_of_bytes(card, coll, &operand);
}

bool allreduce_small_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];

    if (coll->phase == ENTER) {
        struct coll_card card;

        if (!turn_is_clear(turn))
            return false;
        turn_show(turn, &card, card_of_operand(&card, coll));
        coll->phase = COLLECT;
    }
    if (!meeting_is_over(coll, turn))
        return false;
    combine_cards(coll, coll->peers, coll->call->recv.buf);
    turn_end_heard(turn);
    return true;
}

static void announce_result(struct coll *coll)
{
    struct coll_card card;

    combine_cards(coll, coll->peers, coll->call->recv.buf);
    turn_announce(&coll->turns[0], &card, card_of_bytes(&card, coll, &coll->call->recv));
}

bool allreduce_central_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];

    if (coll->phase == ENTER) {
        struct coll_card card;

        if (!turn_is_clear(turn))
            return false;
        if (meeting_come(coll, turn, &card, card_of_operand(&card, coll)))
            announce_result(coll);
        coll->phase = COLLECT;
    }
    if (!meeting_is_over(coll, turn))
        return false;
    card_take(coll, turn_see(turn, turn_table(turn)), turn->seat, &coll->call->recv);
    turn_end_heard(turn);
    return true;
}

bool reduce_small_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    int root = coll->root_seat;

    if (coll->phase == ENTER) {
        struct coll_card card;

        if (!turn_is_clear(turn))
            return false;
        turn_show_to(turn, root, &card, card_of_operand(&card, coll));
        coll->phase = COLLECT;
    }
    if (turn->seat == root) {
        for (; coll->seen < coll->peers; coll->seen++) {
            const struct coll_card *card = turn_see(turn, coll->seen);

            if (card == NULL || unlikely(!card_agrees(coll, card, coll->seen)))
                return false;
        }
        combine_cards(coll, coll->peers, coll->call->recv.buf);
    }
    turn_end(turn);
    return true;
}

bool scan_small_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    int members = turn->seat + (coll->call->kind == COLL_SCAN);

    if (coll->phase == ENTER) {
        struct coll_card card;

        if (!turn_is_clear(turn))
            return false;
        turn_show(turn, &card, card_of_operand(&card, coll));
        coll->phase = COLLECT;
    }
    for (; coll->seen < members; coll->seen++) {
        const struct coll_card *card = turn_see(turn, coll->seen);

        if (card == NULL || unlikely(!card_agrees(coll, card, coll->seen)))
            return false;
    }
    if (members > 0)
        combine_cards(coll, members, coll->call->recv.buf);
    turn_end(turn);
    return true;
}
