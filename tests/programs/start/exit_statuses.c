/* SPDX-License-Identifier: MIT */
/* After MPI_Finalize each rank ends by itself; the job's status is that of the lowest that
 * failed. */
/* ranks: 4 */
/* expect-status: 6 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Finalize();
    if (rank == 1)
        exit(6);
    return rank == 3 ? 5 : 0;
}
