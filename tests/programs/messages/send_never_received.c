/* SPDX-License-Identifier: MIT */
/* MPI 1.2, clarifications of MPI_Finalize, second program: without its receive a send is wrong. The
 * job ends nevertheless, and nothing is left of the message. */
/* ranks: 2 */
/* expect-stdout: rank 0 is through */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    static int values[1000];
    int rank, length;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (length = 1; rank == 0 && length <= 1000; length *= 10)
        MPI_Send(values, length, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    printf("rank %d is through\n", rank);
    return 0;
}
