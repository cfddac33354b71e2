/* SPDX-License-Identifier: MIT */
#include "rma/native.h"

#include <string.h>

#include "base/atomic.h"
#include "base/must.h"
#include "op/kernel.h"

static bool is_integer(const struct type *type)
{
    return type->element >= ELEMENT_INT8 && type->element <= ELEMENT_UINT64;
}

enum native_way native_way(const struct op *op, const struct type *type)
{
    if (op->kernels == NULL)
        return op == op_predefined(MPI_NO_OP) ? NATIVE_READ : NATIVE_REPLACE;
    if (op->kernels == sum_kernels && is_integer(type))
        return NATIVE_ADD;
    if (op->kernels == band_kernels)
        return NATIVE_AND;
    if (op->kernels == bor_kernels)
        return NATIVE_OR;
    return op->kernels == bxor_kernels ? NATIVE_XOR : NATIVE_KERNEL;
}

/* The functions of one width. User memory has any type, so words alias it. */
#define WIDTH(bits)                                                                              \
    typedef _Atomic(uint##bits##_t) __attribute__((may_alias)) word##bits;                       \
                                                                                                 \
    static uint##bits##_t by_kernel_##bits(word##bits *word, op_kernel *kernel,                  \
                                           uint##bits##_t value)                                 \
    {                                                                                            \
        uint##bits##_t old = load_relaxed(word), combined;                                       \
                                                                                                 \
        do                                                                                       \
            kernel(&value, &old, &combined, 1);                                                  \
        while (!compare_exchange_relaxed(word, &old, combined));                                 \
        return old;                                                                              \
    }                                                                                            \
                                                                                                 \
    static uint##bits##_t combine_one_##bits(enum native_way way, op_kernel *kernel,             \
                                             word##bits *word, uint##bits##_t value)             \
    {                                                                                            \
        switch (way) {                                                                           \
        case NATIVE_READ:                                                                        \
            return load_relaxed(word);                                                           \
        case NATIVE_REPLACE:                                                                     \
            return exchange_relaxed(word, value);                                                \
        case NATIVE_ADD:                                                                         \
            return fetch_add_relaxed(word, value);                                               \
        case NATIVE_AND:                                                                         \
            return fetch_and_relaxed(word, value);                                               \
        case NATIVE_OR:                                                                          \
            return fetch_or_relaxed(word, value);                                                \
        case NATIVE_XOR:                                                                         \
            return fetch_xor_relaxed(word, value);                                               \
        case NATIVE_KERNEL:                                                                      \
            break;                                                                               \
        }                                                                                        \
        return by_kernel_##bits(word, kernel, value);                                            \
    }                                                                                            \
                                                                                                 \
    static void combine_##bits(enum native_way way, op_kernel *kernel, char *target,             \
                               const char *origin, char *result, MPI_Count count)                \
    {                                                                                            \
        for (MPI_Count i = 0; i < count; i++) {                                                  \
            word##bits *word = (word##bits *)(void *)target + i;                                 \
            uint##bits##_t value = 0, old;                                                       \
                                                                                                 \
            if (way != NATIVE_READ)                                                              \
                memcpy(&value, origin + i * (MPI_Count)sizeof value, sizeof value);              \
            old = combine_one_##bits(way, kernel, word, value);                                  \
            if (result != NULL)                                                                  \
                memcpy(result + i * (MPI_Count)sizeof old, &old, sizeof old);                    \
        }                                                                                        \
    }                                                                                            \
                                                                                                 \
    static bool swap_##bits(void *target, const void *origin, const void *compare, void *result) \
    {                                                                                            \
        word##bits *word = target;                                                               \
        uint##bits##_t value, old;                                                               \
        bool is_equal;                                                                           \
                                                                                                 \
        memcpy(&value, origin, sizeof value);                                                    \
        memcpy(&old, compare, sizeof old);                                                       \
        is_equal = compare_exchange_relaxed(word, &old, value);                                  \
        memcpy(result, &old, sizeof old);                                                        \
        return is_equal;                                                                         \
    }

WIDTH(8)
WIDTH(16)
WIDTH(32)
WIDTH(64)

void native_combine(enum native_way way, op_kernel *kernel, MPI_Count bytes, void *target,
                    const void *origin, void *result, MPI_Count count)
{
    switch (bytes) {
    case 1:
        combine_8(way, kernel, target, origin, result, count);
        return;
    case 2:
        combine_16(way, kernel, target, origin, result, count);
        return;
    case 4:
        combine_32(way, kernel, target, origin, result, count);
        return;
    case 8:
        combine_64(way, kernel, target, origin, result, count);
        return;
    }
    must(!"an element that is not native");
}

bool native_compare_and_swap(MPI_Count bytes, void *target, const void *origin,
                             const void *compare, void *result)
{
    switch (bytes) {
    case 1:
        return swap_8(target, origin, compare, result);
    case 2:
        return swap_16(target, origin, compare, result);
    case 4:
        return swap_32(target, origin, compare, result);
    case 8:
        return swap_64(target, origin, compare, result);
    }
    must(!"an element that is not native");
    return false;
}
