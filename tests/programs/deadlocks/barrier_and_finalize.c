/* SPDX-License-Identifier: MIT */
/* A barrier that some ranks do not come to, for they are in MPI_Finalize: these are no matching
 * calls, though both wait for everybody. */
/* ranks: 2 8 */
/* options: -O0 */
/* expect-status: 16 */
/* expect-stderr: rank [0-9]+ calls MPI_Barrier in main \(barrier_and_finalize.c:19\) */
/* expect-stderr: rank [0-9]+ calls MPI_Finalize in main \(barrier_and_finalize.c:20\) */
/* mpich: no */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank % 2 == 1)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
