/* SPDX-License-Identifier: MIT */
/* Reduce and Allreduce of operands that fit a card, combined in rank order, so that the result is
 * the same bits at any timing.
 *
 *   reduce_small       the root reads all cards; the others go on at once.
 *   allreduce_small    all show, all read all and combine for themselves: one line per pair.
 *   allreduce_central  when members outnumber processors: the last to arrive combines once and
 *                      announces the result. */
#include "coll/coll.h"

#include "base/memory.h"
#include "base/must.h"

enum { ENTER, COLLECT };

/* Pairs have gaps: what fits a card needs no more, but in types of the user's. */
enum { SMALL_BYTES = CARD_INLINE_BYTES_MAX * 2 };

static size_t aligned(MPI_Count bytes)
{
    return ((size_t)bytes + 15) & ~(size_t)15;
}

/* The members' operands, from the first to the last, into `result`. */
static void combine_cards(const struct coll *coll, void *result)
{
    const struct turn *turn = &coll->turns[0];
    const struct data *data = &coll->call.send;
    const struct coll_card *card = turn_see(turn, 0);
    struct room room = data_room(data->type, data->count, INT64_MAX);
    alignas(16) unsigned char small[2][SMALL_BYTES];
    unsigned char *block = small[0], *other = small[1];
    struct data value = *data, next = *data, out = *data;
    int member;

    if (room.bytes > SMALL_BYTES) { /* gaps may be of any size */
        block = memory_take(2 * aligned(room.bytes));
        must(block != NULL);
        other = block + aligned(room.bytes);
    }
    value.buf = block - room.low;
    next.buf = other - room.low;
    out.buf = result;
    data_unpack(&value, 0, card->payload, card->bytes);
    for (member = 1; member < turn->board->seats; member++) {
        card = turn_see(turn, member);
        data_unpack(&next, 0, card->payload, card->bytes);
        op_combine(coll->call.op, value.buf, next.buf, value.buf, data->count, data->type);
    }
    data_copy(&value, &out);
    if (block != small[0])
        memory_give(block);
}

static struct data operand_of(const struct coll *coll)
{
    struct data operand = coll->call.send;

    if (coll->call.is_in_place)
        operand.buf = coll->call.recv.buf;
    return operand;
}

bool allreduce_small_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];

    if (coll->phase == ENTER) {
        struct data operand = operand_of(coll);
        struct coll_card card;

        if (!turn_is_clear(turn))
            return false;
        turn_show(turn, &card, card_of_bytes(&card, coll, &operand));
        coll->phase = COLLECT;
    }
    if (!turn_see_all(turn, &coll->seen))
        return false;
    combine_cards(coll, coll->call.recv.buf);
    turn_end_heard(turn);
    return true;
}

static void announce_result(struct coll *coll)
{
    struct coll_card card;

    combine_cards(coll, coll->call.recv.buf);
    turn_announce(&coll->turns[0], &card, card_of_bytes(&card, coll, &coll->call.recv));
}

bool allreduce_central_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    const struct coll_card *announced;

    if (coll->phase == ENTER) {
        struct data operand = operand_of(coll);
        struct coll_card card;

        if (!turn_is_clear(turn))
            return false;
        turn_lay(turn, &card, card_of_bytes(&card, coll, &operand));
        if (turn_arrive(turn, turn->board->seats))
            announce_result(coll);
        coll->phase = COLLECT;
    }
    announced = turn_see(turn, turn_table(turn));
    if (announced == NULL)
        return false;
    card_take(announced, &coll->call.recv);
    turn_end_heard(turn);
    return true;
}

bool reduce_small_step(struct coll *coll)
{
    struct turn *turn = &coll->turns[0];
    bool is_root = turn->seat == coll->call.root;

    if (coll->phase == ENTER) {
        struct data operand = operand_of(coll);
        struct coll_card card;

        if (!turn_is_clear(turn))
            return false;
        turn_show_to(turn, coll->call.root, &card, card_of_bytes(&card, coll, &operand));
        coll->phase = COLLECT;
    }
    if (is_root) {
        if (!turn_see_all(turn, &coll->seen))
            return false;
        combine_cards(coll, coll->call.recv.buf);
    }
    turn_end(turn);
    return true;
}
