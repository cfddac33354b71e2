/* SPDX-License-Identifier: MIT */
/* A nonblocking collective that is freed before it is complete is named, and what to do. */
/* ranks: 2 */
/* flags: -g */
/* expect-status: 7 */
/* expect-stderr: rank 0: MPI_Request_free: request is that of MPI_Ibarrier, which is not */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    MPI_Request request;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
    } else {
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
