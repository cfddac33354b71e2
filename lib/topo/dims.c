/* SPDX-License-Identifier: MIT */
/* Searches all factorisations into a number of sizes, in rising order, but skips those that cannot
 * be better than the best so far. The first ones tried are near the root, so few remain. */
#include "topo/dims.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/note.h"
#include "mpi_types.h"

enum {
    /* The product of 31 sizes above 1 exceeds an int; if there are more sizes, the others are 1. */
    SIZES_MAX = 31,
    DIVISORS_MAX = 1600 /* the most of any int: 2095133040 has that many */
};

struct search {
    int sizes;            /* how many are wanted */
    int tried[SIZES_MAX]; /* in rising order */
    int best[SIZES_MAX];
    int best_spread; /* difference between the last and the first size */
    int divisor_count;
    int divisors[DIVISORS_MAX]; /* of the product, in rising order */
};

/* True if base to that power is at most limit. */
static bool power_fits(int64_t base, int exponent, int64_t limit)
{
    int64_t power = 1;

    for (; exponent > 0; exponent--) {
        power *= base;
        if (power > limit)
            return false;
    }
    return true;
}

static bool is_better(const struct search *search)
{
    int last = search->sizes - 1;
    int spread = search->tried[last] - search->tried[0];

    if (spread != search->best_spread)
        return spread < search->best_spread;
    for (int i = last; i >= 0; i--)
        if (search->tried[i] != search->best[i])
            return search->tried[i] < search->best[i];
    return false;
}

/* Returns how many divisors, from the least, may be the next size if `left` sizes must have that
 * product. */
static int count_candidates(const struct search *search, int product, int left)
{
    int low = 0, high = search->divisor_count;

    while (low < high) {
        int middle = (low + high) / 2;

        if (power_fits(search->divisors[middle], left, product))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Tries all sizes from `place` on whose product is `product`, in rising order. */
static void search_from(struct search *search, int place, int product)
{
    int left = search->sizes - place;
    int least = place == 0 ? 1 : search->tried[place - 1];

    if (left == 1) {
        search->tried[place] = product;
        if (is_better(search)) {
            search->best_spread = product - search->tried[0];
            memcpy(search->best, search->tried, sizeof search->best);
        }
        return;
    }
    for (int i = count_candidates(search, product, left) - 1; i >= 0; i--) {
        int size = search->divisors[i];
        int64_t largest = (int64_t)(place == 0 ? size : search->tried[0]) + search->best_spread;

        if (size < least)
            return;
        if (product % size != 0)
            continue;
        /* If the other sizes, even if all are equal, are too large for a better answer, they are
         * too large for all smaller sizes, too. */
        if (power_fits(largest, left - 1, product / size - 1))
            return;
        search->tried[place] = size;
        search_from(search, place + 1, product / size);
    }
}

static void find_divisors(struct search *search, int product)
{
    int low = 0, high = DIVISORS_MAX;

    for (int divisor = 1; divisor <= product / divisor; divisor++) {
        if (product % divisor != 0)
            continue;
        search->divisors[low++] = divisor;
        if (divisor != product / divisor)
            search->divisors[--high] = product / divisor;
    }
    memmove(&search->divisors[low], &search->divisors[high],
            (DIVISORS_MAX - (size_t)high) * sizeof(int));
    search->divisor_count = low + DIVISORS_MAX - high;
}

/* Counts the zeros, and computes in *rest the product that they must have. */
static int count_free(int nodes, int ndims, const int dims[], int *rest)
{
    int free = 0;

    *rest = nodes;
    for (int i = 0; i < ndims; i++) {
        if (dims[i] == 0)
            free++;
        else if (*rest % dims[i] == 0)
            *rest /= dims[i];
        else
            *rest = 0;
    }
    return free;
}

int dims_create(int nodes, int ndims, int dims[])
{
    struct search search = {.best_spread = INT_MAX};
    int free, rest;

    if (nodes < 1)
        return note(MPI_ERR_DIMS, "a grid of %d processes", nodes);
    for (int i = 0; i < ndims; i++)
        if (dims[i] < 0)
            return note(MPI_ERR_DIMS, "dims[%d] is %d", i, dims[i]);
    free = count_free(nodes, ndims, dims, &rest);
    if (rest == 0 || (free == 0 && rest != 1))
        return note(MPI_ERR_DIMS, "%d processes do not make a grid of the given dimensions",
                    nodes);
    if (free == 0)
        return MPI_SUCCESS;
    search.sizes = free < SIZES_MAX ? free : SIZES_MAX;
    find_divisors(&search, rest);
    search_from(&search, 0, rest);
    for (int i = 0, next = search.sizes - 1; i < ndims; i++)
        if (dims[i] == 0)
            dims[i] = next >= 0 ? search.best[next--] : 1;
    return MPI_SUCCESS;
}
