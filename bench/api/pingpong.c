/* SPDX-License-Identifier: MIT */
/* Half the round trip of a message between ranks 0 and 1, by size: one line per point.
 *
 * Plain MPI: compiles with any library's mpicc. A point is the median of BATCHES batches, each long
 * enough for the clock; "warm" reuses untouched buffers, "cold" writes each line of the message
 * before it is sent and reads it after it has come. Other ranks wait in a barrier meanwhile.
 *
 *   pingpong [label]     prints: label pattern bytes median_us p10_us p90_us */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../by_value.h"
#include "turns.h"

enum { BATCHES = 41, BYTES_MAX = 4 << 20, LINE = 64, TRIPS_MAX = 2000 };

static const double BATCH_SECONDS = 0.001;

static int rank;
static char *out, *in;

static void touch(const char *pattern, int bytes)
{
    int i;

    if (strcmp(pattern, "cold") != 0)
        return;
    for (i = 0; i < bytes; i += LINE)
        out[i]++;
}

static int look(const char *pattern, int bytes)
{
    int i, sum = 0;

    if (strcmp(pattern, "cold") != 0)
        return 0;
    for (i = 0; i < bytes; i += LINE)
        sum += ((volatile char *)in)[i];
    return sum;
}

static void round_trip(const char *pattern, int bytes, int source, int tag)
{
    if (rank == 0) {
        touch(pattern, bytes);
        MPI_Send(out, bytes, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
    }
    MPI_Recv(in, bytes, MPI_CHAR, source, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    look(pattern, bytes);
    if (rank == 1) {
        touch(pattern, bytes);
        MPI_Send(out, bytes, MPI_CHAR, 0, 1, MPI_COMM_WORLD);
    }
}

/* As many as a batch takes, the same on both sides. All is warm then. */
static int trips_of(const char *pattern, int bytes, int source, int tag)
{
    double start, fitting;
    int trips, i;

    round_trip(pattern, bytes, source, tag);
    start = MPI_Wtime();
    for (i = 0; i < 5; i++)
        round_trip(pattern, bytes, source, tag);
    fitting = 5 * BATCH_SECONDS / (MPI_Wtime() - start + 1e-9);
    trips = fitting < 5 ? 5 : fitting < TRIPS_MAX ? (int)fitting : TRIPS_MAX;
    if (rank == 0)
        MPI_Send(&trips, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    else
        MPI_Recv(&trips, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return trips;
}

static void measure_once(const char *label, const char *pattern, int bytes)
{
    int is_wild = strcmp(pattern, "any") == 0;
    int source = is_wild ? MPI_ANY_SOURCE : 1 - rank, tag = is_wild ? MPI_ANY_TAG : 1;
    int trips = trips_of(pattern, bytes, source, tag);
    double times[BATCHES];
    int batch, i;

    for (i = 0; i < trips; i++)
        round_trip(pattern, bytes, source, tag);
    for (batch = 0; batch < BATCHES; batch++) {
        double start = MPI_Wtime();

        for (i = 0; i < trips; i++)
            round_trip(pattern, bytes, source, tag);
        times[batch] = (MPI_Wtime() - start) / trips / 2 * 1e6;
    }
    qsort(times, BATCHES, sizeof times[0], by_value);
    if (rank == 0)
        printf("%s %s %d %.4f %.4f %.4f\n", label, pattern, bytes, times[BATCHES / 2],
               times[BATCHES / 10], times[BATCHES * 9 / 10]);
    fflush(stdout);
}

static void measure(const char *label, const char *pattern, int bytes)
{
    int due;

    for (due = turn_begin(); due; due = turn_again())
        measure_once(label, pattern, bytes);
}

/* Among waiting ranks the smallest message says all. */
static void measure_all(const char *label, int size)
{
    static const int sizes[] = {0, 8, 32, 64, 256, 1024, 4096, 16384, 65536, 262144,
                                1048576, BYTES_MAX};
    size_t i;

    if (size > 2) {
        measure(label, "warm", 8);
        return;
    }
    measure(label, "any", 8);
    for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        measure(label, "warm", sizes[i]);
    for (i = 1; i < sizeof sizes / sizeof sizes[0]; i++)
        measure(label, "cold", sizes[i]);
}

int main(int argc, char **argv)
{
    const char *label = argc > 1 ? argv[1] : "mpi";
    int size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size < 2) {
        fprintf(stderr, "pingpong: at least two ranks\n");
        MPI_Finalize();
        return 1;
    }
    out = calloc(1, BYTES_MAX);
    in = calloc(1, BYTES_MAX);
    if (rank < 2)
        measure_all(label, size);
    MPI_Barrier(MPI_COMM_WORLD);
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
