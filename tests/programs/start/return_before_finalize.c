/* SPDX-License-Identifier: MIT */
/* A rank that returns from main without MPI_Finalize fails, also with a status of 0. */
/* ranks: 3 */
/* expect-status: 1 */
/* expect-stderr: ^rank 1 ended with exit status 0, without MPI_Finalize$ */
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        return 0;
    for (;;)
        MPI_Barrier(MPI_COMM_WORLD); /* the others would wait for ever */
}
