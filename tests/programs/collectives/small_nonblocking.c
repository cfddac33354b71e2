/* SPDX-License-Identifier: MIT */
/* Small nonblocking and persistent operations, of which members that each have a processor do what
 * they can at the start: what they yield is what the blocking ones do, whoever is late, and however
 * far the others are ahead. */
/* ranks: 1 2 3 5 */
/* options: -O2 */
/* environment: HEDDLE_PROCESSORS=16 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMBERS_MAX = 5, COUNT_MAX = 60, ROUNDS = 200, CHECKED_ROUNDS = 100, LINGER_MAX = 3000 };

static int rank, size, root, count;
static int64_t out[MEMBERS_MAX * COUNT_MAX], in[MEMBERS_MAX * COUNT_MAX];
static int counts[MEMBERS_MAX], places[MEMBERS_MAX], starts[MEMBERS_MAX];
static MPI_Datatype types[MEMBERS_MAX];
static MPI_Request request;

#define OUT out, count, MPI_INT64_T
#define IN in, count, MPI_INT64_T
#define EACH_OUT out, counts, places, MPI_INT64_T
#define EACH_IN in, counts, places, MPI_INT64_T
#define WORLD MPI_COMM_WORLD
#define ROOT root, WORLD

/* An operation in its three forms. */
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
        MPI_##Name##_init(__VA_ARGS__, MPI_INFO_NULL, &request);                                 \
    }

OPERATION(barrier, Barrier, WORLD)
OPERATION(bcast, Bcast, OUT, ROOT)
OPERATION(gather, Gather, OUT, IN, ROOT)
OPERATION(gatherv, Gatherv, OUT, EACH_IN, ROOT)
OPERATION(scatter, Scatter, OUT, IN, ROOT)
OPERATION(scatterv, Scatterv, EACH_OUT, IN, ROOT)
OPERATION(allgather, Allgather, OUT, IN, WORLD)
OPERATION(allgatherv, Allgatherv, OUT, EACH_IN, WORLD)
OPERATION(alltoall, Alltoall, OUT, IN, WORLD)
OPERATION(alltoallv, Alltoallv, EACH_OUT, EACH_IN, WORLD)
OPERATION(alltoallw, Alltoallw, out, counts, starts, types, in, counts, starts, types, WORLD)
OPERATION(reduce, Reduce, out, IN, MPI_SUM, ROOT)
OPERATION(allreduce, Allreduce, out, IN, MPI_SUM, WORLD)
OPERATION(reduce_scatter, Reduce_scatter, out, in, counts, MPI_INT64_T, MPI_SUM, WORLD)
OPERATION(reduce_scatter_block, Reduce_scatter_block, out, IN, MPI_SUM, WORLD)
OPERATION(scan, Scan, out, IN, MPI_SUM, WORLD)
OPERATION(exscan, Exscan, out, IN, MPI_SUM, WORLD)

static const struct operation {
    const char *name;
    void (*run)(void);
    void (*start)(void);
    void (*prepare)(void);
} operations[] = {
#define ROW(name) {#name, run_##name, start_##name, prepare_##name}
    ROW(barrier),        ROW(bcast),     ROW(gather),   ROW(gatherv),        ROW(scatter),
    ROW(scatterv),       ROW(allgather), ROW(allgatherv), ROW(alltoall),     ROW(alltoallv),
    ROW(alltoallw),      ROW(reduce),    ROW(allreduce), ROW(reduce_scatter),
    ROW(reduce_scatter_block), ROW(scan), ROW(exscan),
};

static int number_of(int bound)
{
    static uint32_t state = 1;

    state = state * 1664525 + 1013904223 + (uint32_t)rank;
    return (int)((state >> 16) % (uint32_t)bound);
}

static void fill(int round)
{
    int i;

    for (i = 0; i < size * count; i++) {
        out[i] = (int64_t)round * 1000003 + rank * 1009 + i;
        in[i] = -round;
    }
}

/* Now and then the member is late. */
static void linger(void)
{
    volatile int left = number_of(5) == 0 ? number_of(LINGER_MAX) : 0;

    while (left > 0)
        left = left - 1;
}

/* What the others have for this member, and it for itself. */
static int has_alltoall(int round)
{
    int from, i, wrong = 0;

    for (from = 0; from < size; from++)
        for (i = 0; i < count; i++)
            wrong += in[from * count + i] !=
                     (int64_t)round * 1000003 + from * 1009 + rank * count + i;
    return wrong == 0;
}

static void check_round(const struct operation *operation, const char *form, int round)
{
    static int64_t sent[MEMBERS_MAX * COUNT_MAX], received[MEMBERS_MAX * COUNT_MAX];
    size_t bytes = (size_t)(size * count) * sizeof in[0];

    memcpy(sent, out, bytes);
    memcpy(received, in, bytes);
    fill(round);
    operation->run();
    if (memcmp(sent, out, bytes) == 0 && memcmp(received, in, bytes) == 0 &&
        (strncmp(operation->name, "alltoall", 8) != 0 || has_alltoall(round)))
        return;
    fprintf(stderr, "%s %s of %d, root %d, rank %d of %d, round %d: not what the blocking has\n",
            form, operation->name, count, root, rank, size, round);
    MPI_Abort(WORLD, 1);
}

static void run_rounds(const struct operation *operation, int is_persistent)
{
    int round;

    if (is_persistent)
        operation->prepare();
    for (round = 1; round <= ROUNDS; round++) {
        fill(round);
        linger();
        if (is_persistent)
            MPI_Start(&request);
        else
            operation->start();
        linger();
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        if (round % CHECKED_ROUNDS == 0) /* until then others may be many rounds behind */
            check_round(operation, is_persistent ? "persistent" : "nonblocking", round);
    }
    if (is_persistent)
        MPI_Request_free(&request);
}

/* A root that has started more broadcasts than it can show cards. Those who receive them go on with
 * them in another wait. */
static void run_ahead(void)
{
    enum { AHEAD = 300 };
    static MPI_Request requests[AHEAD];
    static int64_t values[AHEAD];
    int i;

    for (i = 0; i < AHEAD; i++) {
        values[i] = rank == 0 ? i : -1;
        MPI_Ibcast(&values[i], 1, MPI_INT64_T, 0, WORLD, &requests[i]);
    }
    if (rank > 0)
        MPI_Recv(NULL, 0, MPI_BYTE, 0, 1, WORLD, MPI_STATUS_IGNORE);
    MPI_Waitall(AHEAD, requests, MPI_STATUSES_IGNORE);
    for (i = 1; i < size && rank == 0; i++)
        MPI_Send(NULL, 0, MPI_BYTE, i, 1, WORLD);
    for (i = 0; i < AHEAD; i++)
        if (values[i] != i)
            MPI_Abort(WORLD, 2);
}

int main(int argc, char **argv)
{
    size_t number;
    int i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(WORLD, &rank);
    MPI_Comm_size(WORLD, &size);
    for (count = 1; count <= COUNT_MAX; count += COUNT_MAX - 1) {
        for (i = 0; i < size; i++) {
            counts[i] = count;
            places[i] = i * count;
            starts[i] = places[i] * (int)sizeof in[0];
            types[i] = (rank + i) % 2 == 0 ? MPI_INT64_T : MPI_UINT64_T;
        }
        for (number = 0; number < sizeof operations / sizeof operations[0]; number++) {
            root = 0;
            run_rounds(&operations[number], 0);
            root = size - 1;
            run_rounds(&operations[number], 1);
        }
    }
    run_ahead();
    MPI_Finalize();
    return 0;
}
