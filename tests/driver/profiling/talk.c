/* SPDX-License-Identifier: MIT */
/* A program that knows nothing of tools: rank r sends r + 1 messages of 8 bytes, and one that is
 * large by its form. */
#include <mpi.h>

int main(int argc, char **argv)
{
    double number = 1;
    int rank, i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i <= rank; i++)
        MPI_Send(&number, 1, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Send_c(&number, 1, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
