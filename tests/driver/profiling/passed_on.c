/* SPDX-License-Identifier: MIT */
/* A tool that calls the function that is loaded behind it: another tool's, or the library's. NAME
 * is its name, so that there may be several. docs/TOOLS.md shows a part of it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>

typedef int send_function(const void *, int, MPI_Datatype, int, int, MPI_Comm);
typedef int finalize_function(void);

static int sends;

int MPI_Send(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
    send_function *next = (send_function *)dlsym(RTLD_NEXT, "MPI_Send");

    sends++;
    return next(buf, count, type, dest, tag, comm);
}

int MPI_Finalize(void)
{
    finalize_function *next = (finalize_function *)dlsym(RTLD_NEXT, "MPI_Finalize");
    int rank;

    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("rank %d: %s, %d sends\n", rank, NAME, sends);
    return next();
}
