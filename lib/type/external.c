/* SPDX-License-Identifier: MIT */
/* Conversion by recursion over the shapes of types, down to the basic types, which are converted
 * one by one. Simplicity matters more than speed here: the format is for files and other
 * machines. */
#include "type/external.h"

#include <stddef.h>

#include "type/element.h"

enum { BASIC_BYTES_MAX = 16 };

static bool is_basic(const struct type *type)
{
    return type->is_predefined && type->pair[0] == NULL;
}

/* Reverses the order of bytes, between little-endian and big-endian. */
static void reverse(char *to, const char *from, size_t bytes)
{
    size_t i;

    for (i = 0; i < bytes; i++)
        to[i] = from[bytes - 1 - i];
}

/* How the two forms of a basic type differ. A complex number has two parts, and the sizes are those
 * of one part. */
struct conversion {
    size_t here, there; /* bytes */
    int parts;
    bool is_long_double; /* 80 bits here, 128 there */
    bool is_signed;
    bool is_logical;
};

static struct conversion conversion_of(const struct type *type)
{
    struct conversion conversion = {.parts = type->class == CLASS_COMPLEX ? 2 : 1};

    conversion.here = (size_t)type->size / (size_t)conversion.parts;
    conversion.there = (size_t)type->external / (size_t)conversion.parts;
    conversion.is_long_double = type->element == ELEMENT_LONG_DOUBLE ||
                                type->element == ELEMENT_COMPLEX_LONG_DOUBLE;
    conversion.is_signed = type->element >= ELEMENT_INT8 && type->element <= ELEMENT_INT128;
    conversion.is_logical = type->class == CLASS_LOGICAL;
    return conversion;
}

/* Moves only the low-order bytes if the external form is shorter. */
static void convert_out(const struct conversion *conversion, const char *from, char *out)
{
    if (conversion->is_long_double) {
        long double value;
        quad wide;

        memcpy(&value, from, sizeof value);
        wide = value;
        reverse(out, (const char *)&wide, sizeof wide);
        return;
    }
    reverse(out, from, conversion->there);
}

/* Any nonzero byte in external form means true. A local _Bool must be exactly 0 or 1. */
static void convert_logical_in(const struct conversion *conversion, const char *in, char *to)
{
    size_t i;
    char is_true = 0;

    for (i = 0; i < conversion->there; i++)
        is_true |= in[i] != 0;
    memset(to, 0, conversion->here);
    to[0] = is_true;
}

static void convert_in(const struct conversion *conversion, const char *in, char *to)
{
    char value[BASIC_BYTES_MAX];

    if (conversion->is_long_double) {
        quad wide;
        long double narrow;

        reverse((char *)&wide, in, sizeof wide);
        narrow = (long double)wide;
        memcpy(to, &narrow, sizeof narrow);
        return;
    }
    if (conversion->is_logical) {
        convert_logical_in(conversion, in, to);
        return;
    }
    memset(value, conversion->is_signed && (signed char)in[0] < 0 ? 0xff : 0, sizeof value);
    reverse(value, in, conversion->there);
    memcpy(to, value, conversion->here);
}

enum way { OUT, IN };

/* Converts `count` elements from `here` on, an extent apart. Returns the end of the converted bytes
 * in the external form. */
static char *convert(enum way way, const struct type *type, char *here, MPI_Count count,
                     char *there);

static char *convert_basics(enum way way, const struct type *type, char *here, MPI_Count count,
                            char *there)
{
    const struct conversion conversion = conversion_of(type);
    MPI_Count i;
    int part;

    for (i = 0; i < count; i++)
        for (part = 0; part < conversion.parts; part++) {
            char *local = here + i * type->extent + part * (MPI_Count)conversion.here;

            if (way == OUT)
                convert_out(&conversion, local, there);
            else
                convert_in(&conversion, there, local);
            there += conversion.there;
        }
    return there;
}

static char *convert_one(enum way way, const struct type *type, char *here, char *there)
{
    const struct shape *shape = &type->shape;
    MPI_Count i;

    if (shape->child != NULL) {
        for (i = 0; i < shape->count; i++)
            there = convert(way, shape->child, here + i * shape->stride, shape->blocklength,
                            there);
        return there;
    }
    if (type->pair[0] != NULL) {
        there = convert(way, type->pair[0], here, 1, there);
        return convert(way, type->pair[1], here + type_pair_index(type), 1, there);
    }
    for (i = 0; i < shape->count; i++) {
        struct block block = type_block(type, i);

        there = convert(way, block.child, here + block.displacement, block.length, there);
    }
    return there;
}

static char *convert(enum way way, const struct type *type, char *here, MPI_Count count,
                     char *there)
{
    MPI_Count i;

    if (is_basic(type))
        return convert_basics(way, type, here, count, there);
    if (type->size == 0)
        return there;
    for (i = 0; i < count; i++)
        there = convert_one(way, type, here + i * type->extent, there);
    return there;
}

void external_pack(const struct data *from, void *out)
{
    convert(OUT, from->type, from->buf, from->count, out);
}

void external_unpack(const struct data *to, const void *in)
{
    convert(IN, to->type, to->buf, to->count, (char *)(uintptr_t)in);
}
