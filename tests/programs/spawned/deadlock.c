/* SPDX-License-Identifier: MIT */
/* Parents and children that wait for each other are one deadlock.
 *
 * ranks: 2
 * expect-status: 65
 * expect-stderr: no rank of 4 can go on
 * expect-stderr: rank 0 of job 0: MPI_Recv.*waits for a message from rank 1 \(rank 1 of job 1\)
 * expect-stderr: ranks 0 and 1 of job 1: MPI_Finalize.*the ranks of the other jobs */
#include "child.h"

int main(int argc, char **argv)
{
    MPI_Comm children;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (parent_of() == MPI_COMM_NULL) {
        children = spawn(argv[0], MPI_ARGV_NULL, 2, MPI_COMM_WORLD);
        if (rank == 0)
            MPI_Recv(&rank, 1, MPI_INT, 1, 0, children, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
