/* SPDX-License-Identifier: MIT */
/* Reductions of two operands in bytes of an operand per cycle of the time-stamp counter, the median
 * of batches: our kernel, the same loop as the compiler vectorises it, and as it does not; how much
 * slower the kernel is than the vectorised loop, and whether that is within what is wanted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <x86intrin.h>

#include "base/container.h"
#include "op/op.h"
#include "../by_value.h"

enum { BATCHES = 61, BYTES_MAX = 1 << 20 };

#define SLOWER_MAX 1.2

typedef void loop(const void *left, void *right, long count);

#define LOOPS(name, storage, combined)                                                          \
    __attribute__((noinline, optimize("O3"))) static void fast_##name(const void *left,         \
                                                                      void *right, long count)  \
    {                                                                                           \
        const storage *restrict lefts = left;                                                   \
        storage *restrict rights = right;                                                       \
                                                                                                \
        for (long i = 0; i < count; i++) {                                                      \
            storage l = lefts[i], r = rights[i];                                                \
                                                                                                \
            rights[i] = combined;                                                               \
        }                                                                                       \
    }                                                                                           \
    __attribute__((noinline, optimize("no-tree-vectorize"))) static void slow_##name(           \
        const void *left, void *right, long count)                                              \
    {                                                                                           \
        const storage *restrict lefts = left;                                                   \
        storage *restrict rights = right;                                                       \
                                                                                                \
        for (long i = 0; i < count; i++) {                                                      \
            storage l = lefts[i], r = rights[i];                                                \
                                                                                                \
            rights[i] = combined;                                                               \
        }                                                                                       \
    }

LOOPS(sum_int, unsigned, l + r)
LOOPS(sum_long, unsigned long, l + r)
LOOPS(sum_float, float, l + r)
LOOPS(sum_double, double, l + r)
LOOPS(prod_float, float, l *r)
LOOPS(prod_double, double, l *r)
LOOPS(max_int, int, l > r ? l : r)
LOOPS(max_float, float, l > r ? l : r)
LOOPS(max_double, double, l > r ? l : r)
LOOPS(min_short, short, l < r ? l : r)
LOOPS(band_byte, unsigned char, l &r)
LOOPS(lor_int, int, l != 0 || r != 0)
LOOPS(sum_char, unsigned char, (unsigned char)(l + r))
LOOPS(sum_short, unsigned short, (unsigned short)(l + r))
LOOPS(prod_char, unsigned char, (unsigned char)(l * r))
LOOPS(prod_short, unsigned short, (unsigned short)(1u * l * r))
LOOPS(prod_int, unsigned, l *r)
LOOPS(prod_long, unsigned long, l *r)
LOOPS(max_char, signed char, l > r ? l : r)
LOOPS(max_short, short, l > r ? l : r)
LOOPS(max_long, long, l > r ? l : r)
LOOPS(max_unsigned, unsigned, l > r ? l : r)
LOOPS(max_unsigned_long, unsigned long, l > r ? l : r)
LOOPS(min_char, signed char, l < r ? l : r)
LOOPS(min_int, int, l < r ? l : r)
LOOPS(min_long, long, l < r ? l : r)
LOOPS(min_float, float, l < r ? l : r)
LOOPS(min_double, double, l < r ? l : r)
LOOPS(bor_int, int, l | r)
LOOPS(bxor_long, long, l ^ r)
LOOPS(land_bool, unsigned char, l != 0 && r != 0)
LOOPS(lor_bool, unsigned char, l != 0 || r != 0)
LOOPS(land_int, int, l != 0 && r != 0)
LOOPS(lxor_int, int, (l != 0) != (r != 0))
LOOPS(lxor_long, long, (l != 0) != (r != 0))
LOOPS(sum_long_double, long double, l + r)

struct float_complex {
    float re, im;
};

struct double_complex {
    double re, im;
};

#define PRODUCT(type)                            \
    ((struct type){.re = l.re * r.re - l.im * r.im, \
                   .im = l.re * r.im + l.im * r.re})

LOOPS(prod_float_complex, struct float_complex, PRODUCT(float_complex))
LOOPS(prod_double_complex, struct double_complex, PRODUCT(double_complex))

struct float_int {
    float value;
    int index;
};

struct double_int {
    double value;
    int index;
};

struct two_ints {
    int value, index;
};

#define BETTER(compare) \
    (l.value compare r.value || (l.value == r.value && l.index < r.index) ? l : r)

LOOPS(minloc_float_int, struct float_int, BETTER(<))
LOOPS(maxloc_double_int, struct double_int, BETTER(>))
LOOPS(maxloc_2int, struct two_ints, BETTER(>))

static const struct {
    const char *name;
    MPI_Op op;
    MPI_Datatype type;
    long element;
    loop *fast, *slow;
} points[] = {
    {"sum int", MPI_SUM, MPI_INT, 4, fast_sum_int, slow_sum_int},
    {"sum long", MPI_SUM, MPI_LONG, 8, fast_sum_long, slow_sum_long},
    {"sum float", MPI_SUM, MPI_FLOAT, 4, fast_sum_float, slow_sum_float},
    {"sum double", MPI_SUM, MPI_DOUBLE, 8, fast_sum_double, slow_sum_double},
    {"prod float", MPI_PROD, MPI_FLOAT, 4, fast_prod_float, slow_prod_float},
    {"prod double", MPI_PROD, MPI_DOUBLE, 8, fast_prod_double, slow_prod_double},
    {"max int", MPI_MAX, MPI_INT, 4, fast_max_int, slow_max_int},
    {"max float", MPI_MAX, MPI_FLOAT, 4, fast_max_float, slow_max_float},
    {"max double", MPI_MAX, MPI_DOUBLE, 8, fast_max_double, slow_max_double},
    {"min short", MPI_MIN, MPI_SHORT, 2, fast_min_short, slow_min_short},
    {"band byte", MPI_BAND, MPI_BYTE, 1, fast_band_byte, slow_band_byte},
    {"lor int", MPI_LOR, MPI_INT, 4, fast_lor_int, slow_lor_int},
    {"sum char", MPI_SUM, MPI_SIGNED_CHAR, 1, fast_sum_char, slow_sum_char},
    {"sum short", MPI_SUM, MPI_SHORT, 2, fast_sum_short, slow_sum_short},
    {"prod char", MPI_PROD, MPI_SIGNED_CHAR, 1, fast_prod_char, slow_prod_char},
    {"prod short", MPI_PROD, MPI_SHORT, 2, fast_prod_short, slow_prod_short},
    {"prod int", MPI_PROD, MPI_INT, 4, fast_prod_int, slow_prod_int},
    {"prod long", MPI_PROD, MPI_LONG, 8, fast_prod_long, slow_prod_long},
    {"max char", MPI_MAX, MPI_SIGNED_CHAR, 1, fast_max_char, slow_max_char},
    {"max short", MPI_MAX, MPI_SHORT, 2, fast_max_short, slow_max_short},
    {"max long", MPI_MAX, MPI_LONG, 8, fast_max_long, slow_max_long},
    {"max unsigned", MPI_MAX, MPI_UNSIGNED, 4, fast_max_unsigned, slow_max_unsigned},
    {"max unsigned_long", MPI_MAX, MPI_UNSIGNED_LONG, 8,
     fast_max_unsigned_long, slow_max_unsigned_long},
    {"min char", MPI_MIN, MPI_SIGNED_CHAR, 1, fast_min_char, slow_min_char},
    {"min int", MPI_MIN, MPI_INT, 4, fast_min_int, slow_min_int},
    {"min long", MPI_MIN, MPI_LONG, 8, fast_min_long, slow_min_long},
    {"min float", MPI_MIN, MPI_FLOAT, 4, fast_min_float, slow_min_float},
    {"min double", MPI_MIN, MPI_DOUBLE, 8, fast_min_double, slow_min_double},
    {"bor int", MPI_BOR, MPI_INT, 4, fast_bor_int, slow_bor_int},
    {"bxor long", MPI_BXOR, MPI_LONG, 8, fast_bxor_long, slow_bxor_long},
    {"land bool", MPI_LAND, MPI_C_BOOL, 1, fast_land_bool, slow_land_bool},
    {"lor bool", MPI_LOR, MPI_C_BOOL, 1, fast_lor_bool, slow_lor_bool},
    {"land int", MPI_LAND, MPI_INT, 4, fast_land_int, slow_land_int},
    {"lxor int", MPI_LXOR, MPI_INT, 4, fast_lxor_int, slow_lxor_int},
    {"lxor long", MPI_LXOR, MPI_LONG, 8, fast_lxor_long, slow_lxor_long},
    {"sum long_double", MPI_SUM, MPI_LONG_DOUBLE, 16, fast_sum_long_double, slow_sum_long_double},
    {"prod float_complex", MPI_PROD, MPI_C_FLOAT_COMPLEX, 8,
     fast_prod_float_complex, slow_prod_float_complex},
    {"prod double_complex", MPI_PROD, MPI_C_DOUBLE_COMPLEX, 16,
     fast_prod_double_complex, slow_prod_double_complex},
    {"minloc float_int", MPI_MINLOC, MPI_FLOAT_INT, 8,
     fast_minloc_float_int, slow_minloc_float_int},
    {"maxloc double_int", MPI_MAXLOC, MPI_DOUBLE_INT, 16,
     fast_maxloc_double_int, slow_maxloc_double_int},
    {"maxloc 2int", MPI_MAXLOC, MPI_2INT, 8, fast_maxloc_2int, slow_maxloc_2int},
};

enum { KERNEL, FAST, SLOW, WAYS };

static void run(size_t point, int way, const void *left, void *right, long count)
{
    if (way == KERNEL)
        op_apply(op_predefined(points[point].op), left, right, count,
                 type_predefined(points[point].type));
    else if (way == FAST)
        points[point].fast(left, right, count);
    else
        points[point].slow(left, right, count);
}

/* The ways take turns, so that a machine that changes its pace does so for all of them. */
static void measure(size_t point, const void *left, void *right, long bytes, double medians[WAYS])
{
    long rounds = BYTES_MAX / bytes, i, count = bytes / points[point].element;
    double rates[WAYS][BATCHES];

    for (int batch = 0; batch < BATCHES; batch++)
        for (int way = 0; way < WAYS; way++) {
            unsigned long long start = __rdtsc();

            for (i = 0; i < rounds; i++)
                run(point, way, left, right, count);
            rates[way][batch] = (double)(rounds * bytes) / (double)(__rdtsc() - start);
        }
    for (int way = 0; way < WAYS; way++) {
        qsort(rates[way], BATCHES, sizeof rates[way][0], by_value);
        medians[way] = rates[way][BATCHES / 2];
    }
}

int main(void)
{
    static const long sizes[] = {8192, BYTES_MAX};
    void *left = aligned_alloc(64, BYTES_MAX), *right = aligned_alloc(64, BYTES_MAX);

    if (left == NULL || right == NULL)
        return 1;
    printf("operation type bytes kernel vectorised scalar slower\n");
    for (size_t i = 0; i < ARRAY_LENGTH(points); i++)
        for (size_t j = 0; j < ARRAY_LENGTH(sizes); j++) {
            double rates[WAYS], slower;

            memset(left, 0, BYTES_MAX);
            memset(right, 0, BYTES_MAX);
            measure(i, left, right, sizes[j], rates);
            slower = rates[FAST] / rates[KERNEL];
            printf("%s %ld %.2f %.2f %.2f %.2f %s\n", points[i].name, sizes[j], rates[KERNEL],
                   rates[FAST], rates[SLOW], slower, slower <= SLOWER_MAX ? "met" : "missed");
        }
    free(left);
    free(right);
    return 0;
}
