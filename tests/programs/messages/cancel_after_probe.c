/* SPDX-License-Identifier: MIT */
/* MPI 1.2, clarifications of MPI_Probe, the eighth program: a message that has been probed is
 * cancelled nevertheless, and the receive gets the next one. */
/* ranks: 2 */
/* expect-stdout: cancelled 1 */
/* expect-stdout: received 2 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, flag, value;
    MPI_Request request;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    value = 1;
    if (rank == 0)
        MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    else
        MPI_Probe(0, 0, MPI_COMM_WORLD, &status);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &flag);
        printf("cancelled %d\n", flag);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        value = 2; /* the receive of the text needs a message */
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);
        printf("received %d\n", value);
    }
    MPI_Finalize();
    return 0;
}
