/* SPDX-License-Identifier: MIT */
/* A communicator that the program has named is called by that name. */
/* ranks: 2 */
/* expect-status: 4 */
/* expect-stderr: rank 1: MPI_Recv: tag -7 is negative .* on rows \(MPI_ERR_TAG\) */
/* mpich: no */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value;
    MPI_Comm rows;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &rows);
    MPI_Comm_set_name(rows, "rows");
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 0, -7, rows, MPI_STATUS_IGNORE);
    MPI_Barrier(rows);
    MPI_Finalize();
    return 0;
}
