/* SPDX-License-Identifier: MIT */
#include "type/signature.h"

#include "type/element.h"
#include "type/type.h"

/* Divisors are looked for up to here. A longer sequence that repeats only for a larger prime factor
 * of its length would keep its own motif; it has more than 2^40 elements. */
enum { DIVISOR_MAX = 1 << 20 };

/* A sequence of basic types. */
struct sequence {
    uint64_t hash;
    MPI_Count length;
};

static uint64_t reduce(uint64_t number)
{
    return number < MOTIF_MODULUS ? number : number - MOTIF_MODULUS;
}

static uint64_t multiply(uint64_t one, uint64_t other)
{
    uint128 product = (uint128)one * other;

    return reduce((uint64_t)(product & MOTIF_MODULUS) + (uint64_t)(product >> 61));
}

static uint64_t power(uint64_t base, MPI_Count exponent)
{
    uint64_t result = 1;

    for (; exponent > 0; exponent >>= 1) {
        if (exponent & 1)
            result = multiply(result, base);
        base = multiply(base, base);
    }
    return result;
}

static struct sequence join(struct sequence left, struct sequence right)
{
    uint64_t moved = multiply(left.hash, power(MOTIF_RADIX, right.length));

    return (struct sequence){.hash = reduce(moved + right.hash),
                             .length = left.length + right.length};
}

static struct sequence repeat(struct sequence once, MPI_Count times)
{
    struct sequence result = {.length = 0};

    for (; times > 0; times >>= 1) {
        if (times & 1)
            result = join(once, result);
        once = join(once, once);
    }
    return result;
}

static struct sequence whole(const struct type *type)
{
    struct sequence motif = {.hash = type->motif, .length = type->motif_length};

    return motif.length == 0 ? motif : repeat(motif, type->elements / motif.length);
}

static struct sequence prefix(const struct type *type, MPI_Count length);

/* The first elements of `count` children. */
static struct sequence prefix_of_copies(const struct type *child, MPI_Count length)
{
    return join(repeat(whole(child), length / child->elements),
                prefix(child, length % child->elements));
}

/* The first `length` elements of the type, or fewer than all. */
static struct sequence prefix(const struct type *type, MPI_Count length)
{
    struct sequence result = {.length = 0};
    MPI_Count i;

    while (type->motif_length != 1 && type->shape.child != NULL && length > 0 &&
           type->elements == type->shape.child->elements)
        type = type->shape.child;
    if (length == 0)
        return result;
    if (type->motif_length == 1)
        return repeat((struct sequence){.hash = type->motif, .length = 1}, length);
    if (type->pair[0] != NULL) /* a part of a pair is its value */
        return whole(type->pair[0]);
    if (type->shape.child != NULL)
        return prefix_of_copies(type->shape.child, length);
    for (i = 0; result.length < length; i++) {
        struct block block = type_block(type, i);
        MPI_Count elements = block.length * block.child->elements;

        if (elements > length - result.length)
            elements = length - result.length;
        if (elements > 0)
            result = join(result, prefix_of_copies(block.child, elements));
    }
    return result;
}

/* Is the sequence of the type's first `length` elements one of `period` elements, repeated? */
static bool has_period(const struct type *type, MPI_Count length, MPI_Count period)
{
    struct sequence all = prefix(type, length), begin = prefix(type, period);

    return join(begin, prefix(type, length - period)).hash == all.hash;
}

/* The shortest sequence that the type's is a repetition of. */
static MPI_Count find_period(const struct type *type)
{
    MPI_Count period = type->elements, left = type->elements, divisor;

    for (divisor = 2; divisor <= DIVISOR_MAX && left > 1; divisor++) {
        if (divisor * divisor > left)
            divisor = left; /* it is prime */
        while (left % divisor == 0) {
            left /= divisor;
            if (has_period(type, period, period / divisor))
                period /= divisor;
        }
    }
    return period;
}

/* Blocks of different types. */
static void find_mixed(struct type *type)
{
    bool is_uniform = true;
    MPI_Count i;

    type->motif_length = 0;
    for (i = 0; i < type->shape.count; i++) {
        struct block block = type_block(type, i);

        if (block.length == 0 || block.child->elements == 0)
            continue;
        if (block.child->motif == MOTIF_ANY) {
            type->motif = MOTIF_ANY;
            type->motif_length = 1;
            return;
        }
        if (type->motif_length == 0) {
            type->motif = block.child->motif;
            type->motif_length = block.child->motif_length;
        }
        is_uniform = is_uniform && type->motif == block.child->motif &&
                     type->motif_length == block.child->motif_length;
    }
    if (is_uniform)
        return;
    type->motif_length = type->elements; /* for prefix, which needs no motif but looks */
    type->motif_length = find_period(type);
    type->motif = prefix(type, type->motif_length).hash;
}

void signature_find(struct type *type)
{
    const struct type *child = type->shape.child;

    type->motif = MOTIF_EMPTY;
    type->motif_length = 0;
    if (type->elements == 0)
        return;
    if (child == NULL) {
        find_mixed(type);
        return;
    }
    type->motif = child->motif;
    type->motif_length = child->motif_length;
}

/* Whole elements in the first bytes of one copy. */
static MPI_Count elements_in_part(const struct type *type, MPI_Count bytes)
{
    MPI_Count elements = 0, i;

    for (;;) {
        const struct type *child = type->shape.child;

        if (bytes == 0)
            return elements;
        if (bytes == type->size)
            return elements + type->elements;
        if (type->pair[0] != NULL)
            return bytes == type->pair[0]->size ? elements + 1 : MPI_UNDEFINED;
        if (type->elements == 1)
            return MPI_UNDEFINED;
        for (i = 0; child == NULL; i++) {
            struct block block = type_block(type, i);
            MPI_Count size = block.length * block.child->size;

            if (bytes < size) {
                child = block.child;
            } else {
                bytes -= size;
                elements += block.length * block.child->elements;
                if (bytes == 0)
                    return elements;
            }
        }
        elements += bytes / child->size * child->elements;
        bytes %= child->size;
        type = child;
    }
}

MPI_Count type_elements(const struct type *type, MPI_Count bytes)
{
    MPI_Count part;

    if (bytes == 0)
        return 0;
    if (type->size == 0)
        return MPI_UNDEFINED;
    part = elements_in_part(type, bytes % type->size);
    if (part == MPI_UNDEFINED)
        return part;
    return bytes / type->size * type->elements + part;
}

bool signature_of_part(const struct type *type, MPI_Count bytes, uint64_t *motif)
{
    MPI_Count elements = type_elements(type, bytes);
    /* A row of copies with that many elements, to look for periods in. */
    const struct type part = {.elements = elements, .shape = {.child = type}};

    if (elements == MPI_UNDEFINED)
        return false;
    if (elements == 0)
        *motif = MOTIF_EMPTY;
    else
        *motif = elements % type->motif_length == 0 ? type->motif
                                                : prefix(&part, find_period(&part)).hash;
    return true;
}
