/* SPDX-License-Identifier: MIT */
/* A report can be asked for while ranks wait for others to make a window with them.
 *
 * ranks: 3
 * options: -O1
 * environment: HEDDLE_TIMEOUT=3
 * sanitizer: no
 * expect-status: 124
 * expect-stderr: what the 3 ranks do
 * variant: dynamic; arguments: dynamic
 * variant: created; arguments: created
 * variant: shared; arguments: shared */
#include <mpi.h>
#include <string.h>
#include <unistd.h>

static void make(const char *flavor)
{
    static int memory[4];
    void *base;
    MPI_Win win;

    if (strcmp(flavor, "dynamic") == 0)
        MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    else if (strcmp(flavor, "created") == 0)
        MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    else if (strcmp(flavor, "shared") == 0)
        MPI_Win_allocate_shared(16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    else
        MPI_Win_allocate(16, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    while (rank == 0)
        sleep(1);
    make(argc > 1 ? argv[1] : "allocated");
    MPI_Finalize();
    return 0;
}
