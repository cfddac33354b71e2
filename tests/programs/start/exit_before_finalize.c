/* SPDX-License-Identifier: MIT */
/* exit before MPI_Finalize ends the job with that status. */
/* ranks: 3 */
/* expect-status: 7 */
/* expect-stderr: ^rank 1 ended with exit status 7, without MPI_Finalize$ */
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        exit(7);
    for (;;)
        MPI_Barrier(MPI_COMM_WORLD); /* the others would wait for ever */
}
