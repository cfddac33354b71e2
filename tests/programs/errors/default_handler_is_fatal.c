/* SPDX-License-Identifier: MIT */
/* The default error handler names the rank, the call, what is wrong and where, and ends the job. */
/* ranks: 4 */
/* expect-status: 6 */
/* expect-stderr: rank 2: MPI_Send: dest 9 is outside 0\.\.3 on MPI_COMM_WORLD \(MPI_ERR_RANK\) */
/* mpich: no */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 2)
        MPI_Send(&value, 1, MPI_INT, 9, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD); /* the others do not wait for ever */
    MPI_Finalize();
    return 0;
}
