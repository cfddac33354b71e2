/* SPDX-License-Identifier: MIT */
/* Errors before MPI_Init go to the handler that the launcher was told. */
/* environment: HEDDLE_INITIAL_ERRHANDLER=2 */
/* expect-stdout: returned before, between and after */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int size, rank, before, between, after;

    before = MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    between = MPI_Comm_size(MPI_COMM_NULL, &size);
    MPI_Finalize();
    after = MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0 && before != MPI_SUCCESS && between != MPI_SUCCESS && after != MPI_SUCCESS)
        printf("returned before, between and after\n");
    return 0;
}
