/* SPDX-License-Identifier: MIT */
#include "type/wording.h"

#include <stdio.h>

#include "object/object.h"
#include "rank/world.h"

/* The first and last handle that a predefined type may have. */
enum { FIRST_TYPE = 0x200, LAST_TYPE = 0x2ff };

/* A list of basic types names this many, and looks at this many elements. */
enum { NAMES_MAX = 4, ELEMENTS_MAX = 4096 };

static const struct type *child_with(const struct type *type, MPI_Count *element)
{
    MPI_Count i;

    if (type->shape.child != NULL)
        return type->shape.child;
    for (i = 0; i < type->shape.count; i++) {
        struct block block = type_block(type, i);
        MPI_Count elements = block.length * block.child->elements;

        if (*element < elements)
            return block.child;
        *element -= elements;
    }
    return NULL;
}

/* The basic type of one of the type's elements. */
static const struct type *basic_of(const struct type *type, MPI_Count element)
{
    while (type != NULL && type->pair[0] == NULL && !type->is_predefined) {
        type = child_with(type, &element);
        if (type != NULL && type->elements > 0)
            element %= type->elements;
    }
    return type != NULL && type->pair[0] != NULL && type->elements > 1 ? type->pair[element]
                                                                       : type;
}

static const char *name_of_basic(const struct type *basic)
{
    return basic != NULL && basic->name != NULL ? basic->name : "a type without a name";
}

bool type_find_element(const struct type *type, MPI_Count byte, struct element_place *found)
{
    const MPI_Count length = type->sig_hash_length > 0 ? type->sig_hash_length : type->elements;
    const MPI_Count bytes = type->size / (type->elements / length); /* of one repetition */
    MPI_Count i;

    found->number = byte / bytes * length;
    found->offset = byte % bytes;
    for (i = 0; i < length && i < ELEMENTS_MAX; i++) {
        found->basic = basic_of(type, i);
        if (found->basic == NULL)
            return false;
        if (found->offset < found->basic->size) {
            found->name = name_of_basic(found->basic);
            found->number += i;
            return true;
        }
        found->offset -= found->basic->size;
    }
    return false;
}

static void write_run(FILE *out, MPI_Count count, const char *name)
{
    if (count > 1)
        fprintf(out, "%lld ", (long long)count);
    fputs(name, out);
}

/* The shortest sequence that the type repeats. */
static void write_sequence(FILE *out, const struct type *type)
{
    MPI_Count length = type->sig_hash_length, first = 0, next;
    int names = 0;

    if (length > 1)
        fputc('{', out);
    while (first < length && first < ELEMENTS_MAX && names < NAMES_MAX) {
        const struct type *basic = basic_of(type, first);

        for (next = first + 1; next < length && next < ELEMENTS_MAX; next++)
            if (basic_of(type, next) != basic)
                break;
        fputs(names++ > 0 ? ", " : "", out);
        write_run(out, next - first, name_of_basic(basic));
        first = next;
    }
    if (length > 1)
        fputs(first < length ? ", ...}" : "}", out);
}

static void write_type(FILE *out, const struct type *type, bool is_whole)
{
    if (type == NULL) {
        fputs("a derived type", out);
    } else if (type->sig_hash == SIG_HASH_ANY) {
        fputs("MPI_PACKED", out);
    } else if (type->elements == 0) {
        fputs("nothing", out);
    } else {
        if (is_whole && type->own_name != NULL)
            fprintf(out, "%.60s, ", type->own_name);
        if (is_whole && type->elements > type->sig_hash_length)
            fprintf(out, "%lld ", (long long)(type->elements / type->sig_hash_length));
        write_sequence(out, type);
    }
}

static const char *write_text(const struct type *type, bool is_whole, char text[])
{
    FILE *out = fmemopen(text, TYPE_TEXT_BYTES, "w");

    text[0] = '\0';
    if (out == NULL)
        return text;
    write_type(out, type, is_whole);
    fclose(out);
    text[TYPE_TEXT_BYTES - 1] = '\0';
    return text;
}

const char *type_wording(const struct type *type, char text[])
{
    return write_text(type, true, text);
}

static bool has_signature(const struct type *type, const void *folded)
{
    return sig_hash_fold(type->sig_hash) == *(const uint32_t *)folded;
}

const char *type_wording_of_signature(uint32_t folded, char text[])
{
    return write_text(type_find(has_signature, &folded), false, text);
}

const struct type *type_find(bool (*is_meant)(const struct type *type, const void *argument),
                             const void *argument)
{
    const struct store *store = rank_self() != NULL ? rank_self()->world->store : NULL;
    int number, numbers = store != NULL ? store_numbers(store, OBJECT_TYPE) : 0;
    const struct type *type;
    uintptr_t handle;

    for (handle = FIRST_TYPE; handle <= LAST_TYPE; handle++) {
        type = type_predefined((MPI_Datatype)handle);
        if (type != NULL && type->elements > 0 && is_meant(type, argument))
            return type;
    }
    for (number = 0; number < numbers; number++) {
        type = object_of_number(store, OBJECT_TYPE, number);
        if (type != NULL && is_meant(type, argument))
            return type;
    }
    return NULL;
}
