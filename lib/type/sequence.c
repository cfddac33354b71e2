/* SPDX-License-Identifier: MIT */
#include "type/sequence.h"

#include <stdbool.h>
#include <stddef.h>

#include "base/memory.h"
#include "type/element.h"
#include "type/type.h"

/* Number of blocks from one entry of skips.begun to the next. */
enum { STAGE = 16 };

static uint64_t reduce(uint64_t number)
{
    return number < SEQUENCE_MODULUS ? number : number - SEQUENCE_MODULUS;
}

static uint64_t multiply(uint64_t one, uint64_t other)
{
    uint128 product = (uint128)one * other;

    return reduce((uint64_t)(product & SEQUENCE_MODULUS) + (uint64_t)(product >> 61));
}

/* Returns SEQUENCE_RADIX to that power. */
static uint64_t power(MPI_Count exponent)
{
    uint64_t base = SEQUENCE_RADIX, result = 1;

    for (; exponent > 1; exponent >>= 1) {
        if (exponent & 1)
            result = multiply(result, base);
        base = multiply(base, base);
    }
    return exponent == 1 ? multiply(result, base) : result;
}

struct sequence sequence_join(struct sequence left, struct sequence right)
{
    if (left.length == 0)
        return right;
    if (right.length == 0)
        return left;
    return (struct sequence){
        .hash = reduce(multiply(left.hash, power(right.length)) + right.hash),
        .length = left.length + right.length,
    };
}

static struct sequence repeat(struct sequence once, MPI_Count times)
{
    struct sequence result = {.length = 0};

    for (; times > 1; times >>= 1) {
        if (times & 1)
            result = sequence_join(once, result);
        once = sequence_join(once, once);
    }
    return times == 1 ? sequence_join(once, result) : result;
}

struct sequence sequence_of(const struct type *type)
{
    struct sequence sig_hash = {.hash = type->sig_hash, .length = type->sig_hash_length};

    return sig_hash.length == 0 ? sig_hash : repeat(sig_hash, type->elements / sig_hash.length);
}

/* A prefix that grows: the hash so far, how much is left to add, and the type that continues it. */
struct beginning {
    struct sequence found;
    MPI_Count left;
    const struct type *type;
};

static void append_sequence(struct beginning *beginning, struct sequence sequence)
{
    beginning->found = sequence_join(beginning->found, sequence);
    beginning->left -= sequence.length;
}

/* True if the prefix ends inside `type`, which comes behind `before`. */
static bool ends_inside(const struct beginning *beginning, struct sequence before,
                        const struct type *type)
{
    return type != NULL && beginning->left >= before.length &&
           beginning->left - before.length < type->elements;
}

static void follow_sequence(struct beginning *beginning, struct sequence before,
                            const struct type *type)
{
    append_sequence(beginning, before);
    beginning->type = type;
}

/* Appends as many whole copies of the child as the prefix still has; the child then continues
 * it. */
static void append_copies(struct beginning *beginning, const struct type *child)
{
    append_sequence(beginning, repeat(sequence_of(child), beginning->left / child->elements));
    beginning->type = child;
}

/* Appends the last entry of skips.begun that is not beyond the end. Returns the block that follows
 * it. */
static MPI_Count skip_stages(struct beginning *beginning)
{
    const struct sequence *begun = beginning->type->skips.begun;
    MPI_Count low = 0, high = (beginning->type->shape.count + STAGE - 1) / STAGE;

    if (begun == NULL)
        return 0;
    while (high - low > 1) {
        MPI_Count middle = low + (high - low) / 2;

        if (begun[middle].length <= beginning->left)
            low = middle;
        else
            high = middle;
    }
    append_sequence(beginning, begun[low]);
    return low * STAGE;
}

static void append_blocks(struct beginning *beginning)
{
    const struct type *type = beginning->type;
    MPI_Count i = skip_stages(beginning);

    for (; beginning->left > 0; i++) {
        struct block block = type_block(type, i);

        if (block.child->elements == 0)
            continue;
        if (block.length > beginning->left / block.child->elements) {
            append_copies(beginning, block.child);
            return;
        }
        append_sequence(beginning, repeat(sequence_of(block.child), block.length));
    }
}

struct sequence sequence_begin(const struct type *type, MPI_Count length)
{
    struct beginning beginning = {.left = length, .type = type};

    while (beginning.left > 0) {
        const struct type *at = beginning.type;
        const struct skips *skips = &at->skips;
        struct sequence sig_hash = {.hash = at->sig_hash, .length = at->sig_hash_length};

        if (sig_hash.length > 0 && sig_hash.length <= beginning.left)
            append_sequence(&beginning, repeat(sig_hash, beginning.left / sig_hash.length));
        else if (ends_inside(&beginning, skips->before_jump, skips->jump))
            follow_sequence(&beginning, skips->before_jump, skips->jump);
        else if (ends_inside(&beginning, skips->before_next, skips->next))
            follow_sequence(&beginning, skips->before_next, skips->next);
        else if (at->pair[0] != NULL) /* a part of a pair is its value */
            append_sequence(&beginning, sequence_of(at->pair[0]));
        else if (at->shape.child != NULL)
            append_copies(&beginning, at->shape.child);
        else
            append_blocks(&beginning);
    }
    return beginning.found;
}

/* Returns the block that is one copy of a child with more than half of the type's elements, or the
 * number of blocks if there is none. */
static MPI_Count find_next(const struct type *type)
{
    MPI_Count i;

    for (i = 0; i < type->shape.count; i++) {
        struct block block = type_block(type, i);

        if (block.length == 1 && block.child->elements > type->elements / 2)
            break;
    }
    return i;
}

/* Returns NULL if there is no memory; prefixes are then found more slowly. */
static struct sequence *stages_create(const struct type *type)
{
    MPI_Count stages = (type->shape.count + STAGE - 1) / STAGE;

    return stages > 1 ? memory_take((size_t)stages * sizeof(struct sequence)) : NULL;
}

static void go_through_blocks(struct type *type)
{
    MPI_Count next = find_next(type), i;
    struct skips *skips = &type->skips;
    struct sequence before = {.length = 0};

    skips->begun = stages_create(type);
    for (i = 0; i < type->shape.count; i++) {
        struct block block = type_block(type, i);

        if (skips->begun != NULL && i % STAGE == 0)
            skips->begun[i / STAGE] = before;
        if (i == next) {
            skips->next = block.child;
            skips->before_next = before;
        }
        before = sequence_join(before, repeat(sequence_of(block.child), block.length));
    }
}

/* Finds the next pointer of a type whose blocks have one signature hash, without hashing the
 * blocks. */
static void count_blocks(struct type *type)
{
    const struct sequence sig_hash = {.hash = type->sig_hash, .length = type->sig_hash_length};
    MPI_Count next = find_next(type), before = 0, i;

    if (next == type->shape.count)
        return;
    for (i = 0; i < next; i++) {
        struct block block = type_block(type, i);

        before += block.length * block.child->elements;
    }
    type->skips.next = type_block(type, next).child;
    type->skips.before_next = repeat(sig_hash, before / sig_hash.length);
}

/* Sets the jump of a skip pointer. The jump covers both jumps of the next type if they are equally
 * long, and else one step. From any type, a few jumps then reach any type further down the
 * chain. */
static void find_jump(struct skips *skips)
{
    const struct skips *next = &skips->next->skips;

    skips->length = (uint16_t)(next->length + 1);
    skips->jump = skips->next;
    skips->before_jump = skips->before_next;
    if (next->jump != NULL && next->jump->skips.jump != NULL) {
        const struct skips *second = &next->jump->skips;
        const struct skips *third = &second->jump->skips;

        if (next->length - second->length != second->length - third->length)
            return;
        skips->jump = second->jump;
        skips->before_jump = sequence_join(skips->before_jump, next->before_jump);
        skips->before_jump = sequence_join(skips->before_jump, second->before_jump);
    }
}

void skips_find(struct type *type)
{
    const struct type *child = type->shape.child;

    if (child == NULL && type->sig_hash_length > 0)
        count_blocks(type);
    else if (child == NULL)
        go_through_blocks(type);
    else if (child->elements == type->elements)
        type->skips.next = child;
    if (type->skips.next != NULL)
        find_jump(&type->skips);
}
