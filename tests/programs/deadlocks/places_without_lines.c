/* SPDX-License-Identifier: MIT */
/* A report names the program where there are no lines: it was compiled without -g. */
/* ranks: 1 */
/* flags: -g0 */
/* mpich: no */
/* expect-status: 65 */
/* expect-stderr: ^  rank 0: MPI_Recv, called in main \(places_without_lines\): waits for */
#include <mpi.h>

int main(int argc, char **argv)
{
    int value;

    MPI_Init(&argc, &argv);
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
