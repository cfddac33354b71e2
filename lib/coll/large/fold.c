/* SPDX-License-Identifier: MIT */
#include "coll/large/fold.h"

#include "base/memory.h"
#include "coll/cell.h"
#include "coll/policy.h"

struct slice slice_of(MPI_Count count, const struct type *type, int workers, int i)
{
    MPI_Count least = FOLD_SLICE_BYTES_MIN / (type->size > 0 ? type->size : 1) + 1;
    MPI_Count each = (count + workers - 1) / workers;
    struct slice slice;

    if (each < least)
        each = least;
    slice.first = each * i < count ? each * i : count;
    slice.count = count - slice.first < each ? count - slice.first : each;
    return slice;
}

struct fold fold_of(const struct coll_op *op, const struct coll_op *by)
{
    return (struct fold){.member = op,
                         .op = by->args->op,
                         .type = args_operand_type(by->args),
                         .first = op->first,
                         .peers = op->peers};
}

void fold_report_no_memory(const struct fold *fold)
{
    board_report(fold->member->board, fold->member->seqno, false, MPI_ERR_NO_MEM,
                 "no memory for a reduction");
}

/* ---- memory for values ----------------------------------------------------------------------- */

void *fold_take(const struct type *type, MPI_Count count, char **start)
{
    struct room room = data_room(type, count, INT64_MAX);
    char *memory = memory_take_zeroed((size_t)room.bytes + ROOM_SPARE);

    if (memory != NULL)
        *start = room_start(&room, memory);
    return memory;
}

/* Rooms for the values of a block. */
struct rooms {
    struct room each;
    size_t bytes; /* of each */
    unsigned char *memory;
    void *taken;
    alignas(CACHE_LINE) unsigned char own[2][FOLD_BLOCK_BYTES + CACHE_LINE];
};

static bool rooms_open(struct rooms *rooms, const struct type *type, MPI_Count count, int wanted)
{
    rooms->each = data_room(type, count, FOLD_BLOCK_BYTES);
    rooms->bytes =
        ((size_t)rooms->each.bytes + ROOM_SPARE + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    rooms->memory = rooms->own[0];
    rooms->taken = NULL;
    if (rooms->bytes > sizeof rooms->own[0] || wanted > 2)
        rooms->memory = rooms->taken = memory_take(rooms->bytes * (size_t)wanted);
    return rooms->memory != NULL;
}

static char *room_at(const struct rooms *rooms, int i)
{
    return room_start(&rooms->each, rooms->memory + rooms->bytes * (size_t)i);
}

static void rooms_close(struct rooms *rooms)
{
    memory_give(rooms->taken);
}

/* ---- operands and results -------------------------------------------------------------------- */

/* A part of the elements that is combined at once. */
struct part {
    const struct fold *fold;
    MPI_Count first;
    MPI_Count count;
};

static bool is_gapless(const struct type *type)
{
    return type->is_dense && type->extent == type->size;
}

/* Do their elements lie in the same way? */
static bool lies_like(const struct type *one, const struct type *other)
{
    if (likely(one == other))
        return true;
    if (one->extent != other->extent || one->size != other->size ||
        one->true_lb != other->true_lb)
        return false;
    return (one->is_dense && other->is_dense) || piece_equals(&one->layout, &other->layout);
}

static struct data buffer_of(const struct coll_args *args)
{
    struct data operand = args->send;

    if (args->is_in_place)
        operand.buf = args->recv.buf;
    return operand;
}

/* Values at that address, as those from the first-th on of data that begin earlier. */
static struct data values_at(const void *at, const struct part *part, MPI_Count first)
{
    const struct type *type = part->fold->type;

    return (struct data){.buf = (char *)(uintptr_t)at - first * type->extent,
                         .count = first + part->count,
                         .type = type};
}

/* The payload of a cell, if it can be used as it is. */
static const void *payload_in_place(const struct part *part, const unsigned char *payload)
{
    const struct type *type = part->fold->type;
    const unsigned char *values = payload - type->true_lb;
    bool is_aligned = !op_is_users(part->fold->op) || (uintptr_t)values % type->alignment == 0;

    return is_gapless(type) && is_aligned ? values : NULL;
}

/* The i-th member's values: where they are, or copied into the room. */
static const void *see_operand(const struct part *part, int i, char *room)
{
    const struct fold *fold = part->fold;
    const struct type *type = fold->type;
    const struct coll_cell *cell = cell_see(fold->member, fold->first + i);
    const struct data copy = values_at(room, part, part->first);
    const MPI_Count offset = part->first * type->size, bytes = part->count * type->size;
    struct data operand;

    if (cell != NULL && cell->head.form != CELL_CALL) {
        const unsigned char *payload = cell_bytes(cell) + offset;
        const void *values = payload_in_place(part, payload);

        if (values == NULL)
            data_unpack(&copy, offset, payload, bytes);
        return values != NULL ? values : room;
    }
    operand = buffer_of(cell != NULL ? cell->op->args : fold->member->args);
    if (likely(lies_like(operand.type, type)))
        return (char *)operand.buf + part->first * type->extent;
    data_copy_range(&operand, &copy, offset, bytes);
    return room;
}

/* Where the values go in the target, if they may be combined there: nothing of the user's lies
 * between them that could be touched. */
static char *place_in(const struct target *target, const struct part *part, MPI_Count first)
{
    const struct type *type = part->fold->type;

    if (!lies_like(target->data.type, type) || !(type->is_named || is_gapless(type)))
        return NULL;
    return (char *)target->data.buf + first * type->extent;
}

static void deliver_values(const void *values, const struct target *target,
                           const struct part *part, MPI_Count first)
{
    const struct data from = values_at(values, part, first);
    const MPI_Count size = part->fold->type->size;

    data_copy_range(&from, &target->data, first * size, part->count * size);
}

/* ---- from the left --------------------------------------------------------------------------- */

/* A function of the user's writes where its right operand is, so the results so far change places
 * with copies of what comes next; other operations leave them where they are, in one room. */
static void fold_block(const struct part *part, const struct rooms *rooms,
                       const struct target *target, MPI_Count first)
{
    const struct fold *fold = part->fold;
    char *place = place_in(target, part, first);
    const void *left = see_operand(part, 0, room_at(rooms, 0));
    int i;

    for (i = 1; i < fold->peers; i++) {
        char *room = room_at(rooms, op_is_users(fold->op) ? i & 1 : 1);
        const void *right = see_operand(part, i, room);
        char *out = op_is_users(fold->op) ? room : room_at(rooms, 0);

        if (i == fold->peers - 1 && place != NULL)
            out = place;
        op_combine(fold->op, left, right, out, part->count, fold->type);
        left = out;
    }
    if (left != place)
        deliver_values(left, target, part, first);
}

/* ---- in a tree ------------------------------------------------------------------------------- */

static int half_of(int operands)
{
    int half = 1;

    while (half * 2 < operands)
        half *= 2;
    return half;
}

static int levels_of(int operands)
{
    int levels = 0;

    for (; operands > 1; operands = half_of(operands))
        levels++;
    return levels;
}

/* The operands from `from` on, this many, combined: to `out`, or where the only one lies. The room
 * of this level and those behind it are free. */
static const void *fold_subtree(const struct part *part, const struct rooms *rooms, int from,
                                int operands, int level, char *out)
{
    int half = half_of(operands);
    const void *left, *right;

    if (operands == 1)
        return see_operand(part, from, out);
    left = fold_subtree(part, rooms, from, half, level + 1, room_at(rooms, level));
    right = fold_subtree(part, rooms, from + half, operands - half, level + 1, out);
    op_combine(part->fold->op, left, right, out, part->count, part->fold->type);
    return out;
}

static void fold_as_tree(const struct part *part, const struct rooms *rooms,
                         const struct target *target, MPI_Count first)
{
    int peers = part->fold->peers, levels = levels_of(peers);

    deliver_values(fold_subtree(part, rooms, 0, peers, 0, room_at(rooms, levels)), target, part,
                   first);
}

/* ---- scans ----------------------------------------------------------------------------------- */

static void copy_values(const struct part *part, const void *from, char *to)
{
    const struct data source = values_at(from, part, 0), copy = values_at(to, part, 0);

    data_copy(&source, &copy);
}

/* A scan of one block: the results so far and the next ones change places, because a member's
 * operand may be where its result goes. */
static void scan_block(const struct part *part, const struct rooms *rooms,
                       const struct target *all, MPI_Count first)
{
    const struct fold *fold = part->fold;
    bool is_inclusive = fold->member->args->kind == COLL_SCAN;
    int i;

    (void)all;
    for (i = 0; i < fold->peers; i++) {
        char *so_far = room_at(rooms, (i + 1) & 1), *next = room_at(rooms, i & 1);
        const void *operand = see_operand(part, i, next);
        const struct coll_op *owner = op_of(fold->member, fold->first + i);
        const struct target target = {.data = owner->args->recv};

        if (i > 0)
            op_combine(fold->op, so_far, operand, next, part->count, fold->type);
        else if (operand != next)
            copy_values(part, operand, next);
        if (is_inclusive || i > 0)
            deliver_values(is_inclusive ? next : so_far, &target, part, first);
    }
}

/* ---- part by part ---------------------------------------------------------------------------- */

/* Combines a part, whose result goes behind the first elements of the target. */
typedef void combine_part(const struct part *part, const struct rooms *rooms,
                          const struct target *target, MPI_Count first);

static void combine_parts(const struct fold *fold, struct slice slice, struct target target,
                          int wanted, combine_part *combine)
{
    struct part part = {.fold = fold, .first = slice.first};
    MPI_Count end = slice.first + slice.count;
    struct rooms rooms;

    if (slice.count * fold->type->size == 0)
        return;
    if (!rooms_open(&rooms, fold->type, slice.count, wanted)) {
        fold_report_no_memory(fold);
        return;
    }
    for (; part.first < end; part.first += part.count) {
        part.count = end - part.first < rooms.each.count ? end - part.first : rooms.each.count;
        combine(&part, &rooms, &target, target.first + part.first - slice.first);
    }
    rooms_close(&rooms);
}

void fold_slice(struct fold fold, struct slice slice, struct target target)
{
    if (policy_is_tree(fold.member->args->kind))
        combine_parts(&fold, slice, target, levels_of(fold.peers) + 1, fold_as_tree);
    else
        combine_parts(&fold, slice, target, 2, fold_block);
}

void fold_prefixes(struct fold fold, struct slice slice)
{
    combine_parts(&fold, slice, (struct target){.first = slice.first}, 2, scan_block);
}
