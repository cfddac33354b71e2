/* SPDX-License-Identifier: MIT */
#include "type/value.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "type/element.h"
#include "type/half.h"

/* Longer texts are cut off. */
enum { PART_TEXT_BYTES = 36, BYTES_TOLD_MAX = 32, DIGITS_MAX = 21 };

static void describe_bytes(const struct type *basic, const void *bytes, char text[])
{
    const unsigned char *at = bytes;
    MPI_Count i;

    snprintf(text, VALUE_TEXT_BYTES, "0x");
    for (i = 0; i < basic->size && i < BYTES_TOLD_MAX; i++)
        snprintf(text + 2 + 2 * i, 3, "%02x", at[i]);
}

/* ---- real numbers ---------------------------------------------------------------------------- */

static enum element part_of_element(enum element element)
{
    switch (element) {
    case ELEMENT_COMPLEX_HALF:
        return ELEMENT_HALF;
    case ELEMENT_COMPLEX_FLOAT:
        return ELEMENT_FLOAT;
    case ELEMENT_COMPLEX_DOUBLE:
        return ELEMENT_DOUBLE;
    case ELEMENT_COMPLEX_LONG_DOUBLE:
        return ELEMENT_LONG_DOUBLE;
    case ELEMENT_COMPLEX_QUAD:
        return ELEMENT_QUAD;
    default:
        return ELEMENT_NONE;
    }
}

static long double real_at(enum element element, const void *bytes)
{
    union {
        half half;
        float one;
        double two;
        long double extended;
        quad four;
    } value;

    switch (element) {
    case ELEMENT_HALF:
        memcpy(&value, bytes, sizeof value.half);
        return (long double)half_to_float(value.half);
    case ELEMENT_FLOAT:
        memcpy(&value, bytes, sizeof value.one);
        return (long double)value.one;
    case ELEMENT_DOUBLE:
        memcpy(&value, bytes, sizeof value.two);
        return (long double)value.two;
    case ELEMENT_QUAD:
        memcpy(&value, bytes, sizeof value.four);
        return (long double)value.four;
    default:
        memcpy(&value, bytes, sizeof value.extended);
        return value.extended;
    }
}

static bool is_text_of(enum element element, const char *text, long double value)
{
    long double read = strtold(text, NULL);

    if (element == ELEMENT_HALF) /* six digits are enough */
        return true;
    if (element == ELEMENT_FLOAT)
        return (float)read == (float)value;
    return element == ELEMENT_DOUBLE ? (double)read == (double)value : read == value;
}

/* With as few digits as distinguish it from its neighbours. */
static void describe_real(enum element element, const void *bytes, char text[])
{
    const long double value = real_at(element, bytes);
    int digits = 6;

    do
        snprintf(text, PART_TEXT_BYTES, "%.*Lg", digits, value);
    while (!is_text_of(element, text, value) && digits++ < DIGITS_MAX);
}

static void describe_complex(const struct type *basic, const void *bytes, char text[])
{
    const enum element part = part_of_element((enum element)basic->element);
    char re[PART_TEXT_BYTES], im[PART_TEXT_BYTES];

    describe_real(part, bytes, re);
    describe_real(part, (const char *)bytes + basic->size / 2, im);
    snprintf(text, VALUE_TEXT_BYTES, "(%s, %s)", re, im);
}

/* ---- all ------------------------------------------------------------------------------------- */

/* An element of whole numbers of that many bytes. */
static long long integer_at(const void *bytes, MPI_Count size)
{
    long long value = 0;

    memcpy(&value, bytes, (size_t)size);
    return value;
}

static void describe_signed(const struct type *basic, const void *bytes, char text[])
{
    const int unused = (int)(sizeof(long long) - (size_t)basic->size) * 8;
    const long long value = (long long)((unsigned long long)integer_at(bytes, basic->size)
                                        << unused) >> unused;

    if (basic->class == CLASS_CHARACTER && value > 0 && isprint((int)value))
        snprintf(text, VALUE_TEXT_BYTES, "'%c'", (char)value);
    else
        snprintf(text, VALUE_TEXT_BYTES, "%lld", value);
}

void value_describe(const struct type *basic, const void *bytes, char text[])
{
    switch (basic->element) {
    case ELEMENT_INT8:
    case ELEMENT_INT16:
    case ELEMENT_INT32:
    case ELEMENT_INT64:
        describe_signed(basic, bytes, text);
        return;
    case ELEMENT_UINT8:
    case ELEMENT_UINT16:
    case ELEMENT_UINT32:
    case ELEMENT_UINT64:
        if (basic->class == CLASS_BYTE)
            break;
        snprintf(text, VALUE_TEXT_BYTES, "%llu",
                 (unsigned long long)integer_at(bytes, basic->size));
        return;
    case ELEMENT_HALF:
    case ELEMENT_FLOAT:
    case ELEMENT_DOUBLE:
    case ELEMENT_LONG_DOUBLE:
    case ELEMENT_QUAD:
        describe_real((enum element)basic->element, bytes, text);
        return;
    default:
        if (part_of_element((enum element)basic->element) == ELEMENT_NONE)
            break;
        describe_complex(basic, bytes, text);
        return;
    }
    describe_bytes(basic, bytes, text);
}

void value_describe_two(const struct type *basic, const void *one, const void *other,
                        char one_text[], char other_text[])
{
    value_describe(basic, one, one_text);
    value_describe(basic, other, other_text);
    if (strcmp(one_text, other_text) != 0)
        return;
    describe_bytes(basic, one, one_text);
    describe_bytes(basic, other, other_text);
}
