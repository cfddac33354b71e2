/* SPDX-License-Identifier: MIT */
/* MPI 1.2, clarifications of MPI_Finalize, fourth program: the request of a send is freed, and
 * nothing tells that it has taken place before MPI_Finalize. That is undefined; here MPI_Finalize
 * completes it. And it does not wait for a send, or a receive, that never gets a partner. */
/* ranks: 2 */
/* expect-stdout: rank 1 got 17 at the end */
#include <mpi.h>
#include <stdio.h>

enum { LENGTH = 1000000 };

int main(int argc, char **argv)
{
    static int values[LENGTH], never;
    int rank;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        values[LENGTH - 1] = 17;
        MPI_Isend(values, LENGTH, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
        MPI_Issend(values, LENGTH, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
    } else {
        MPI_Irecv(&never, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
        MPI_Recv(values, LENGTH, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    if (rank == 1)
        printf("rank %d got %d at the end\n", rank, values[LENGTH - 1]);
    return 0;
}
