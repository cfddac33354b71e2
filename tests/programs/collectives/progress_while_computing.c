/* SPDX-License-Identifier: MIT */
/* A rank that has started an operation and computes, outside of MPI, until all others are done with
 * it: no member is held up, whichever rank it is (of many the first, a middle one and the last),
 * and whether it has started first or last. Of all functions, nonblocking and persistent, of sizes
 * that go with a card and that do not; reductions also with operations of the user's on types that
 * are not made alike, and between the even ranks and the odd ones. The ranks share an address
 * space, which here tells the one that computes. */
/* ranks: 2 3 5 */
/* options: -O2 */
/* expect-stdout: no member was held up */
/* In the variant a rank that waits sleeps at once, and must be woken when there is work for it. */
/* variant: asleep; environment: HEDDLE_WAIT_SPIN_US=0 HEDDLE_WAIT_YIELD_US=0 */
#include <mpi.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { RANKS_MAX = 64, COUNT_MAX = 10000 };

static int rank, size, count;
static double *out, *in;
static int counts[RANKS_MAX], counts_between[RANKS_MAX], places[RANKS_MAX], offsets[RANKS_MAX];
static MPI_Datatype types[RANKS_MAX];
static MPI_Comm ring, chain; /* to both sides; to the next, but for the last */
static MPI_Comm both;        /* the even ranks and the odd ones */
static MPI_Datatype boxed;   /* a double, at every other rank a type that has been made of one */
static MPI_Op plus, plus_in_order;

#define ONE out, count, MPI_DOUBLE
#define ONE_IN in, count, MPI_DOUBLE
#define EACH out, counts, places, MPI_DOUBLE
#define EACH_IN in, counts, places, MPI_DOUBLE
#define TYPED out, counts, offsets, types, in, counts, offsets, types
#define ALL MPI_COMM_WORLD

/* What is to be in the first double of what a rank receives when each has sent its number plus 1 in
 * all doubles; NOTHING: not looked at. */
#define NOTHING (-1)
#define TOTAL (size * (size + 1) / 2)
#define OTHERS ((size + rank % 2) / 2) /* ranks of the other group */
#define OTHERS_TOTAL (rank % 2 ? OTHERS * OTHERS : OTHERS * (OTHERS + 1))
#define ROOT_BETWEEN (rank == root ? MPI_ROOT : (rank + root) % 2 ? root / 2 : MPI_PROC_NULL)
#define LEFT ((rank + size - 1) % size + 1)
#define BEFORE (rank == 0 ? NOTHING : rank)

#define FUNCTION(name, call, Name, expected, ...)                                                 \
    static MPI_Request start_##name(int root)                                                     \
    {                                                                                             \
        MPI_Request request;                                                                      \
        (void)root;                                                                               \
        MPI_I##call(__VA_ARGS__, &request);                                                       \
        return request;                                                                           \
    }                                                                                             \
    static MPI_Request prepare_##name(int root)                                                   \
    {                                                                                             \
        MPI_Request request;                                                                      \
        (void)root;                                                                               \
        MPI_##Name##_init(__VA_ARGS__, MPI_INFO_NULL, &request);                                  \
        MPI_Start(&request);                                                                      \
        return request;                                                                           \
    }                                                                                             \
    static int expect_##name(int root)                                                            \
    {                                                                                             \
        (void)root;                                                                               \
        return expected;                                                                          \
    }

FUNCTION(barrier, barrier, Barrier, NOTHING, ALL)
FUNCTION(bcast, bcast, Bcast, NOTHING, ONE, root, ALL)
FUNCTION(gather, gather, Gather, rank == root ? 1 : NOTHING, ONE, ONE_IN, root, ALL)
FUNCTION(gatherv, gatherv, Gatherv, rank == root ? 1 : NOTHING, ONE, EACH_IN, root, ALL)
FUNCTION(scatter, scatter, Scatter, root + 1, ONE, ONE_IN, root, ALL)
FUNCTION(scatterv, scatterv, Scatterv, root + 1, EACH, ONE_IN, root, ALL)
FUNCTION(allgather, allgather, Allgather, 1, ONE, ONE_IN, ALL)
FUNCTION(allgatherv, allgatherv, Allgatherv, 1, ONE, EACH_IN, ALL)
FUNCTION(alltoall, alltoall, Alltoall, 1, ONE, ONE_IN, ALL)
FUNCTION(alltoallv, alltoallv, Alltoallv, 1, EACH, EACH_IN, ALL)
FUNCTION(alltoallw, alltoallw, Alltoallw, 1, TYPED, ALL)
FUNCTION(alltoall_in_place, alltoall, Alltoall, 1, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, ONE_IN, ALL)

#define REDUCTIONS(of, type, op)                                                                  \
    FUNCTION(reduce_##of, reduce, Reduce, rank == root ? TOTAL : NOTHING, out, in, count, type,   \
             op, root, ALL)                                                                       \
    FUNCTION(allreduce_##of, allreduce, Allreduce, TOTAL, out, in, count, type, op, ALL)          \
    FUNCTION(allreduce_in_place_##of, allreduce, Allreduce, TOTAL, MPI_IN_PLACE, in, count, type, \
             op, ALL)                                                                             \
    FUNCTION(reduce_scatter_##of, reduce_scatter, Reduce_scatter, TOTAL, out, in, counts, type,   \
             op, ALL)                                                                             \
    FUNCTION(reduce_scatter_block_##of, reduce_scatter_block, Reduce_scatter_block, TOTAL, out,   \
             in, count, type, op, ALL)                                                            \
    FUNCTION(reduce_scatter_in_place_##of, reduce_scatter_block, Reduce_scatter_block, TOTAL,     \
             MPI_IN_PLACE, in, count, type, op, ALL)                                              \
    FUNCTION(scan_##of, scan, Scan, (rank + 1) * (rank + 2) / 2, out, in, count, type, op, ALL)   \
    FUNCTION(exscan_##of, exscan, Exscan, rank == 0 ? NOTHING : rank * (rank + 1) / 2, out, in,   \
             count, type, op, ALL)                                                                \
    FUNCTION(reduce_between_##of, reduce, Reduce, rank == root ? OTHERS_TOTAL : NOTHING, out, in, \
             count, type, op, ROOT_BETWEEN, both)                                                 \
    FUNCTION(allreduce_between_##of, allreduce, Allreduce, OTHERS_TOTAL, out, in, count, type,    \
             op, both)                                                                            \
    FUNCTION(reduce_scatter_between_##of, reduce_scatter, Reduce_scatter, OTHERS_TOTAL, out, in,  \
             counts_between, type, op, both)                                                      \
    FUNCTION(reduce_scatter_block_between_##of, reduce_scatter_block, Reduce_scatter_block,       \
             OTHERS_TOTAL, out, in, count * OTHERS, type, op, both)

REDUCTIONS(sum, MPI_DOUBLE, MPI_SUM)
REDUCTIONS(users, MPI_DOUBLE, plus)
REDUCTIONS(users_boxed, boxed, plus)
REDUCTIONS(users_in_order, MPI_DOUBLE, plus_in_order)
REDUCTIONS(users_in_order_boxed, boxed, plus_in_order)
FUNCTION(neighbor_allgather, neighbor_allgather, Neighbor_allgather, LEFT, ONE, ONE_IN, ring)
FUNCTION(neighbor_allgatherv, neighbor_allgatherv, Neighbor_allgatherv, LEFT, ONE, EACH_IN, ring)
FUNCTION(neighbor_alltoall, neighbor_alltoall, Neighbor_alltoall, LEFT, ONE, ONE_IN, ring)
FUNCTION(neighbor_alltoallv, neighbor_alltoallv, Neighbor_alltoallv, LEFT, EACH, EACH_IN, ring)
FUNCTION(chain_allgather, neighbor_allgather, Neighbor_allgather, BEFORE, ONE, ONE_IN, chain)
FUNCTION(chain_alltoall, neighbor_alltoall, Neighbor_alltoall, BEFORE, ONE, ONE_IN, chain)

static int expect_bcast_data(int root)
{
    return root + 1;
}

static const struct function {
    const char *name;
    MPI_Request (*start)(int root);
    MPI_Request (*prepare)(int root);
    int (*expect)(int root);
    int is_in_place;
    int has_root;
} functions[] = {
#define ROW(name, is_in_place, has_root)                                                          \
    {#name, start_##name, prepare_##name, expect_##name, is_in_place, has_root}
    ROW(barrier, 0, 0),
    {"bcast", start_bcast, prepare_bcast, expect_bcast_data, 0, 1},
    ROW(gather, 0, 1),
    ROW(gatherv, 0, 1),
    ROW(scatter, 0, 1),
    ROW(scatterv, 0, 1),
    ROW(allgather, 0, 0),
    ROW(allgatherv, 0, 0),
    ROW(alltoall, 0, 0),
    ROW(alltoallv, 0, 0),
    ROW(alltoallw, 0, 0),
    ROW(alltoall_in_place, 1, 0),
#define ROWS(of)                                                                                  \
    ROW(reduce_##of, 0, 1), ROW(allreduce_##of, 0, 0), ROW(allreduce_in_place_##of, 1, 0),        \
        ROW(reduce_scatter_##of, 0, 0), ROW(reduce_scatter_block_##of, 0, 0),                     \
        ROW(reduce_scatter_in_place_##of, 1, 0), ROW(scan_##of, 0, 0), ROW(exscan_##of, 0, 0),    \
        ROW(reduce_between_##of, 0, 1), ROW(allreduce_between_##of, 0, 0),                        \
        ROW(reduce_scatter_between_##of, 0, 0), ROW(reduce_scatter_block_between_##of, 0, 0)
    ROWS(sum),
    ROWS(users),
    ROWS(users_boxed),
    ROWS(users_in_order),
    ROWS(users_in_order_boxed),
    ROW(neighbor_allgather, 0, 0),
    ROW(neighbor_allgatherv, 0, 0),
    ROW(neighbor_alltoall, 0, 0),
    ROW(neighbor_alltoallv, 0, 0),
    ROW(chain_allgather, 0, 0),
    ROW(chain_alltoall, 0, 0),
};

/* Rank 0's memory, which all use: how many have started, and how many are done. */
static struct shared {
    atomic_int started;
    atomic_int done;
} *shared;

struct run {
    const struct function *function;
    int is_persistent;
    int late; /* who computes */
    int is_first; /* and whether it has started before the others, or after them */
    int root;
};

static void fill_out(void)
{
    int i;

    for (i = 0; i < count * size * size; i++)
        out[i] = rank + 1;
}

static void fill_in(const struct function *function)
{
    int i;

    in[0] = in[count - 1] = -1;
    for (i = 0; function->is_in_place && i < count * size; i++)
        in[i] = rank + 1;
}

static MPI_Request start_in_order(const struct run *run)
{
    MPI_Request request;
    int before = rank == run->late ? (run->is_first ? 0 : size - 1) : run->is_first ? 1 : 0;

    while (atomic_load(&shared->started) < before)
        sched_yield();
    request = (run->is_persistent ? run->function->prepare : run->function->start)(run->root);
    atomic_fetch_add(&shared->started, 1);
    return request;
}

static void compute_until_others_are_done(void)
{
    while (atomic_load(&shared->done) < size - 1)
        sched_yield();
}

static int is_wrong(const struct run *run)
{
    int expected = run->function->expect(run->root);
    const double *result = run->function->start == start_bcast ? out : in;

    if (expected == NOTHING || (result[0] == expected && result[count - 1] == expected))
        return 0;
    printf("%s of %d on rank %d: %g..%g in place of %d\n", run->function->name, count, rank,
           result[0], result[count - 1], expected);
    return 1;
}

static int hold_up(const struct run *run)
{
    MPI_Request request;
    int wrong;

    if (run->function->start == start_bcast)
        fill_out();
    fill_in(run->function);
    if (rank == 0) {
        atomic_store(&shared->started, 0);
        atomic_store(&shared->done, 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    request = start_in_order(run);
    if (rank == run->late)
        compute_until_others_are_done();
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    wrong = is_wrong(run);
    if (rank != run->late)
        atomic_fetch_add(&shared->done, 1);
    if (run->is_persistent)
        MPI_Request_free(&request);
    MPI_Barrier(MPI_COMM_WORLD);
    return wrong;
}

static int hold_up_in_all_ways(const struct function *function)
{
    int wrong = 0, i;
    struct run run = {.function = function};

    fill_out();
    for (run.late = 0; run.late < size; run.late += size > 3 ? size / 2 : 1)
        for (run.root = 0; run.root < (function->has_root ? size : 1); run.root += size - 1)
            for (i = 0; i < 4; i++) {
                run.is_persistent = i & 1;
                run.is_first = i >> 1;
                wrong += hold_up(&run);
            }
    return wrong;
}

static void set_count(int doubles)
{
    int i;

    count = doubles;
    for (i = 0; i < size; i++) {
        counts[i] = count;
        places[i] = i * count;
        offsets[i] = places[i] * (int)sizeof(double);
        types[i] = MPI_DOUBLE;
        counts_between[i] = count * OTHERS;
    }
}

static void add(void *in_values, void *inout_values, int *len, MPI_Datatype *type)
{
    double *left = in_values, *right = inout_values;
    int i;

    if (*type != boxed && *type != MPI_DOUBLE)
        MPI_Abort(MPI_COMM_WORLD, 9);
    for (i = 0; i < *len; i++)
        right[i] += left[i];
}

static void make_operations(void)
{
    if (rank % 2)
        MPI_Type_contiguous(1, MPI_DOUBLE, &boxed);
    else
        MPI_Type_dup(MPI_DOUBLE, &boxed);
    MPI_Type_commit(&boxed);
    MPI_Op_create(add, 1, &plus);
    MPI_Op_create(add, 0, &plus_in_order);
}

static void make_groups(void)
{
    MPI_Comm half;

    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank % 2 == 0, 0, &both);
    MPI_Comm_free(&half);
}

static void make_neighbors(void)
{
    int before = rank - 1, after = rank + 1;

    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, (int[]){1}, 0, &ring);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, rank > 0, &before, MPI_UNWEIGHTED,
                                   after < size, &after, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                   &chain);
}

int main(int argc, char **argv)
{
    static const int lengths[] = {1, 100, COUNT_MAX};
    size_t i, k;
    int wrong = 0, all;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    make_neighbors();
    make_operations();
    make_groups();
    if (rank == 0)
        shared = calloc(1, sizeof *shared);
    MPI_Bcast(&shared, sizeof shared, MPI_BYTE, 0, MPI_COMM_WORLD);
    out = malloc((size_t)size * size * COUNT_MAX * sizeof *out);
    in = malloc((size_t)size * size * COUNT_MAX * sizeof *in);
    for (k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
        set_count(lengths[k]);
        for (i = 0; i < sizeof functions / sizeof functions[0]; i++)
            wrong += hold_up_in_all_ways(&functions[i]);
    }
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0 && all == 0)
        puts("no member was held up");
    if (rank == 0)
        free(shared);
    free(out);
    free(in);
    MPI_Comm_free(&ring);
    MPI_Comm_free(&chain);
    MPI_Comm_free(&both);
    MPI_Type_free(&boxed);
    MPI_Op_free(&plus);
    MPI_Op_free(&plus_in_order);
    MPI_Finalize();
    return all != 0;
}
