/* SPDX-License-Identifier: MIT */
/* A program may define a function of MPI itself and reach the library's through PMPI. */
#include <mpi.h>
#include <stdio.h>

static int sends;

int MPI_Send(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm)
{
    sends++;
    return PMPI_Send(buf, count, datatype, dest, tag, comm);
}

int main(int argc, char **argv)
{
    int rank, size, i, value = -1;

    MPI_Init(&argc, &argv);
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (i = 1; rank == 0 && i < size; i++)
        MPI_Send(&i, 1, MPI_INT, i, 0, MPI_COMM_WORLD);
    if (rank != 0)
        PMPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    if (sends != (rank == 0 ? size - 1 : 0) || (rank != 0 && value != rank)) {
        fprintf(stderr, "rank %d: %d sends counted, received %d\n", rank, sends, value);
        return 1;
    }
    return 0;
}
