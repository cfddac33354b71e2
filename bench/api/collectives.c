/* SPDX-License-Identifier: MIT */
/* What collective operations cost, by size: one line per point.
 *
 * Plain MPI: compiles with any library's mpicc. A point is the median of batches of calls, one
 * behind the other; a batch ends when its last rank has finished, and there are as many as fit
 * POINT_US. "bytes" is one block: what one rank has for another, or in a reduction for the result.
 * Points for which all ranks together would need more than TOTAL_BYTES_MAX are left out.
 *
 *   blocking    every operation at 8 B, 1 KB, 64 KB, 1 MB: "bcast"
 *   overlap     time inside MPI_I... and MPI_Wait with COMPUTE_US between them: "bcast.overlap"
 *   persistent  start and wait of a prepared operation: "bcast.persistent"; MPI_Start alone:
 *               "bcast.start" (MPI 4). Left out when it sends what the first start has sent.
 *
 *   collectives [label] [operation ...]   prints: label pattern bytes median_us p10_us p90_us */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "turns.h"
#include "../by_value.h"

enum { BATCHES_MIN = 3, BATCHES_MAX = 11, BYTES_MAX = 1 << 20, COMPUTE_US = 100 };

static const double BATCH_US = 1500, POINT_US = 100000;
static const double TOTAL_BYTES_MAX = 1e9;

static MPI_Comm comm, ring;
static int rank, size, count, bytes;
static int *counts, *places, *offsets;
static MPI_Datatype *types;
static double *out, *in;
static MPI_Request request;

#define DOUBLES out, count, MPI_DOUBLE
#define EACH out, counts, places, MPI_DOUBLE
#define EACH_IN in, counts, places, MPI_DOUBLE
#define TYPED out, counts, offsets, types, in, counts, offsets, types
#define SUM count, MPI_DOUBLE, MPI_SUM

/* The forms of one operation. */
#define OPERATION(name, Name, ...)                                                               \
    static void run_##name(void)                                                                 \
    {                                                                                            \
        MPI_##Name(__VA_ARGS__);                                                                 \
    }                                                                                            \
    static void start_##name(void)                                                               \
    {                                                                                            \
        MPI_I##name(__VA_ARGS__, &request);                                                      \
    }                                                                                            \
    static void prepare_##name(void)                                                             \
    {                                                                                            \
        PREPARE(Name, __VA_ARGS__);                                                              \
    }

#if MPI_VERSION >= 4
#define PREPARE(Name, ...) MPI_##Name##_init(__VA_ARGS__, MPI_INFO_NULL, &request)
#else
#define PREPARE(Name, ...) request = MPI_REQUEST_NULL
#endif

OPERATION(barrier, Barrier, comm)
OPERATION(bcast, Bcast, DOUBLES, 0, comm)
OPERATION(gather, Gather, DOUBLES, in, count, MPI_DOUBLE, 0, comm)
OPERATION(gatherv, Gatherv, DOUBLES, EACH_IN, 0, comm)
OPERATION(scatter, Scatter, DOUBLES, in, count, MPI_DOUBLE, 0, comm)
OPERATION(scatterv, Scatterv, EACH, in, count, MPI_DOUBLE, 0, comm)
OPERATION(allgather, Allgather, DOUBLES, in, count, MPI_DOUBLE, comm)
OPERATION(allgatherv, Allgatherv, DOUBLES, EACH_IN, comm)
OPERATION(alltoall, Alltoall, DOUBLES, in, count, MPI_DOUBLE, comm)
OPERATION(alltoallv, Alltoallv, EACH, EACH_IN, comm)
OPERATION(alltoallw, Alltoallw, TYPED, comm)
OPERATION(reduce, Reduce, out, in, SUM, 0, comm)
OPERATION(allreduce, Allreduce, out, in, SUM, comm)
OPERATION(reduce_scatter, Reduce_scatter, out, in, counts, MPI_DOUBLE, MPI_SUM, comm)
OPERATION(reduce_scatter_block, Reduce_scatter_block, out, in, SUM, comm)
OPERATION(scan, Scan, out, in, SUM, comm)
OPERATION(exscan, Exscan, out, in, SUM, comm)
OPERATION(neighbor_allgather, Neighbor_allgather, DOUBLES, in, count, MPI_DOUBLE, ring)
OPERATION(neighbor_alltoall, Neighbor_alltoall, DOUBLES, in, count, MPI_DOUBLE, ring)

static const struct operation {
    const char *name;
    void (*run)(void);
    void (*start)(void);
    void (*prepare)(void);
    int has_blocks; /* a rank has one for each */
} operations[] = {
#define ROW(name, has_blocks) {#name, run_##name, start_##name, prepare_##name, has_blocks}
    ROW(barrier, 0),        ROW(bcast, 0),
    ROW(gather, 1),         ROW(gatherv, 1),
    ROW(scatter, 1),        ROW(scatterv, 1),
    ROW(allgather, 1),      ROW(allgatherv, 1),
    ROW(alltoall, 1),       ROW(alltoallv, 1),
    ROW(alltoallw, 1),      ROW(reduce, 0),
    ROW(allreduce, 0),      ROW(reduce_scatter, 1),
    ROW(reduce_scatter_block, 1),
    ROW(scan, 0),           ROW(exscan, 0),
    ROW(neighbor_allgather, 0), ROW(neighbor_alltoall, 0),
};

static void set_size(int block_bytes)
{
    int i;

    bytes = block_bytes;
    count = block_bytes / (int)sizeof(double);
    for (i = 0; i < size; i++) {
        counts[i] = count;
        places[i] = i * count;
        offsets[i] = i * block_bytes;
        types[i] = MPI_DOUBLE;
    }
}

static double now_us(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

/* Runs the operation `calls` times. Returns the time, in microseconds. */
typedef double body(const struct operation *operation, int calls);

static double run_blocking(const struct operation *operation, int calls)
{
    double start = now_us();
    int i;

    for (i = 0; i < calls; i++)
        operation->run();
    return now_us() - start;
}

static double run_overlap(const struct operation *operation, int calls)
{
    double start = now_us(), computed = 0;
    int i;

    for (i = 0; i < calls; i++) {
        double before;

        operation->start();
        before = now_us();
        while (now_us() < before + COMPUTE_US)
            ;
        computed += now_us() - before;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    return now_us() - start - computed;
}

static double run_persistent(const struct operation *operation, int calls)
{
    double start = now_us();
    int i;

    (void)operation;
    for (i = 0; i < calls; i++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    return now_us() - start;
}

static double run_start(const struct operation *operation, int calls)
{
    double sum = 0;
    int i;

    (void)operation;
    for (i = 0; i < calls; i++) {
        double start = now_us();

        MPI_Start(&request);
        sum += now_us() - start;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    return sum;
}

static double batch_us(body *run, const struct operation *operation, int calls)
{
    double own, longest;

    MPI_Barrier(MPI_COMM_WORLD);
    own = run(operation, calls);
    MPI_Allreduce(&own, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return longest / calls;
}

struct plan {
    int calls; /* in a batch */
    int batches; /* an odd number */
};

/* What a batch takes as a whole, with what is not measured; the same at all ranks. */
static double whole_batch_us(body *run, const struct operation *operation, int calls)
{
    double own = now_us(), longest;

    batch_us(run, operation, calls);
    own = now_us() - own;
    MPI_Allreduce(&own, &longest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return longest;
}

/* The time of a batch that nothing disturbs, alike at all ranks. A first batch also waits for ranks
 * that come late, or another program may have run. A batch that is as short as this one is believed
 * at once. */
static double undisturbed_batch_us(body *run, const struct operation *operation, int calls)
{
    double first = whole_batch_us(run, operation, calls), second;

    if (first < BATCH_US)
        return first;
    second = whole_batch_us(run, operation, calls);
    return second < first ? second : first;
}

/* Batches that are long enough for the clock. */
static struct plan plan_of(body *run, const struct operation *operation)
{
    double us = 0;
    int calls, batches;

    for (calls = 1; calls < 10000; calls *= 2) {
        us = undisturbed_batch_us(run, operation, calls);
        if (us >= BATCH_US)
            break;
    }
    batches = us * BATCHES_MAX <= POINT_US   ? BATCHES_MAX
              : us * BATCHES_MIN >= POINT_US ? BATCHES_MIN
                                             : (int)(POINT_US / us);
    return (struct plan){.calls = calls, .batches = batches | 1};
}

static void measure_once(const char *label, body *run, const struct operation *operation,
                         const char *suffix)
{
    const struct plan plan = plan_of(run, operation);
    double times[BATCHES_MAX];
    int batch;

    for (batch = 0; batch < plan.batches; batch++)
        times[batch] = batch_us(run, operation, plan.calls);
    qsort(times, (size_t)plan.batches, sizeof times[0], by_value);
    if (rank == 0)
        printf("%s %s%s %d %.4f %.4f %.4f\n", label, operation->name, suffix, bytes,
               times[plan.batches / 2], times[plan.batches / 10], times[plan.batches * 9 / 10]);
    fflush(stdout);
}

static void measure(const char *label, body *run, const struct operation *operation,
                    const char *suffix)
{
    int due;

    for (due = turn_begin(); due; due = turn_again())
        measure_once(label, run, operation, suffix);
}

/* The largest block for all ranks, or two for a ring. */
static size_t room(void)
{
    size_t each = BYTES_MAX;

    while (2. * size * size * (double)each > TOTAL_BYTES_MAX)
        each /= 16;
    each *= (size_t)size;
    return each > 2 * BYTES_MAX ? each : 2 * BYTES_MAX;
}

static void fill(int value)
{
    size_t i;

    for (i = 0; i < room() / sizeof *out; i++)
        out[i] = value + rank + (double)i;
    memset(in, 0, room());
}

/* Does a prepared operation, started again, move what is there now? At all ranks. */
static int starts_again(const struct operation *operation)
{
    double *sent = malloc(room()), *received = malloc(room());
    int value, is_right, are_right;

    for (value = 1; value <= 2; value++) {
        fill(value);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    memcpy(sent, out, room());
    memcpy(received, in, room());
    fill(2);
    operation->run();
    is_right = memcmp(sent, out, room()) == 0 && memcmp(received, in, room()) == 0;
    MPI_Allreduce(&is_right, &are_right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    memset(out, 1, room());
    memset(in, 1, room());
    free(received);
    free(sent);
    return are_right;
}

static void measure_forms(const char *label, const struct operation *operation)
{
    measure(label, run_blocking, operation, "");
    if (size > 2)
        return;
    measure(label, run_overlap, operation, ".overlap");
    operation->prepare();
    if (request == MPI_REQUEST_NULL)
        return;
    if (starts_again(operation)) {
        measure(label, run_persistent, operation, ".persistent");
        measure(label, run_start, operation, ".start");
    }
    MPI_Request_free(&request);
}

static int is_wanted(const char *name, int argc, char **argv)
{
    int i;

    for (i = 2; i < argc; i++)
        if (strcmp(name, argv[i]) == 0)
            return 1;
    return argc <= 2;
}

static void measure_all(int argc, char **argv)
{
    static const int lengths[] = {8, 1 << 10, 1 << 16, BYTES_MAX};
    size_t i, k;

    for (i = 0; i < sizeof operations / sizeof operations[0]; i++)
        for (k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
            double blocks = operations[i].has_blocks ? size : 1;

            if (!is_wanted(operations[i].name, argc, argv) ||
                2. * size * blocks * lengths[k] > TOTAL_BYTES_MAX)
                continue;
            set_size(i == 0 ? 0 : lengths[k]);
            measure_forms(argc > 1 ? argv[1] : "mpi", &operations[i]);
            if (i == 0) /* a barrier has no data */
                break;
        }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, (int[]){1}, 0, &ring);
    counts = calloc((size_t)size, sizeof *counts);
    places = calloc((size_t)size, sizeof *places);
    offsets = calloc((size_t)size, sizeof *offsets);
    types = calloc((size_t)size, sizeof *types);
    out = calloc(1, room());
    in = calloc(1, room());
    memset(out, 1, room());
    memset(in, 1, room());
    measure_all(argc, argv);
    free(in);
    free(out);
    free(types);
    free(offsets);
    free(places);
    free(counts);
    MPI_Comm_free(&ring);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
