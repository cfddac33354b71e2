/* SPDX-License-Identifier: MIT */
/* A tool: how many calls send data in each rank, and how many bytes. docs/TOOLS.md shows it. */
#include <mpi.h>
#include <stdio.h>

static long calls, bytes; /* each rank has its own */

static void count(MPI_Count elements, MPI_Datatype type)
{
    MPI_Count size;

    PMPI_Type_size_c(type, &size);
    calls++;
    bytes += elements * size;
}

int MPI_Send(const void *buf, int number, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
    count(number, type);
    return PMPI_Send(buf, number, type, dest, tag, comm);
}

int MPI_Send_c(const void *buf, MPI_Count number, MPI_Datatype type, int dest, int tag,
               MPI_Comm comm)
{
    count(number, type);
    return PMPI_Send_c(buf, number, type, dest, tag, comm);
}

int MPI_Finalize(void)
{
    int rank;

    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("rank %d: %ld calls sent %ld bytes\n", rank, calls, bytes);
    return PMPI_Finalize();
}
