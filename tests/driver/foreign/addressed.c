/* SPDX-License-Identifier: MIT */
/* Calls a function by its name and by its address. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef int number_of(const char *digits);

static number_of *volatile address = atoi;

int main(void)
{
    int rank;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    printf("rank %d: named %d pointed %d\n", rank, atoi("7"), address("8"));
    MPI_Finalize();
    return 0;
}
