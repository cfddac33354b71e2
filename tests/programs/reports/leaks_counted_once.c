/* SPDX-License-Identifier: MIT */
/* Ranks that count their leaks at the same time are each counted once.
 *
 * ranks: 2
 * options: -O0
 * environment: HEDDLE_LEAKS=2 ASAN_OPTIONS=detect_leaks=0
 * expect-stderr: ^  80000 groups, .*\(leaks_counted_once.c:[0-9]+\), by all 2 ranks: call */
#include <mpi.h>

enum { GROUPS = 40000 };

int main(int argc, char **argv)
{
    MPI_Group group;

    MPI_Init(&argc, &argv);
    for (int i = 0; i < GROUPS; i++)
        MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Finalize();
    return 0;
}
