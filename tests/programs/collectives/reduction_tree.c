/* SPDX-License-Identifier: MIT */
/* With HEDDLE_REDUCTION_TREE the sum of the same numbers, in the same order, is the same bits for
 * 1, 2, 4, 8 and 16 ranks, each of which adds up its share as a tree; and the tree for other
 * numbers of ranks, in every reduction but scans, at every length. */
/* ranks: 1 2 3 4 5 8 16 33 */
/* environment: HEDDLE_REDUCTION_TREE=1 */
/* flags: -ffp-contract=off */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAVES = 64, COLUMNS_MAX = 5000, RANKS_MAX = 33 };

static int rank, size, failed;
static double own[COLUMNS_MAX * RANKS_MAX], result[COLUMNS_MAX * RANKS_MAX];

/* Leaves are the same everywhere, and have very different sizes, so that the order of adding
 * shows. */
static double leaf(int i, int column)
{
    unsigned random = ((unsigned)i * 7919u + (unsigned)column * 104729u + 12345u) * 2654435761u;
    double value = (double)(random >> 8) / 3.0;

    return i % 3 == 0 ? value * 1e10 : i % 3 == 1 ? -value : value * 1e-9;
}

static double tree(double (*at)(int i, int column), int first, int count, int column)
{
    int half = 1;

    if (count == 1)
        return at(first, column);
    while (half * 2 < count)
        half *= 2;
    return tree(at, first, half, column) + tree(at, first + half, count - half, column);
}

/* What a rank adds up of its own: an equal share, or a leaf when there is none. */
static double part(int of, int column)
{
    int share = LEAVES % size == 0 ? LEAVES / size : 1;

    return tree(leaf, of * share, share, column);
}

static void compare(const char *name, const double *values, int count, int first_column)
{
    int i;

    for (i = 0; i < count; i++) {
        double expected = tree(part, 0, size, first_column + i);
        double of_all = tree(leaf, 0, LEAVES, first_column + i);

        if (memcmp(&values[i], &expected, sizeof expected) != 0)
            failed = fprintf(stderr, "%s: rank %d of %d, %d: %a is not %a\n", name, rank, size, i,
                             values[i], expected);
        if ((size & (size - 1)) == 0 && memcmp(&values[i], &of_all, sizeof of_all) != 0)
            failed = fprintf(stderr, "%s: %d ranks: %a is not %a\n", name, size, values[i], of_all);
    }
}

/* Is the tree anything else than adding from the left? */
static void check_that_order_shows(void)
{
    double left = leaf(0, 0);
    int i;

    for (i = 1; i < LEAVES; i++)
        left += leaf(i, 0);
    if (left == tree(leaf, 0, LEAVES, 0))
        failed = fprintf(stderr, "the numbers do not show the order\n");
}

static void reduce_all(int columns)
{
    MPI_Request request;
    int i;

    for (i = 0; i < columns * size && i < COLUMNS_MAX * RANKS_MAX; i++)
        own[i] = part(rank, i);
    MPI_Allreduce(own, result, columns, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    compare("Allreduce", result, columns, 0);
    MPI_Reduce(own, result, columns, MPI_DOUBLE, MPI_SUM, size - 1, MPI_COMM_WORLD);
    compare("Reduce", result, rank == size - 1 ? columns : 0, 0);
    MPI_Reduce_scatter_block(own, result, columns, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    compare("Reduce_scatter_block", result, columns, rank * columns);
    MPI_Iallreduce(MPI_IN_PLACE, own, columns, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    compare("Iallreduce in place", own, columns, 0);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    check_that_order_shows();
    reduce_all(1);
    reduce_all(7);
    reduce_all(300);
    reduce_all(COLUMNS_MAX);
    MPI_Finalize();
    return failed != 0;
}
