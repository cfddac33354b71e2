/* SPDX-License-Identifier: MIT */
#include "topo/dims.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdbool.h>
#include <string.h>

#include "base/clock.h"
#include "mpi.h"

static void assert_dims(int nodes, int ndims, const int given[], const int expected[])
{
    int dims[8];

    memcpy(dims, given, (size_t)ndims * sizeof *dims);
    cr_assert_eq(dims_create(nodes, ndims, dims), MPI_SUCCESS, "%d nodes", nodes);
    for (int i = 0; i < ndims; i++)
        cr_assert_eq(dims[i], expected[i], "%d nodes: dims[%d] is %d, not %d", nodes, i, dims[i],
                     expected[i]);
}

static void assert_refused(int nodes, int ndims, const int given[])
{
    int dims[8];

    memcpy(dims, given, (size_t)ndims * sizeof *dims);
    cr_assert_eq(dims_create(nodes, ndims, dims), MPI_ERR_DIMS);
    cr_assert_eq(memcmp(dims, given, (size_t)ndims * sizeof *dims), 0);
}

Test(dims, the_standards_table_holds)
{
    assert_dims(6, 2, (int[]){0, 0}, (int[]){3, 2});
    assert_dims(7, 2, (int[]){0, 0}, (int[]){7, 1});
    assert_dims(6, 3, (int[]){0, 3, 0}, (int[]){2, 3, 1});
    assert_refused(7, 3, (int[]){0, 3, 0});
}

Test(dims, given_sizes_stay_and_the_others_fall)
{
    assert_dims(24, 3, (int[]){0, 2, 0}, (int[]){4, 2, 3});
    assert_dims(60, 4, (int[]){0, 0, 5, 0}, (int[]){3, 2, 5, 2});
    assert_dims(6, 2, (int[]){2, 3}, (int[]){2, 3});
    assert_dims(1, 3, (int[]){0, 0, 0}, (int[]){1, 1, 1});
    assert_dims(1, 1, (int[]){0}, (int[]){1});
}

Test(dims, what_cannot_be_is_refused)
{
    assert_refused(0, 2, (int[]){0, 0});
    assert_refused(-4, 2, (int[]){0, 0});
    assert_refused(4, 2, (int[]){-1, 0});
    assert_refused(6, 2, (int[]){2, 2});
    assert_refused(4, 2, (int[]){8, 0});
    assert_refused(2, 0, (int[]){0});
}

/* ---- against all factorisations ------------------------------------------------------------- */

struct best {
    int ndims;
    int dims[4]; /* falling */
    int tried[4];
};

static bool is_better(const struct best *best)
{
    int last = best->ndims - 1;
    int spread = best->tried[0] - best->tried[last], best_spread = best->dims[0] - best->dims[last];

    if (spread != best_spread)
        return spread < best_spread;
    for (int i = 0; i < best->ndims; i++)
        if (best->tried[i] != best->dims[i])
            return best->tried[i] < best->dims[i];
    return false;
}

static void try_all(struct best *best, int place, int product, int largest)
{
    if (place == best->ndims - 1) {
        best->tried[place] = product;
        if (product <= largest && (best->dims[0] == 0 || is_better(best)))
            memcpy(best->dims, best->tried, sizeof best->dims);
        return;
    }
    for (int size = 1; size <= product && size <= largest; size++) {
        if (product % size != 0)
            continue;
        best->tried[place] = size;
        try_all(best, place + 1, product / size, size);
    }
}

Test(dims, no_grid_of_up_to_10000_nodes_is_better_balanced)
{
    for (int nodes = 1; nodes <= 10000; nodes++) {
        for (int ndims = 1; ndims <= 4; ndims++) {
            struct best best = {.ndims = ndims};
            const int zeros[4] = {0};

            try_all(&best, 0, nodes, nodes);
            assert_dims(nodes, ndims, zeros, best.dims);
        }
    }
}

/* Other programs do not count. */
static uint64_t used_ns(void)
{
    struct timespec used;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (uint64_t)used.tv_sec * 1000000000 + (uint64_t)used.tv_nsec;
}

static uint64_t time_of(int nodes, int ndims)
{
    uint64_t start = used_ns();
    int dims[40] = {0}, product = 1;

    cr_assert_eq(dims_create(nodes, ndims, dims), MPI_SUCCESS);
    for (int i = 0; i < ndims; i++) {
        product *= dims[i];
        cr_assert(i == 0 || dims[i] <= dims[i - 1]);
    }
    cr_assert_eq(product, nodes);
    return used_ns() - start;
}

/* The int with most divisors, the largest prime, powers of two, and as many sizes as one likes. */
Test(dims, the_hardest_numbers_take_no_time)
{
    const int nodes[] = {2095133040, INT_MAX, 1 << 30, 1 << 24, 1836311903, 735134400};

    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
        for (int ndims = 1; ndims <= 40; ndims++)
            cr_assert_lt(time_of(nodes[i], ndims), UINT64_C(10000000000), "%d in %d",
                         nodes[i], ndims);
}
