/* SPDX-License-Identifier: MIT */
/* MPI_Init_thread returns the level of threads that the program got, and MPI_Query_thread repeats
 * it. This is a program, because the main function of the other conformance tests calls
 * MPI_Init. */
#include <mpi.h>
#include <stdio.h>

static int failures;

#define check(condition)                                                                     \
    do {                                                                                     \
        if (!(condition)) {                                                                  \
            fprintf(stderr, "init_thread.c:%d: %s does not hold\n", __LINE__, #condition);   \
            failures++;                                                                      \
        }                                                                                    \
    } while (0)

int main(int argc, char **argv)
{
    int provided = -1, level = -2, is_main = 0, initialized = -1, size, sum = 0, all;

    check(MPI_Initialized(&initialized) == MPI_SUCCESS && initialized == 0);
    check(MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided) == MPI_SUCCESS);
    check(provided >= MPI_THREAD_SINGLE && provided <= MPI_THREAD_MULTIPLE);
    check(MPI_Query_thread(&level) == MPI_SUCCESS && level == provided);
    check(MPI_Is_thread_main(&is_main) == MPI_SUCCESS && is_main == 1);
    check(MPI_Initialized(&initialized) == MPI_SUCCESS && initialized == 1);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(&(int){1}, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    check(sum == size);
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return all != 0;
}
