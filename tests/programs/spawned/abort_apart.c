/* SPDX-License-Identifier: MIT */
/* The abort of a spawned job that has disconnected itself is reported, and ends no other job.
 *
 * ranks: 1 2
 * environment: ASAN_OPTIONS=detect_leaks=0
 * expect-stderr: ^rank 0 of job 1: MPI_Abort
 * expect-stdout: the parents go on */
#include "child.h"

#include <unistd.h>

int main(int argc, char **argv)
{
    MPI_Comm comm;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    comm = parent_of();
    if (comm != MPI_COMM_NULL) {
        MPI_Comm_disconnect(&comm);
        if (rank == 0)
            MPI_Abort(MPI_COMM_WORLD, 9);
        MPI_Barrier(MPI_COMM_WORLD);
        exit(1); /* not reached: the abort unwinds it */
    }
    comm = spawn(argv[0], MPI_ARGV_NULL, 2, MPI_COMM_WORLD);
    MPI_Comm_disconnect(&comm);
    usleep(20000);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        puts("the parents go on");
    MPI_Finalize();
    return 0;
}
