/* SPDX-License-Identifier: MIT */
/* Each rank has arguments of its own, to write to as well. */
/* arguments: first "second one" */
/* launch: HEDDLE_NP */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, is_right;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    is_right = argc == 3 && strcmp(argv[1], "first") == 0 && strcmp(argv[2], "second one") == 0 &&
               argv[3] == NULL;
    MPI_Barrier(MPI_COMM_WORLD);
    argv[1][0] = (char)('A' + rank);
    MPI_Barrier(MPI_COMM_WORLD);
    is_right = is_right && argv[1][0] == 'A' + rank;
    MPI_Finalize();
    if (!is_right)
        fprintf(stderr, "rank %d: %d arguments, the first is %s\n", rank, argc, argv[1]);
    return !is_right;
}
