/* SPDX-License-Identifier: MIT */
/* What may be called after MPI_Finalize works; anything else is named. */
/* ranks: 1 3 */
/* expect-status: 16 */
/* expect-stderr: rank [0-2]: MPI_Barrier: called after MPI_Finalize \(MPI_ERR_OTHER\) */
/* expect-stdout: initialized 1, finalized 1, version 5\.0 */
/* mpich: no */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int initialized, finalized, version, subversion, rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Finalize();
    MPI_Initialized(&initialized);
    MPI_Finalized(&finalized);
    MPI_Get_version(&version, &subversion);
    printf("initialized %d, finalized %d, version %d.%d\n", initialized, finalized, version,
           subversion);
    fflush(stdout);
    MPI_Barrier(MPI_COMM_WORLD);
    return 0;
}
