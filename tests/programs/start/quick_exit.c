/* SPDX-License-Identifier: MIT */
/* _exit, _Exit and quick_exit before MPI_Finalize end the job with their status. */
/* ranks: 2 3 4 */
/* expect-status: 8 */
/* expect-stderr: ^rank 1 ended with exit status 8, without MPI_Finalize$ */
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 1 && size == 2)
        _Exit(8);
    if (rank == 1 && size == 3)
        _exit(8);
    if (rank == 1)
        quick_exit(8);
    for (;;)
        MPI_Barrier(MPI_COMM_WORLD); /* the others would wait for ever */
}
