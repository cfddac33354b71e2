/* SPDX-License-Identifier: MIT */
/* MPI 1.2, clarifications of MPI_Finalize, first program: each send has its receive. */
/* ranks: 2 */
/* expect-stdout: rank 1 got 17 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, value = 17;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        value = 0;
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("rank %d got %d\n", rank, value);
    }
    MPI_Finalize();
    return 0;
}
