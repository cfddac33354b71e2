/* SPDX-License-Identifier: MIT */
/* A library whose constructor waits for the other ranks, which open it, too. */
#include <mpi.h>

static int meet()
{
    int sum = 0, one = 1;

    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return sum;
}

extern "C" {
int sum_of_opened = meet();
}
