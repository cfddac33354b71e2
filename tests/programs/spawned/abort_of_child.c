/* SPDX-License-Identifier: MIT */
/* The abort of a spawned rank ends its parents too, as long as they are connected.
 *
 * ranks: 1 3
 * expect-status: 9
 * expect-stderr: rank 1 of job 1: MPI_Abort\(MPI_COMM_WORLD, 9\)
 * variant: of parent; arguments: parent; expect-stderr: rank 0 of job 0: MPI_Abort.*, 9\) */
#include "child.h"

int main(int argc, char **argv)
{
    int rank, is_of_parent = argc > 1 && strcmp(argv[1], "parent") == 0;
    MPI_Comm children;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (parent_of() != MPI_COMM_NULL) {
        if (rank == 1 && !is_of_parent)
            MPI_Abort(MPI_COMM_WORLD, 9);
        MPI_Barrier(parent_of());
    }
    children = spawn(argv[0], argv + 1, 2, MPI_COMM_WORLD);
    if (rank == 0 && is_of_parent)
        MPI_Abort(MPI_COMM_WORLD, 9);
    MPI_Barrier(children);
    MPI_Finalize();
    return 0;
}
