/* SPDX-License-Identifier: MIT */
/* A call before MPI_Init is named; there is no error handler that could return from it. */
/* ranks: 1 3 */
/* expect-status: 16 */
/* expect-stderr: rank [0-2]: MPI_Comm_rank: called before MPI_Init \(MPI_ERR_OTHER\) */
/* mpich: no */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    return 0;
}
