/* SPDX-License-Identifier: MIT */
/* With HEDDLE_MISMATCH=2 a message of no elements needs a type, too, and an operation one that the
 * standard lists.
 *
 * environment: HEDDLE_MISMATCH=2
 * ranks: 1
 * options: -O0
 * expect-status: 3
 * variant: operation; arguments: x; expect-status: 10; expect-stderr: MPI_LAND is not defined
 * variant: character; arguments: x y; expect-status: 10; expect-stderr: defined for MPI_CHAR
 * expect-stderr: MPI_Send: datatype is MPI_DATATYPE_NULL */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    MPI_Aint left = 1, right = 1;

    MPI_Init(&argc, &argv);
    if (argc > 2)
        MPI_Reduce_local("a", (char[]){'b'}, 1, MPI_CHAR, MPI_MAX);
    if (argc > 1)
        MPI_Reduce_local(&left, &right, 1, MPI_AINT, MPI_LAND);
    MPI_Send(NULL, 0, MPI_DATATYPE_NULL, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
