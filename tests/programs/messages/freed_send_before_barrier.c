/* SPDX-License-Identifier: MIT */
/* MPI 1.2, clarifications of MPI_Finalize, third program: the request of a send is freed, and a
 * barrier tells that it has taken place. */
/* ranks: 2 */
/* expect-stdout: rank 1 got 17 at the end */
#include <mpi.h>
#include <stdio.h>

enum { LENGTH = 1000000 };

int main(int argc, char **argv)
{
    static int values[LENGTH];
    int rank;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        values[LENGTH - 1] = 17;
        MPI_Isend(values, LENGTH, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        MPI_Recv(values, LENGTH, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
        printf("rank %d got %d at the end\n", rank, values[LENGTH - 1]);
    }
    MPI_Finalize();
    return 0;
}
