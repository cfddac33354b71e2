/* SPDX-License-Identifier: MIT */
/* Buffers of int64, with a guard behind, dense or with gaps. */
#ifndef TESTS_COLL_ARRAY_H
#define TESTS_COLL_ARRAY_H

#include "base/memory.h"
#include "heddle/criterion.h"

enum { GUARD = 0xa5, GUARD_BYTES = 64 };

static const int64_t untouched = (int64_t)UINT64_C(0xa5a5a5a5a5a5a5a5); /* of GUARD */

struct array {
    unsigned char *start;
    size_t bytes;
    int count;
    int stride; /* of int64 */
};

static inline struct array array_for(int count, bool has_gaps)
{
    struct array array = {.count = count, .stride = has_gaps ? 2 : 1};

    array.bytes = (size_t)count * (size_t)array.stride * 8 + GUARD_BYTES;
    array.start = memory_take(array.bytes);
    memset(array.start, GUARD, array.bytes);
    return array;
}

static inline void array_set(const struct array *array, int i, int64_t value)
{
    memcpy(array->start + (size_t)i * (size_t)array->stride * 8, &value, sizeof value);
}

static inline int64_t array_get(const struct array *array, int i)
{
    int64_t value;

    memcpy(&value, array->start + (size_t)i * (size_t)array->stride * 8, sizeof value);
    return value;
}

/* Gaps and guard are as they were. */
static inline void array_drop(struct array *array)
{
    size_t elements = (size_t)array->count * (size_t)array->stride * 8;
    int damaged = 0;

    for (size_t i = 0; i < array->bytes; i++)
        if (i >= elements || (array->stride == 2 && i % 16 >= 8))
            damaged += array->start[i] != GUARD;
    cr_assert(damaged == 0, "%d bytes", damaged);
    memory_give(array->start);
}

#endif
