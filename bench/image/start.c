/* SPDX-License-Identifier: MIT */
/* What it costs to start ranks that have variables of their own; bench/globals compiles it with
 * DATA_BYTES of initialised data, ZERO_BYTES of arrays that are never touched, and WRITTEN_BYTES of
 * the data that each rank writes. Prints when all ranks were in main, in nanoseconds of
 * CLOCK_MONOTONIC, and the KiB of anonymous memory of the process then. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#ifndef DATA_BYTES
#define DATA_BYTES 8
#endif
#ifndef ZERO_BYTES
#define ZERO_BYTES 8
#endif
#ifndef WRITTEN_BYTES
#define WRITTEN_BYTES 0
#endif

char data[DATA_BYTES] = {1};
char zeros[ZERO_BYTES];

static long anonymous_kib(void)
{
    FILE *status = fopen("/proc/self/status", "r");
    char line[200];
    long kib = -1;

    while (status != NULL && fgets(line, sizeof line, status) != NULL)
        if (sscanf(line, "RssAnon: %ld", &kib) == 1)
            break;
    if (status != NULL)
        fclose(status);
    return kib;
}

int main(int argc, char **argv)
{
    struct timespec now;
    int rank;

    clock_gettime(CLOCK_MONOTONIC, &now);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (long i = 0; i < WRITTEN_BYTES; i += 4096)
        data[i] = (char)rank;
    if (zeros[rank % ZERO_BYTES] != 0)
        MPI_Abort(MPI_COMM_WORLD, 1);

    long long begun = now.tv_sec * 1000000000ll + now.tv_nsec, last;

    MPI_Reduce(&begun, &last, 1, MPI_LONG_LONG, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%lld %ld\n", last, anonymous_kib());
    MPI_Finalize();
    return 0;
}
