/* SPDX-License-Identifier: MIT */
/* A tool that counts calls of the demos in Fortran, by MPI's profiling interface: each rank says at
 * its end how many it has seen. abi.sh loads it before the library, with each MPI. */
#include <mpi.h>
#include <stdio.h>

static int broadcasts, exchanges, receives, reductions, sends;

int MPI_Bcast(void *buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm)
{
    broadcasts++;
    return PMPI_Bcast(buffer, count, datatype, root, comm);
}

int MPI_Irecv(void *buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
              MPI_Request *request)
{
    receives++;
    return PMPI_Irecv(buf, count, datatype, source, tag, comm, request);
}

int MPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
              MPI_Request *request)
{
    sends++;
    return PMPI_Isend(buf, count, datatype, dest, tag, comm, request);
}

int MPI_Reduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
               int root, MPI_Comm comm)
{
    reductions++;
    return PMPI_Reduce(sendbuf, recvbuf, count, datatype, op, root, comm);
}

int MPI_Sendrecv_replace(void *buf, int count, MPI_Datatype datatype, int dest, int sendtag,
                         int source, int recvtag, MPI_Comm comm, MPI_Status *status)
{
    exchanges++;
    return PMPI_Sendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm,
                                 status);
}

int MPI_Finalize(void)
{
    int rank;

    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("rank %d: %d of MPI_Bcast, %d of MPI_Irecv, %d of MPI_Isend, %d of MPI_Reduce, "
           "%d of MPI_Sendrecv_replace\n",
           rank, broadcasts, receives, sends, reductions, exchanges);
    return PMPI_Finalize();
}
