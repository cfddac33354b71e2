/* SPDX-License-Identifier: MIT */
/* Every rank counts in a global and in a variable of a function, and gets its own count. */
/* ranks: 1 2 200 */
#include <mpi.h>
#include <stdio.h>

enum { TIMES = 1000 };

static int calls;

static int count(void)
{
    static int here;

    calls++;
    return ++here;
}

int main(int argc, char **argv)
{
    int rank, size, mine[2], sum[2], i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (i = 0; i < TIMES; i++)
        mine[1] = count();
    mine[0] = calls;
    MPI_Allreduce(mine, sum, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    if (mine[0] == TIMES && mine[1] == TIMES && sum[0] == size * TIMES && sum[1] == size * TIMES)
        return 0;
    fprintf(stderr, "rank %d counted %d and %d, all together %d and %d\n", rank, mine[0], mine[1],
            sum[0], sum[1]);
    return 1;
}
