/* SPDX-License-Identifier: MIT */
/* Reductions of two operands in bytes of an operand per cycle of the time-stamp counter, the median
 * of batches: our kernel, the same loop as the compiler vectorises it, and as it does not; how much
 * slower the kernel is than the vectorised loop, and whether that is within what is wanted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <x86intrin.h>

#include "base/container.h"
#include "type/op.h"

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
};

static int by_value(const void *left, const void *right)
{
    double one = *(const double *)left, other = *(const double *)right;

    return (one > other) - (one < other);
}

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

/* By turns, so that a machine that changes its pace does so for all of them. */
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
