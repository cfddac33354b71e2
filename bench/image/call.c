/* SPDX-License-Identifier: MIT */
/* The cost of a call to a library that each rank has a copy of; bench/globals compiles the part
 * with LIBRARY by a plain compiler, and runs the program with the library copied and shared. Prints
 * nanoseconds of a call. */
#ifdef LIBRARY
long total;

long add(long number);

long add(long number)
{
    return total += number;
}
#else
#include <mpi.h>
#include <stdio.h>
#include <time.h>

enum { CALLS = 20000000 };

long add(long number);

/* Time in which others have the processor does not count. */
static double used_ns(void)
{
    struct timespec used;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (double)used.tv_sec * 1e9 + (double)used.tv_nsec;
}

int main(int argc, char **argv)
{
    double start;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        start = used_ns();
        for (long i = 0; i < CALLS; i++)
            add(i);
        printf("%.3f\n", (used_ns() - start) / CALLS);
    }
    MPI_Finalize();
    return 0;
}
#endif
