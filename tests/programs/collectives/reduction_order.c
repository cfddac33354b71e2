/* SPDX-License-Identifier: MIT */
/* Without a knob, a reduction of floating-point numbers combines from the left, in the order of the
 * ranks: the same bits whoever comes late, in every function and form, at every length. */
/* ranks: 1 2 3 4 5 7 8 16 33 */
/* options: -O2 */
/* flags: -ffp-contract=off */
/* mpich: no */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { RANKS_MAX = 33, LENGTH_MAX = 6000 };

static int rank, size, failed;
static double own[RANKS_MAX * LENGTH_MAX], result[RANKS_MAX * LENGTH_MAX];

/* Operands have very different sizes, so that the order shows. */
static double operand(int of, int i)
{
    unsigned random = ((unsigned)of * 7919u + (unsigned)i * 104729u + 12345u) * 2654435761u;
    double value = (double)(random >> 8) / 3.0;

    return random % 3 == 0 ? value * 1e10 : random % 3 == 1 ? -value : value * 1e-9;
}

static double from_left(int ranks, int i)
{
    double sum = operand(0, i);
    int of;

    for (of = 1; of < ranks; of++)
        sum += operand(of, i);
    return sum;
}

static void compare(const char *name, int ranks, int first, int count)
{
    int i;

    for (i = 0; i < count && ranks > 0; i++) {
        double expected = from_left(ranks, first + i);

        if (memcmp(&result[i], &expected, sizeof expected) != 0)
            failed = fprintf(stderr, "%s: rank %d of %d, %d of %d: %a is not %a\n", name, rank,
                             size, i, count, result[i], expected);
    }
    memset(result, 0, sizeof result);
}

/* Another is late each time. */
static void dawdle(void)
{
    static int turn;

    if (turn++ % size == rank)
        usleep(200);
}

static void reduce_all(int n)
{
    MPI_Request request;
    int root = n % size;

    dawdle();
    MPI_Allreduce(own, result, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    compare("Allreduce", size, 0, n);
    dawdle();
    MPI_Reduce(own, result, n, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
    compare("Reduce", size, 0, rank == root ? n : 0);
    dawdle();
    MPI_Reduce_scatter_block(own, result, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    compare("Reduce_scatter_block", size, rank * n, n);
    dawdle();
    MPI_Scan(own, result, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    compare("Scan", rank + 1, 0, n);
    dawdle();
    MPI_Exscan(own, result, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    compare("Exscan", rank, 0, n);
    MPI_Iallreduce(own, result, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
    dawdle();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    compare("Iallreduce", size, 0, n);
    MPI_Reduce_init(own, result, n, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD, MPI_INFO_NULL,
                    &request);
    dawdle();
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    compare("Reduce_init", size, 0, rank == root ? n : 0);
    MPI_Request_free(&request);
}

int main(int argc, char **argv)
{
    static const int lengths[] = {1, 2, 4, 5, 33, 288, 289, 700, LENGTH_MAX};
    size_t k;
    int i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (i = 0; i < size * LENGTH_MAX; i++)
        own[i] = operand(rank, i);
    for (k = 0; k < sizeof lengths / sizeof lengths[0]; k++)
        for (i = 0; i < size; i++)
            reduce_all(lengths[k]);
    MPI_Finalize();
    return failed != 0;
}
