/* SPDX-License-Identifier: MIT */
#include "type/signature.h"

#include "type/sequence.h"
#include "type/type.h"

/* The largest divisor that is tried. A sequence whose length has a larger prime factor, and that
 * repeats only for that factor, keeps its own hash; it has more than 2^40 elements. */
enum { DIVISOR_MAX = 1 << 20 };

/* True if the type's first `length` elements are a repetition of its first `period` elements. */
static bool has_period(const struct type *type, MPI_Count length, MPI_Count period)
{
    struct sequence all = sequence_begin(type, length), begin = sequence_begin(type, period);

    return sequence_join(begin, sequence_begin(type, length - period)).hash == all.hash;
}

/* Returns the length of the shortest sequence that the type's sequence repeats. */
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

/* Finds the signature hash of a type whose blocks have different types. */
static void find_mixed(struct type *type)
{
    bool is_uniform = true;
    struct sequence sig_hash;
    MPI_Count i;

    type->sig_hash_length = 0;
    for (i = 0; i < type->shape.count; i++) {
        struct block block = type_block(type, i);

        if (block.length == 0 || block.child->elements == 0)
            continue;
        if (block.child->sig_hash == SIG_HASH_ANY) {
            type->sig_hash = SIG_HASH_ANY;
            type->sig_hash_length = 1;
            return;
        }
        if (type->sig_hash_length == 0) {
            type->sig_hash = block.child->sig_hash;
            type->sig_hash_length = block.child->sig_hash_length;
        }
        is_uniform = is_uniform && type->sig_hash == block.child->sig_hash &&
                     type->sig_hash_length == block.child->sig_hash_length;
    }
    if (!is_uniform)
        type->sig_hash_length = 0;
    if (type->sig_hash_length != 1)
        skips_find(type);
    if (is_uniform)
        return;
    sig_hash = sequence_begin(type, find_period(type));
    type->sig_hash_length = sig_hash.length;
    type->sig_hash = sig_hash.hash;
}

void signature_find(struct type *type)
{
    const struct type *child = type->shape.child;

    type->sig_hash = SIG_HASH_EMPTY;
    type->sig_hash_length = 0;
    if (type->elements == 0)
        return;
    if (child == NULL) {
        find_mixed(type);
        return;
    }
    type->sig_hash = child->sig_hash;
    type->sig_hash_length = child->sig_hash_length;
    if (type->sig_hash_length > 1)
        skips_find(type);
}

/* Returns the number of whole basic elements in the first bytes of one copy of the type. */
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

bool signature_of_part(const struct type *type, MPI_Count bytes, uint64_t *sig_hash)
{
    MPI_Count elements = type_elements(type, bytes);
    /* A type with that many elements made of copies of `type`, for find_period. */
    const struct type part = {.elements = elements, .shape = {.child = type}};

    if (elements == MPI_UNDEFINED)
        return false;
    if (elements == 0)
        *sig_hash = SIG_HASH_EMPTY;
    else
        *sig_hash = elements % type->sig_hash_length == 0 ? type->sig_hash
                                                : sequence_begin(&part, find_period(&part)).hash;
    return true;
}
