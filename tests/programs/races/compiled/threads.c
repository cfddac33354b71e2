/* SPDX-License-Identifier: MIT */
/* As stores.c, by a rank's threads of OpenMP. */
#include <mpi.h>

static long mine[64], from[64];

int main(int argc, char **argv)
{
    int rank, provided, i;
    MPI_Win win;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mine, sizeof mine, sizeof mine[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(from, 32, MPI_LONG, 1, 0, 32, MPI_LONG, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
#pragma omp parallel for num_threads(3)
        for (i = 32; i < 64; i++)
            mine[i]++;
#pragma omp parallel for num_threads(3)
        for (i = 0; i < 32; i++)
            mine[i] = i; /* told */
    }
    MPI_Win_fence(0, win);
    if (rank == 1) {
#pragma omp parallel for num_threads(3)
        for (i = 0; i < 64; i++)
            mine[i]++;
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
