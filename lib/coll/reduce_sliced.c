/* SPDX-License-Identifier: MIT */
/* Reduce and Allreduce of larger operands: each member reduces its slice of everybody's operand,
 * straight from their buffers, in rank order. With a root it writes the slice into the root's
 * result; without, into its own, and after a meeting all copy the other slices from their owners.
 *
 * Cost per member: (n - 1)/n m combined and, without a root, (n - 1)/n m copied, m the operand; two
 * meetings with a root, three without. */
#include "coll/coll.h"

#include "base/memory.h"
#include "base/must.h"

enum { ENTER, REDUCE, SPREAD, LEAVE };

/* A slice is reduced block by block in memory that stays in the nearest cache. */
enum { BLOCK_BYTES = 8192, SLICE_BYTES_MIN = 256 };

struct slice {
    MPI_Count first;
    MPI_Count count;
};

/* The member's elements: whole blocks of SLICE_BYTES_MIN, so few elements have few owners. */
static struct slice slice_of(const struct coll *coll, int member)
{
    const struct data *data = &coll->call.send;
    int seats = coll->turns[0].board->seats;
    MPI_Count least = SLICE_BYTES_MIN / (data->type->size > 0 ? data->type->size : 1) + 1;
    MPI_Count each = (data->count + seats - 1) / seats;
    struct slice slice;

    if (each < least)
        each = least;
    slice.first = each * member < data->count ? each * member : data->count;
    slice.count = data->count - slice.first < each ? data->count - slice.first : each;
    return slice;
}

static const struct coll_card *card_at(const struct coll *coll, int member)
{
    return turn_see(&coll->turns[0], member);
}

static char *element(void *buf, const struct type *type, MPI_Count index)
{
    return (char *)buf + index * type->extent;
}

/* Elements [first, first + count) of all operands into those of result, through `block`. */
static void combine_block(const struct coll *coll, MPI_Count first, MPI_Count count, void *block,
                          void *result)
{
    const struct type *type = coll->call.send.type;
    const struct op *op = coll->call.op;
    struct data in = {.buf = block, .count = count, .type = type};
    struct data out = {.buf = element(result, type, first), .count = count, .type = type};
    int member, seats = coll->turns[0].board->seats;
    const void *left = element(card_at(coll, 0)->buffer.data.buf, type, first);

    if (seats == 1) {
        in.buf = (void *)(uintptr_t)left;
        data_copy(&in, &out);
        return;
    }
    for (member = 1; member < seats; member++) {
        const void *right = element(card_at(coll, member)->buffer.data.buf, type, first);

        op_combine(op, left, right, block, count, type);
        left = block;
    }
    data_copy(&in, &out);
}

static void combine_slice(const struct coll *coll, void *result)
{
    const struct type *type = coll->call.send.type;
    struct slice slice = slice_of(coll, coll->turns[0].seat);
    struct room room = data_room(type, slice.count, BLOCK_BYTES);
    alignas(CACHE_LINE) unsigned char small[BLOCK_BYTES];
    unsigned char *block = small;

    if (room.bytes > BLOCK_BYTES) { /* a single element, of a type of the user's */
        block = memory_take((size_t)room.bytes);
        must(block != NULL);
    }
    while (slice.count > 0) {
        MPI_Count count = slice.count < room.count ? slice.count : room.count;

        combine_block(coll, slice.first, count, block - room.low, result);
        slice.first += count;
        slice.count -= count;
    }
    if (block != small)
        memory_give(block);
}

static void copy_other_slices(struct coll *coll)
{
    const struct type *type = coll->call.send.type;
    int i, seats = coll->turns[0].board->seats, own = coll->turns[0].seat;

    for (i = 1; i < seats; i++) {
        int member = (own + i) % seats;
        struct slice slice = slice_of(coll, member);
        struct data from = {.buf = element(card_at(coll, member)->buffer.result, type, slice.first),
                            .count = slice.count,
                            .type = type};
        struct data to = {.buf = element(coll->call.recv.buf, type, slice.first),
                          .count = slice.count,
                          .type = type};

        data_copy(&from, &to);
    }
}

static bool is_allreduce(const struct coll *coll)
{
    return coll->call.kind == COLL_ALLREDUCE;
}

static void show_buffers(struct coll *coll)
{
    struct data operand = coll->call.send;
    struct coll_card card;

    if (coll->call.is_in_place)
        operand.buf = coll->call.recv.buf;
    meeting_begin(coll, &coll->turns[0], &card,
                  card_of_buffer(&card, coll, &operand, coll->call.recv.buf));
}

/* The meeting of `turn` is over and the next can begin: it does, with nothing to show. */
static bool pass_on(struct coll *coll, struct turn *turn, void (*work)(struct coll *coll))
{
    struct coll_card card;

    if (!meeting_is_over(coll, turn) || !turn_is_clear(turn + 1))
        return false;
    work(coll);
    turn_end_heard(turn);
    meeting_begin(coll, turn + 1, &card, card_of_bytes(&card, coll, NULL));
    coll->phase++;
    return true;
}

static void reduce(struct coll *coll)
{
    int owner = is_allreduce(coll) ? coll->turns[0].seat : coll->call.root;

    combine_slice(coll, card_at(coll, owner)->buffer.result);
}

bool reduce_sliced_step(struct coll *coll)
{
    struct turn *last = &coll->turns[is_allreduce(coll) ? 2 : 1];

    if (coll->phase == ENTER) {
        if (!turn_is_clear(&coll->turns[0]))
            return false;
        show_buffers(coll);
        coll->phase = REDUCE;
    }
    if (coll->phase == REDUCE && !pass_on(coll, &coll->turns[0], reduce))
        return false;
    if (coll->phase == SPREAD && is_allreduce(coll) &&
        !pass_on(coll, &coll->turns[1], copy_other_slices))
        return false;
    if (!meeting_is_over(coll, last))
        return false;
    turn_end_heard(last);
    return true;
}
