/* SPDX-License-Identifier: MIT */
/* The cost of a job of many ranks: one line for the number of ranks that it is started with.
 *
 *   HEDDLE_NP=n scale    prints: ranks, milliseconds of the first barrier, of a barrier, an
 *                        alltoall of 8 bytes (up to ALLTOALL_MAX ranks), a split into two, a dup,
 *                        and kilobytes of memory and of page tables for each rank
 *
 *   HEDDLE_NP=n scale short   meets in a barrier and an allreduce, exchanges with both neighbours
 *                        on a ring, and prints the number of ranks
 *
 * The whole run's time, start and end included, is for bench/scale to take. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 3, ALLTOALL_MAX = 4096 };

static int rank, size;
static long long *out, *in;

static void meet(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

static void exchange(void)
{
    if (size <= ALLTOALL_MAX)
        MPI_Alltoall(out, 1, MPI_LONG_LONG, in, 1, MPI_LONG_LONG, MPI_COMM_WORLD);
}

static void split(void)
{
    MPI_Comm half;

    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Comm_free(&half);
}

static void dup(void)
{
    MPI_Comm other;

    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Comm_free(&other);
}

/* The best of some rounds, as all ranks see it. */
static double milliseconds_of(void (*run)(void))
{
    double best = 1e9;
    int i;

    for (i = 0; i < ROUNDS; i++) {
        double start, time;

        MPI_Barrier(MPI_COMM_WORLD);
        start = MPI_Wtime();
        run();
        MPI_Barrier(MPI_COMM_WORLD);
        time = (MPI_Wtime() - start) * 1e3;
        best = time < best ? time : best;
    }
    return best;
}

static double kilobytes_of(const char *name)
{
    FILE *file = fopen("/proc/self/status", "r");
    char line[256];
    double found = 0;

    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, name, strlen(name)) == 0)
            found = atof(line + strlen(name) + 1);
    if (file != NULL)
        fclose(file);
    return found;
}

static void meet_and_exchange(void)
{
    int one = 1, sum, left = (rank + size - 1) % size, right = (rank + 1) % size, from;

    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Sendrecv(&rank, 1, MPI_INT, right, 0, &from, 1, MPI_INT, left, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    if (sum != size || from != left)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Sendrecv(&rank, 1, MPI_INT, left, 0, &from, 1, MPI_INT, right, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    if (rank == 0)
        printf("%d\n", sum);
}

static void measure_all(void)
{
    double start, first, memory, tables, times[4];

    start = MPI_Wtime();
    MPI_Barrier(MPI_COMM_WORLD);
    first = (MPI_Wtime() - start) * 1e3;
    memory = kilobytes_of("VmRSS") / size;
    tables = kilobytes_of("VmPTE") / size;
    if (size <= ALLTOALL_MAX) {
        out = calloc((size_t)size, sizeof *out);
        in = calloc((size_t)size, sizeof *in);
    }
    times[0] = milliseconds_of(meet);
    times[1] = milliseconds_of(exchange);
    times[2] = milliseconds_of(split);
    times[3] = milliseconds_of(dup);
    if (rank == 0)
        printf("%d %.2f %.3f %.2f %.2f %.2f %.1f %.1f\n", size, first, times[0], times[1],
               times[2], times[3], memory, tables);
    free(out);
    free(in);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (argc > 1)
        meet_and_exchange();
    else
        measure_all();
    MPI_Finalize();
    return 0;
}
