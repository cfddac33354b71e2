/* SPDX-License-Identifier: MIT */
/* A thousand ranks start, meet and end. */
/* ranks: 1000 */
/* expect-stdout: ^1000 ranks are here$ */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, one = 1, all = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Reduce(&one, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d ranks are here\n", all);
    MPI_Finalize();
    return 0;
}
