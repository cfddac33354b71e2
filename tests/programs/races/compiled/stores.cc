/* SPDX-License-Identifier: MIT */
/* As stores.c, through templates, references and lambdas. */
#include <mpi.h>

#include <algorithm>
#include <vector>

template <typename number>
struct halo {
    std::vector<number> cells = std::vector<number>(64);
    number &at(std::size_t i) { return cells[i]; }
};

static halo<double> mine;
static std::vector<double> from(64);

int main(int argc, char **argv)
{
    MPI_Win win;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mine.cells.data(), 64 * sizeof(double), sizeof(double), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win);
    for (int i = 0; i < 2; i++) {
        MPI_Win_fence(0, win);
        if (rank == 0 && i == 0)
            MPI_Put(from.data(), 64, MPI_DOUBLE, 1, 0, 64, MPI_DOUBLE, win);
        MPI_Barrier(MPI_COMM_WORLD);
        auto change = [](double &cell) {
            cell *= 2; /* told */
        };
        if (rank == 1)
            change(mine.at(7));
        if (rank == 1)
            mine.at(9) = 1; /* told */
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
