/* SPDX-License-Identifier: MIT */
/* This program measures messages and collective operations, in a model or on this machine. Plain
 * MPI.
 *
 *   points [-w] REPEATS [PATTERN[.BYTES]]...   prints: pattern bytes nanoseconds
 *
 * A point is the time of one operation of many, one behind the other, as rank 0 sees it; outside of
 * a model it is the median of BATCHES. "bytes" is one block: what one rank has for another, or in a
 * reduction the result. A pingpong is half a round trip of ranks 0 and the last. -w: each rank
 * writes its data before each operation, as programs do, and that time belongs to the operation's.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../by_value.h"
#include "model.h"

enum { WARM = 4, BATCHES = 15 };
enum { TOTAL_MAX = 1 << 26 }; /* bytes of a rank's buffer: larger points are left out */

static int rank, size, count, writes;
static double *out, *in;
static MPI_Comm ring;

static void run_pingpong(void)
{
    int last = size - 1;

    if (rank == 0) {
        MPI_Send(out, count, MPI_DOUBLE, last, 0, MPI_COMM_WORLD);
        MPI_Recv(in, count, MPI_DOUBLE, last, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == last) {
        MPI_Recv(in, count, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(out, count, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
    }
}

static void run_barrier(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
}

static void run_bcast(void)
{
    MPI_Bcast(out, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void run_reduce(void)
{
    MPI_Reduce(out, in, count, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
}

static void run_allreduce(void)
{
    MPI_Allreduce(out, in, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void run_allgather(void)
{
    MPI_Allgather(out, count, MPI_DOUBLE, in, count, MPI_DOUBLE, MPI_COMM_WORLD);
}

static void run_alltoall(void)
{
    MPI_Alltoall(out, count, MPI_DOUBLE, in, count, MPI_DOUBLE, MPI_COMM_WORLD);
}

static void run_neighbours(void)
{
    MPI_Neighbor_alltoall(out, count, MPI_DOUBLE, in, count, MPI_DOUBLE, ring);
}

static const struct pattern {
    const char *name;
    void (*run)(void);
    int steps;     /* the operation is this many of what the point is about */
    int has_bytes; /* it has blocks */
    int is_wide;   /* a rank has one block for each */
    int is_sent_in_pieces; /* and sends this many */
} patterns[] = {
    {"pingpong", run_pingpong, 2, 1, 0, 0},   {"barrier", run_barrier, 1, 0, 0, 0},
    {"bcast", run_bcast, 1, 1, 0, 0},         {"reduce", run_reduce, 1, 1, 0, 0},
    {"allreduce", run_allreduce, 1, 1, 0, 0}, {"allgather", run_allgather, 1, 1, 1, 0},
    {"alltoall", run_alltoall, 1, 1, 1, 1},   {"neighbours", run_neighbours, 1, 1, 0, 0},
};

static const int sizes[] = {8, 1024, 65536, 1 << 20};

static void write_blocks(const struct pattern *pattern)
{
    memset(out, 0, (size_t)count * sizeof *out * (size_t)(pattern->is_sent_in_pieces ? size : 1));
}

static void run_once(const struct pattern *pattern)
{
    if (writes)
        write_blocks(pattern);
    pattern->run();
}

static double seconds_of(const struct pattern *pattern, int repeats)
{
    double start;
    int i;

    MPI_Barrier(MPI_COMM_WORLD);
    for (i = 0; i < WARM; i++)
        run_once(pattern);
    start = model_begin != NULL ? model_seconds() : MPI_Wtime();
    for (i = 0; i < repeats; i++)
        run_once(pattern);
    return ((model_begin != NULL ? model_seconds() : MPI_Wtime()) - start) / repeats /
           pattern->steps;
}

static void measure(const struct pattern *pattern, int bytes, int repeats)
{
    double times[BATCHES];
    int i;

    count = bytes / (int)sizeof(double);
    if (model_begin != NULL) {
        model_begin(rank, size);
        times[BATCHES / 2] = seconds_of(pattern, repeats);
        model_end();
    } else {
        for (i = 0; i < BATCHES; i++)
            times[i] = seconds_of(pattern, repeats);
        qsort(times, BATCHES, sizeof times[0], by_value);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        printf("%s %d %.1f\n", pattern->name, bytes, times[BATCHES / 2] * 1e9);
        fflush(stdout);
    }
}

static int is_wanted(const char *name, int bytes, int wanted, char **words)
{
    char point[64];
    int i;

    snprintf(point, sizeof point, "%s.%d", name, bytes);
    for (i = 0; i < wanted; i++)
        if (strcmp(words[i], name) == 0 || strcmp(words[i], point) == 0)
            return 1;
    return wanted <= 0;
}

/* Returns how many bytes of a rank's buffer the pattern uses. */
static size_t total_of(const struct pattern *pattern, int bytes)
{
    return (size_t)bytes * (pattern->is_wide ? (size_t)size : 2);
}

/* The k-th size of the pattern, in bytes; a negative number: that point is not measured. */
static int bytes_of(const struct pattern *pattern, size_t k, int wanted, char **words)
{
    int bytes = pattern->has_bytes ? sizes[k] : 0;

    if ((bytes == 0 && k > 0) || total_of(pattern, bytes) > TOTAL_MAX ||
        !is_wanted(pattern->name, bytes, wanted, words))
        return -1;
    return bytes;
}

/* As long as the largest point needs, because all ranks' buffers lie in one machine's memory. */
static double *buffer_for(int wanted, char **words)
{
    size_t i, k, most = 4096;
    double *buffer;

    for (i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
        for (k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            int bytes = bytes_of(&patterns[i], k, wanted, words);

            if (bytes > 0 && total_of(&patterns[i], bytes) > most)
                most = total_of(&patterns[i], bytes);
        }
    most = (most + 4095) / 4096 * 4096;
    buffer = aligned_alloc(4096, most);
    if (buffer == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    memset(buffer, 0, most);
    return buffer;
}

int main(int argc, char **argv)
{
    int repeats, periodic = 1;
    size_t i, k;

    MPI_Init(&argc, &argv);
    writes = argc > 1 && strcmp(argv[1], "-w") == 0;
    argc -= writes;
    argv += writes;
    repeats = argc > 1 ? atoi(argv[1]) : 1000;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
    out = buffer_for(argc - 2, argv + 2);
    in = buffer_for(argc - 2, argv + 2);
    for (i = 0; i < sizeof patterns / sizeof patterns[0]; i++)
        for (k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            int bytes = bytes_of(&patterns[i], k, argc - 2, argv + 2);

            if (bytes >= 0)
                measure(&patterns[i], bytes, bytes < 65536 ? repeats : repeats / 20 + 1);
        }
    free(out);
    free(in);
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
