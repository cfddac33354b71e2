/* SPDX-License-Identifier: MIT */
/* A job that takes too long reports what its spawned ranks do, too.
 *
 * ranks: 2
 * environment: HEDDLE_TIMEOUT=10
 * expect-status: 124
 * expect-stderr: what the 2 ranks of job 0 do
 * expect-stderr: what the 3 ranks of job 1 do
 * expect-stderr: has not ended within its 10 seconds: 5 of 5 ranks still run */
#include "child.h"

#include <unistd.h>

int main(int argc, char **argv)
{
    MPI_Comm parent;

    MPI_Init(&argc, &argv);
    parent = parent_of();
    if (parent == MPI_COMM_NULL)
        spawn(argv[0], MPI_ARGV_NULL, 3, MPI_COMM_WORLD);
    else
        MPI_Comm_disconnect(&parent); /* the parents do not */
    sleep(1000);
    MPI_Finalize();
    return 0;
}
