/* SPDX-License-Identifier: MIT */
/* The kernels. Each is one loop over one type, simple enough for the compiler to vectorise. Macros
 * write them, because C cannot otherwise express one loop for eleven operations on twenty types.
 *
 * Sums, products and bit operations are equal for signed and unsigned integers of a width; the
 * unsigned kernels serve both, so that overflow wraps. */
#if defined(__GNUC__) && !defined(__clang__)
/* At -O2 gcc vectorises only loops whose trip count it knows. Alignment matters because a short
 * loop may run at half its speed if it spans two cache lines. */
#pragma GCC optimize("O3", "align-loops=64")
#endif

#include "op/kernel.h"

#include "base/simd.h"
#include "type/element.h"
#include "type/half.h"

/* Iterations are independent: `out` is `left`, is `right`, or overlaps neither. The compiler cannot
 * know this. It would test for overlap at run time and use the slow loop in the usual case, out ==
 * right.
 *
 * Four vectors a turn: a loop of one vector that ends a few bytes behind the end of a cache line of
 * code, as those of integer products do, takes up to twice as long (bench/type/op). */
#ifdef __clang__
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
/* Quads and long doubles cannot be vectorised; silence the warnings about them. */
#pragma clang diagnostic ignored "-Wpass-failed"
#else
#define INDEPENDENT _Pragma("GCC ivdep") _Pragma("GCC unroll 4")
#endif

/* A user's values may be unaligned, for example in packed structs. Unaligned access to aligned
 * values costs nothing. */
#define ANYWHERE __attribute__((aligned(1)))

/* `combined` is an expression of the two values `left` and `right` and their type `value`. With
 * wider vectors an operand out of the second cache takes two thirds of the time. Results are the
 * same bits, because no product is fused with a sum. */
#define KERNEL(name, storage, combined)                                                        \
    SIMD_CLONED static void name(const void *left_values, const void *right_values,            \
                                 void *out_values, MPI_Count count)                            \
    {                                                                                          \
        typedef storage value;                                                                 \
        typedef value anywhere ANYWHERE;                                                       \
        const anywhere *lefts = left_values, *rights = right_values;                           \
        anywhere *outs = out_values;                                                           \
                                                                                               \
        INDEPENDENT                                                                            \
        for (MPI_Count i = 0; i < count; i++) {                                                \
            value left = lefts[i], right = rights[i];                                          \
                                                                                               \
            outs[i] = combined;                                                                \
        }                                                                                      \
    }

#define UNSIGNED_KERNELS(name, combined)      \
    KERNEL(name##_8, uint8_t, combined)       \
    KERNEL(name##_16, uint16_t, combined)     \
    KERNEL(name##_32, uint32_t, combined)     \
    KERNEL(name##_64, uint64_t, combined)

#define INTEGER_KERNELS(name, combined)       \
    UNSIGNED_KERNELS(name, combined)          \
    KERNEL(name##_128, uint128, combined)

#define SIGNED_KERNELS(name, combined)              \
    KERNEL(name##_signed_8, int8_t, combined)       \
    KERNEL(name##_signed_16, int16_t, combined)     \
    KERNEL(name##_signed_32, int32_t, combined)     \
    KERNEL(name##_signed_64, int64_t, combined)     \
    KERNEL(name##_signed_128, int128, combined)

#define FLOATING_KERNELS(name, combined)                 \
    KERNEL(name##_float, float, combined)                \
    KERNEL(name##_double, double, combined)              \
    KERNEL(name##_long_double, long double, combined)    \
    KERNEL(name##_quad, quad, combined)

/* 1u keeps the product of two short types from being an int, which could overflow. */
INTEGER_KERNELS(sum, (value)(left + right))
INTEGER_KERNELS(prod, (value)(1u * left * right))
UNSIGNED_KERNELS(min, left < right ? left : right)
UNSIGNED_KERNELS(max, left > right ? left : right)
INTEGER_KERNELS(band, left & right)
INTEGER_KERNELS(bor, left | right)
INTEGER_KERNELS(bxor, left ^ right)
INTEGER_KERNELS(land, left != 0 && right != 0)
INTEGER_KERNELS(lor, left != 0 || right != 0)
INTEGER_KERNELS(lxor, (left != 0) != (right != 0))
SIGNED_KERNELS(min, left < right ? left : right)
SIGNED_KERNELS(max, left > right ? left : right)
FLOATING_KERNELS(sum, left + right)
FLOATING_KERNELS(prod, left * right)
FLOATING_KERNELS(min, left < right ? left : right)
FLOATING_KERNELS(max, left > right ? left : right)

/* A complex sum is a real sum of twice as many elements. A complex product is the textbook's, as in
 * Fortran, without C's recovery of infinities, which would be a function call for each. */
#define COMPLEX_KERNELS(part)                                                                  \
    static void sum_complex_##part(const void *left, const void *right, void *out,             \
                                   MPI_Count count)                                            \
    {                                                                                          \
        sum_##part(left, right, out, 2 * count);                                               \
    }                                                                                          \
    KERNEL(prod_complex_##part, struct complex_##part,                                         \
           ((value){.re = left.re * right.re - left.im * right.im,                             \
                    .im = left.re * right.im + left.im * right.re}))

COMPLEX_KERNELS(float)
COMPLEX_KERNELS(double)
COMPLEX_KERNELS(long_double)
COMPLEX_KERNELS(quad)

#define FLOAT(number) half_to_float(number)
#define HALF(number) half_of_float(number)

KERNEL(sum_half, half, HALF(FLOAT(left) + FLOAT(right)))
KERNEL(prod_half, half, HALF(FLOAT(left) * FLOAT(right)))
KERNEL(min_half, half, FLOAT(left) < FLOAT(right) ? left : right)
KERNEL(max_half, half, FLOAT(left) > FLOAT(right) ? left : right)
KERNEL(prod_complex_half, struct complex_half,
       ((value){.re = HALF(FLOAT(left.re) * FLOAT(right.re) - FLOAT(left.im) * FLOAT(right.im)),
                .im = HALF(FLOAT(left.re) * FLOAT(right.im) + FLOAT(left.im) * FLOAT(right.re))}))

static void sum_complex_half(const void *left, const void *right, void *out, MPI_Count count)
{
    sum_half(left, right, out, 2 * count);
}

/* Writes value and index separately, because the gap in a pair belongs to the user. */
#define PAIR_KERNEL(name, storage, is_left_better)                                             \
    static void name(const void *left_pairs, const void *right_pairs, void *out_pairs,         \
                     MPI_Count count)                                                          \
    {                                                                                          \
        typedef storage anywhere ANYWHERE;                                                     \
        const anywhere *lefts = left_pairs, *rights = right_pairs;                             \
        anywhere *outs = out_pairs;                                                            \
                                                                                               \
        for (MPI_Count i = 0; i < count; i++) {                                                \
            storage left = lefts[i], right = rights[i];                                        \
            bool is_lower = left.value == right.value && left.index < right.index;             \
                                                                                               \
            outs[i].value = (is_left_better) || is_lower ? left.value : right.value;           \
            outs[i].index = (is_left_better) || is_lower ? left.index : right.index;           \
        }                                                                                      \
    }

#define PAIR_KERNELS(storage)                                                      \
    PAIR_KERNEL(minloc_##storage, struct storage, left.value < right.value)        \
    PAIR_KERNEL(maxloc_##storage, struct storage, left.value > right.value)

PAIR_KERNELS(float_int)
PAIR_KERNELS(double_int)
PAIR_KERNELS(long_int)
PAIR_KERNELS(int_int)
PAIR_KERNELS(short_int)
PAIR_KERNELS(long_double_int)
PAIR_KERNELS(float_float)
PAIR_KERNELS(double_double)

#define UNSIGNED_ENTRIES(name)                                                                 \
    [ELEMENT_UINT8] = name##_8, [ELEMENT_UINT16] = name##_16, [ELEMENT_UINT32] = name##_32,    \
    [ELEMENT_UINT64] = name##_64

#define SIGNED_ENTRIES(name)                                                                   \
    [ELEMENT_INT8] = name##_8, [ELEMENT_INT16] = name##_16, [ELEMENT_INT32] = name##_32,       \
    [ELEMENT_INT64] = name##_64, [ELEMENT_INT128] = name##_128

#define FLOATING_ENTRIES(name)                                                                 \
    [ELEMENT_FLOAT] = name##_float, [ELEMENT_DOUBLE] = name##_double,                          \
    [ELEMENT_LONG_DOUBLE] = name##_long_double, [ELEMENT_QUAD] = name##_quad,                  \
    [ELEMENT_HALF] = name##_half

#define COMPLEX_ENTRIES(name)                                                                  \
    [ELEMENT_COMPLEX_FLOAT] = name##_float, [ELEMENT_COMPLEX_DOUBLE] = name##_double,          \
    [ELEMENT_COMPLEX_LONG_DOUBLE] = name##_long_double, [ELEMENT_COMPLEX_QUAD] = name##_quad,  \
    [ELEMENT_COMPLEX_HALF] = name##_half

#define PAIR_ENTRIES(name)                                                                     \
    [ELEMENT_FLOAT_INT] = name##_float_int, [ELEMENT_DOUBLE_INT] = name##_double_int,          \
    [ELEMENT_LONG_INT] = name##_long_int, [ELEMENT_INT_INT] = name##_int_int,                  \
    [ELEMENT_SHORT_INT] = name##_short_int,                                                    \
    [ELEMENT_LONG_DOUBLE_INT] = name##_long_double_int,                                        \
    [ELEMENT_FLOAT_FLOAT] = name##_float_float,                                                \
    [ELEMENT_DOUBLE_DOUBLE] = name##_double_double

#define TABLE(name, ...) op_kernel *const name##_kernels[ELEMENT_COUNT] = {__VA_ARGS__};

TABLE(sum, UNSIGNED_ENTRIES(sum), SIGNED_ENTRIES(sum), FLOATING_ENTRIES(sum),
      COMPLEX_ENTRIES(sum_complex))
TABLE(prod, UNSIGNED_ENTRIES(prod), SIGNED_ENTRIES(prod), FLOATING_ENTRIES(prod),
      COMPLEX_ENTRIES(prod_complex))
TABLE(min, UNSIGNED_ENTRIES(min), SIGNED_ENTRIES(min_signed), FLOATING_ENTRIES(min))
TABLE(max, UNSIGNED_ENTRIES(max), SIGNED_ENTRIES(max_signed), FLOATING_ENTRIES(max))
TABLE(band, UNSIGNED_ENTRIES(band), SIGNED_ENTRIES(band))
TABLE(bor, UNSIGNED_ENTRIES(bor), SIGNED_ENTRIES(bor))
TABLE(bxor, UNSIGNED_ENTRIES(bxor), SIGNED_ENTRIES(bxor))
TABLE(land, UNSIGNED_ENTRIES(land), SIGNED_ENTRIES(land))
TABLE(lor, UNSIGNED_ENTRIES(lor), SIGNED_ENTRIES(lor))
TABLE(lxor, UNSIGNED_ENTRIES(lxor), SIGNED_ENTRIES(lxor))
TABLE(minloc, PAIR_ENTRIES(minloc))
TABLE(maxloc, PAIR_ENTRIES(maxloc))
