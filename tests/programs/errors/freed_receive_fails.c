/* SPDX-License-Identifier: MIT */
/* A receive whose request was freed fails: no call can return the error, so the job ends. */
/* ranks: 2 */
/* expect-status: 15 */
/* expect-stderr: rank 1: a request that was freed before it was done: the message from rank 0 */
/* expect-stderr: sent in main \(freed_receive_fails.c:[0-9]+\) */
/* expect-stderr: has 8 bytes, the buffer takes 4; sent in main */
/* expect-stderr: received in main \(freed_receive_fails.c:[0-9]+\) \(MPI_ERR_TRUNCATE\)$ */
/* mpich: no */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, values[2] = {1, 2};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        MPI_Irecv(values, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Send(values, 2, MPI_INT, 1, 5, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
