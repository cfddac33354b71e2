/* SPDX-License-Identifier: MIT */
/* Ranks that sleep as soon as they wait disconnect from their children, over and over: those that
 * the other world still has to wake are in no deadlock.
 *
 * ranks: 1 3
 * environment: HEDDLE_WAIT_SPIN_US=0 HEDDLE_WAIT_YIELD_US=0
 * sanitizer: no */
#include "child.h"

enum { TIMES = 100 };

int main(int argc, char **argv)
{
    MPI_Comm parent, children;
    int i, is_child;

    MPI_Init(&argc, &argv);
    parent = parent_of();
    is_child = parent != MPI_COMM_NULL;
    if (is_child) {
        MPI_Barrier(parent);
        MPI_Comm_disconnect(&parent);
    }
    for (i = 0; !is_child && i < TIMES; i++) {
        children = spawn(argv[0], MPI_ARGV_NULL, 3, MPI_COMM_WORLD);
        MPI_Barrier(children);
        MPI_Comm_disconnect(&children);
    }
    MPI_Finalize();
    return 0;
}
