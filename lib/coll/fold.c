/* SPDX-License-Identifier: MIT */
#include "coll/fold.h"

#include "base/knob.h"
#include "base/memory.h"
#include "coll/card.h"

/* A slice is combined block by block in memory that stays in the nearest cache. */
enum { BLOCK_BYTES = 8192, SLICE_BYTES_MIN = 256 };

struct slice slice_of(MPI_Count count, const struct type *type, int workers, int i)
{
    MPI_Count least = SLICE_BYTES_MIN / (type->size > 0 ? type->size : 1) + 1;
    MPI_Count each = (count + workers - 1) / workers;
    struct slice slice;

    if (each < least)
        each = least;
    slice.first = each * i < count ? each * i : count;
    slice.count = count - slice.first < each ? count - slice.first : each;
    return slice;
}

struct slice slice_of_rank(const struct coll_call *call, int rank)
{
    struct slice slice = {.count = call->recv.count};
    int i;

    if (view_is_null(call->recv_blocks.counts)) {
        slice.first = slice.count * rank;
        return slice;
    }
    for (i = 0; i < rank; i++)
        slice.first += view_at(call->recv_blocks.counts, (size_t)i);
    slice.count = view_at(call->recv_blocks.counts, (size_t)i);
    return slice;
}

static const struct type *type_of(const struct coll *coll)
{
    return coll->call->send.type;
}

/* Where the operand of the i-th peer starts. All have shown their calls. */
static const char *operand_of(const struct coll *coll, int i)
{
    const struct coll_call *call = coll_of(coll, coll->first + i)->call;

    return call->is_in_place ? call->recv.buf : call->send.buf;
}

void *fold_take(const struct type *type, MPI_Count count, char **start)
{
    struct room room = data_room(type, count, INT64_MAX);
    char *memory = memory_take_zeroed((size_t)room.bytes);

    if (memory != NULL)
        *start = memory - room.low;
    return memory;
}

static MPI_Count per_block(const struct type *type, MPI_Count count)
{
    return data_room(type, count, BLOCK_BYTES).count;
}

struct block_memory {
    alignas(CACHE_LINE) unsigned char own[BLOCK_BYTES];
    void *taken;
};

/* Where a block of so many values at most can be; NULL: no memory. */
static char *block_open(struct block_memory *memory, const struct type *type, MPI_Count count)
{
    struct room room = data_room(type, count, BLOCK_BYTES);

    memory->taken = NULL;
    if (room.bytes <= BLOCK_BYTES)
        return (char *)memory->own - room.low;
    memory->taken = memory_take((size_t)room.bytes);
    return memory->taken != NULL ? (char *)memory->taken - room.low : NULL;
}

static void block_close(struct block_memory *memory)
{
    memory_give(memory->taken);
}

static void copy_elements(const struct type *type, MPI_Count count, const void *from, void *to)
{
    const struct data source = {.buf = (void *)(uintptr_t)from, .count = count, .type = type};
    const struct data target = {.buf = to, .count = count, .type = type};

    data_copy(&source, &target);
}

/* Elements [first, first + count) of all operands. The last step writes to the result unless that
 * could touch what lies between the data of its elements. */
static void fold_block(const struct coll *coll, MPI_Count first, MPI_Count count, char *block,
                       char *result)
{
    const struct type *type = type_of(coll);
    MPI_Count distance = first * type->extent;
    const void *left = operand_of(coll, 0) + distance;
    int i;

    for (i = 1; i < coll->peers; i++) {
        bool is_last = i == coll->peers - 1 && type->is_named;
        char *out = is_last ? result : block;

        op_combine(coll->call->op, left, operand_of(coll, i) + distance, out, count, type);
        left = out;
    }
    if (left != result)
        copy_elements(type, count, left, result);
}

/* A block's way through the tree. */
struct tree {
    const struct coll *coll;
    MPI_Count first;
    MPI_Count count;
    char *rooms;         /* a block for each level */
    MPI_Count room_size; /* how far they are apart */
};

static int half_of(int operands)
{
    int half = 1;

    while (half * 2 < operands)
        half *= 2;
    return half;
}

static int levels_of(int operands)
{
    int levels = 1;

    for (; operands > 1; operands = half_of(operands))
        levels++;
    return levels;
}

/* The operands from `from` on, so many, combined: to `out`, or where the only one lies. */
static const char *fold_subtree(const struct tree *tree, int from, int operands, int level,
                                char *out)
{
    const struct type *type = type_of(tree->coll);
    int half = half_of(operands);
    const char *left, *right;

    if (operands == 1)
        return operand_of(tree->coll, from) + tree->first * type->extent;
    left = fold_subtree(tree, from, half, level, tree->rooms + level * tree->room_size);
    right = fold_subtree(tree, from + half, operands - half, level + 1,
                         tree->rooms + (level + 1) * tree->room_size);
    op_combine(tree->coll->call->op, left, right, out, tree->count, type);
    return out;
}

static bool fold_as_tree(const struct coll *coll, struct slice slice, char *result)
{
    const struct type *type = type_of(coll);
    MPI_Count most = per_block(type, slice.count), end = slice.first + slice.count;
    struct tree tree = {.coll = coll, .first = slice.first, .room_size = most * type->extent};
    void *memory = fold_take(type, most * levels_of(coll->peers), &tree.rooms);

    for (; memory != NULL && tree.first < end; tree.first += most) {
        char *out = result + (tree.first - slice.first) * type->extent;
        const char *combined;

        tree.count = end - tree.first < most ? end - tree.first : most;
        combined = fold_subtree(&tree, 0, coll->peers, 0, tree.rooms);
        copy_elements(type, tree.count, combined, out);
    }
    memory_give(memory);
    return memory != NULL;
}

bool fold_slice(const struct coll *coll, struct slice slice, char *result)
{
    const struct type *type = type_of(coll);
    MPI_Count at = slice.first, end = slice.first + slice.count;
    MPI_Count most = per_block(type, slice.count);
    struct block_memory memory;
    char *block;

    if (slice.count == 0)
        return true;
    if (knobs.reduction_tree)
        return fold_as_tree(coll, slice, result);
    block = block_open(&memory, type, slice.count);
    if (block == NULL)
        return false;
    for (; at < end; at += most)
        fold_block(coll, at, end - at < most ? end - at : most, block,
                   result + (at - slice.first) * type->extent);
    block_close(&memory);
    return true;
}

/* A scan of one block: `so_far` and `next` change places, because a member's operand may be where
 * its result goes. */
static void scan_block(const struct coll *coll, MPI_Count first, MPI_Count count, char *so_far,
                       char *next)
{
    const struct type *type = type_of(coll);
    MPI_Count distance = first * type->extent;
    bool is_inclusive = coll->call->kind == COLL_SCAN;
    int i;

    for (i = 0; i < coll->peers; i++) {
        const char *operand = operand_of(coll, i) + distance;
        char *result = (char *)coll_of(coll, coll->first + i)->call->recv.buf + distance;
        char *held = so_far;

        if (i == 0)
            copy_elements(type, count, operand, next);
        else
            op_combine(coll->call->op, so_far, operand, next, count, type);
        if (is_inclusive)
            copy_elements(type, count, next, result);
        else if (i > 0)
            copy_elements(type, count, so_far, result);
        so_far = next;
        next = held;
    }
}

bool fold_prefixes(const struct coll *coll, struct slice slice)
{
    const struct type *type = type_of(coll);
    MPI_Count at = slice.first, end = slice.first + slice.count;
    MPI_Count most = per_block(type, slice.count);
    struct block_memory one, other;
    char *so_far, *next;

    if (slice.count == 0)
        return true;
    so_far = block_open(&one, type, slice.count);
    next = block_open(&other, type, slice.count);
    for (; so_far != NULL && next != NULL && at < end; at += most)
        scan_block(coll, at, end - at < most ? end - at : most, so_far, next);
    block_close(&one);
    block_close(&other);
    return so_far != NULL && next != NULL;
}
