/* SPDX-License-Identifier: MIT */
/* abort is a signal of the rank's own, and the report says where it was. */
/* ranks: 3 */
/* expect-status: 134 */
/* expect-stderr: ^rank 1: Aborted */
/* sanitizer: no */
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        abort();
    for (;;)
        MPI_Barrier(MPI_COMM_WORLD); /* the others would wait for ever */
}
