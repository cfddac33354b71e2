/* SPDX-License-Identifier: MIT */
/* All ranks wait for each other; with an argument, rank 1 fails. */
#include <mpi.h>
#include <stddef.h>

static int *volatile nowhere;

static __attribute__((noinline)) void wait_for(int source)
{
    MPI_Recv(NULL, 0, MPI_INT, source, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static __attribute__((noinline)) void fail(void)
{
    *nowhere = 1;
}

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1 && rank == 1)
        fail();
    wait_for((rank + 1) % size);
    MPI_Finalize();
    return 0;
}
