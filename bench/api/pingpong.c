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

enum { BATCHES = 41, BYTES_MAX = 4 << 20, LINE = 64 };

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

static int by_value(const void *left, const void *right)
{
    double one = *(const double *)left, other = *(const double *)right;

    return (one > other) - (one < other);
}

static void measure(const char *label, const char *pattern, int bytes)
{
    int is_wild = strcmp(pattern, "any") == 0;
    int source = is_wild ? MPI_ANY_SOURCE : 1 - rank, tag = is_wild ? MPI_ANY_TAG : 1;
    int trips = bytes <= 1024 ? 2000 : bytes <= 65536 ? 200 : 10;
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
}

int main(int argc, char **argv)
{
    static const int sizes[] = {0, 8, 32, 64, 256, 1024, 4096, 16384, 65536, 262144,
                                1048576, BYTES_MAX};
    const char *label = argc > 1 ? argv[1] : "mpi";
    int size;
    size_t i;

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
    if (rank < 2) {
        measure(label, "any", 8);
        for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
            measure(label, "warm", sizes[i]);
        for (i = 4; i < sizeof sizes / sizeof sizes[0]; i++)
            measure(label, "cold", sizes[i]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
