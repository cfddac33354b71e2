/* SPDX-License-Identifier: MIT */
/* A message from rank 0 to rank 1 whose buffer has a type that only the caller knows. */
#ifndef TESTS_PROGRAMS_CHECKS_RIGHT_EXCHANGE_H
#define TESTS_PROGRAMS_CHECKS_RIGHT_EXCHANGE_H

#include <mpi.h>

static void exchange(int rank, void *buffer, int count, MPI_Datatype type)
{
    if (rank == 0)
        MPI_Send(buffer, count, type, 1, 0, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(buffer, count, type, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

#endif
