/* SPDX-License-Identifier: MIT */
/* C's side of bench/api/fortran.f90: the calls that it compares with Fortran's. */
#include <mpi.h>

void c_rank(const int *repeats)
{
    int rank, i;

    for (i = 0; i < *repeats; i++)
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
}

void c_pingpong(const int *repeats, const int *rank)
{
    double word = 1;
    int i;

    for (i = 0; i < *repeats; i++) {
        if (*rank == 0)
            MPI_Send(&word, 1, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD);
        MPI_Recv(&word, 1, MPI_DOUBLE, 1 - *rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (*rank == 1)
            MPI_Send(&word, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
    }
}
