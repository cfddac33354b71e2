/* SPDX-License-Identifier: MIT */
#include "type/pair.h"

#include <string.h>

#include "base/must.h"
#include "layout/copy.h"
#include "type/element.h"
#include "type/half.h"

enum order { LESS, EQUAL, GREATER, UNORDERED };

#define COMPARE(storage, left, right)                                                \
    do {                                                                             \
        storage one, other;                                                          \
                                                                                     \
        memcpy(&one, left, sizeof one);                                              \
        memcpy(&other, right, sizeof other);                                         \
        order = one < other ? LESS                                                   \
                : one > other ? GREATER                                              \
                : one == other ? EQUAL                                               \
                               : UNORDERED;                                          \
    } while (0)

static enum order compare_halves(const char *left, const char *right)
{
    float one, other;
    half number;

    memcpy(&number, left, sizeof number);
    one = half_to_float(number);
    memcpy(&number, right, sizeof number);
    other = half_to_float(number);
    return one < other ? LESS : one > other ? GREATER : one == other ? EQUAL : UNORDERED;
}

static enum order compare_values(enum element element, const char *left, const char *right)
{
    enum order order = EQUAL;

    switch (element) {
    case ELEMENT_INT8:
        COMPARE(int8_t, left, right);
        break;
    case ELEMENT_INT16:
        COMPARE(int16_t, left, right);
        break;
    case ELEMENT_INT32:
        COMPARE(int32_t, left, right);
        break;
    case ELEMENT_INT64:
        COMPARE(int64_t, left, right);
        break;
    case ELEMENT_INT128:
        COMPARE(int128, left, right);
        break;
    case ELEMENT_UINT8:
        COMPARE(uint8_t, left, right);
        break;
    case ELEMENT_UINT16:
        COMPARE(uint16_t, left, right);
        break;
    case ELEMENT_UINT32:
        COMPARE(uint32_t, left, right);
        break;
    case ELEMENT_UINT64:
        COMPARE(uint64_t, left, right);
        break;
    case ELEMENT_FLOAT:
        COMPARE(float, left, right);
        break;
    case ELEMENT_DOUBLE:
        COMPARE(double, left, right);
        break;
    case ELEMENT_LONG_DOUBLE:
        COMPARE(long double, left, right);
        break;
    case ELEMENT_QUAD:
        COMPARE(quad, left, right);
        break;
    case ELEMENT_HALF:
        return compare_halves(left, right);
    default:
        must(!"a pair of something that has no order");
    }
    return order;
}

void pair_combine(bool keeps_greater, const void *left, const void *right, void *out,
                  MPI_Count count, const struct type *type)
{
    const struct type *value = type->pair[0], *index = type->pair[1];
    MPI_Count place = type->true_extent - index->size, i;

    for (i = 0; i < count; i++) {
        const char *one = (const char *)left + i * type->extent;
        const char *other = (const char *)right + i * type->extent;
        char *result = (char *)out + i * type->extent;
        enum order order = compare_values(value->element, one, other);
        const char *kept = other;

        if (order == (keeps_greater ? GREATER : LESS))
            kept = one;
        if (order == EQUAL && compare_values(index->element, one + place, other + place) == LESS)
            kept = one;
        if (kept == result)
            continue;
        copy_bytes(result, kept, (size_t)value->size);
        copy_bytes(result + place, kept + place, (size_t)index->size);
    }
}
