/* SPDX-License-Identifier: MIT */
/* Memory of windows that C++ gives back while the windows have it (MPI 5.0, 12.2.5): each program
 * once, at the last rank. */
#include <memory>
#include <optional>
#include <vector>

#include "case.h"

static MPI_Win window_over(std::vector<double> &memory)
{
    MPI_Win win;

    MPI_Win_create(memory.data(), static_cast<MPI_Aint>(memory.size() * sizeof(double)), 8,
                   MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    return win;
}

static void vector_ends(int rank, int size)
{
    std::optional<std::vector<double>> memory(100);
    MPI_Win win = window_over(*memory);

    if (rank == size - 1)
        memory.reset();
    MPI_Win_free(&win);
}

static void vector_grows(int rank, int size)
{
    std::vector<double> memory(100);
    MPI_Win win = window_over(memory);

    if (rank == size - 1)
        memory.resize(1000);
    MPI_Win_free(&win);
}

static void array_is_deleted(int rank, int size)
{
    long *memory = new long[50];
    MPI_Win win;

    MPI_Win_create(memory, 50 * sizeof *memory, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank == size - 1)
        delete[] memory;
    MPI_Win_free(&win);
    if (rank != size - 1)
        delete[] memory;
}

PROGRAMS(PROGRAM(vector_ends), PROGRAM(vector_grows), PROGRAM(array_is_deleted))
