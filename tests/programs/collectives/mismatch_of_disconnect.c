/* SPDX-License-Identifier: MIT */
/* The barrier in MPI_Comm_disconnect is none that MPI_Barrier matches: both calls are named. */
/* ranks: 2 */
/* flags: -g */
/* expect-status: 16 */
/* expect-stderr: rank 0 calls MPI_Barrier in main .*\(MPI_ERR_OTHER\)$ */
/* expect-stderr: rank 1 calls MPI_Comm_disconnect in main .*\(MPI_ERR_OTHER\)$ */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    if (rank == 0)
        MPI_Barrier(comm);
    else
        MPI_Comm_disconnect(&comm);
    MPI_Finalize();
    return 0;
}
