/* SPDX-License-Identifier: MIT */
/* MPI_Abort ends the job with its code, whatever the other ranks do. */
/* ranks: 1 4 */
/* expect-status: 42 */
/* expect-stderr: rank 0: MPI_Abort\(MPI_COMM_WORLD, 42\) */
/* mpich: no */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Abort(MPI_COMM_WORLD, 42);
    if (rank == 1)
        for (;;) /* never in MPI again */
            continue;
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
