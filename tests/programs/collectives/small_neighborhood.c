/* SPDX-License-Identifier: MIT */
/* Small neighbourhood collectives of members that each have a processor: every member gets what its
 * sources have for it, in all three forms, whoever is late, however far others are ahead, and when
 * some call another function of the same kind or have too much for a card. */
/* ranks: 1 2 3 5 */
/* options: -O2 */
/* environment: HEDDLE_PROCESSORS=16 */
/* mpich: no */
/* MPICH pairs the two ends of a ring of one or two otherwise. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EDGES_MAX = 8, COUNT_MAX = 700, ROUNDS = 120, LINGER_MAX = 3000, FORMS = 3 };

static const int lengths[] = {0, 1, 5, 60, COUNT_MAX};

static MPI_Comm comm;
static int rank, size, count, is_grid, in_degree, out_degree;
static int sources[EDGES_MAX], targets[EDGES_MAX];
static int32_t out[EDGES_MAX * COUNT_MAX], in[EDGES_MAX * COUNT_MAX];

static int number_of(int bound)
{
    static uint32_t state = 1;

    state = state * 1664525 + 1013904223 + (uint32_t)rank;
    return (int)((state >> 16) % (uint32_t)bound);
}

/* Now and then the member is late. */
static void linger(void)
{
    volatile int left = number_of(5) == 0 ? number_of(LINGER_MAX) : 0;

    while (left > 0)
        left = left - 1;
}

/* What a member has in a round as its block of that number. */
static int32_t value_of(int round, int from, int block, int i)
{
    return ((round * 16 + from) * 16 + block) * 1024 + i;
}

static void fail(const char *what, int round, int i)
{
    fprintf(stderr, "%s of %d, rank %d of %d, round %d, source %d: not what it has\n", what, count,
            rank, size, round, i);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The number of an edge among those between the same two, which leave in the order of targets. */
static int block_for(int i)
{
    int step = (rank - sources[i] + size) % size, earlier = 0, k;

    if (is_grid)
        return i ^ 1;
    for (k = 0; k < i; k++)
        earlier += sources[k] == sources[i];
    for (k = 0; k < out_degree; k++)
        if ((targets[k] - rank + size) % size == step && earlier-- == 0)
            return k;
    return -1;
}

static void fill(int round)
{
    int block, i;

    for (block = 0; block < out_degree; block++)
        for (i = 0; i < count; i++)
            out[block * count + i] = value_of(round, rank, block, i);
    memset(in, -1, sizeof in);
}

static void check(const char *what, int round, int is_alltoall)
{
    int i, k;

    for (i = 0; i < in_degree; i++)
        for (k = 0; k < count; k++) {
            int block = is_alltoall ? block_for(i) : 0;
            int32_t right = sources[i] == MPI_PROC_NULL ? -1
                                                        : value_of(round, sources[i], block, k);

            if (in[i * count + k] != right)
                fail(what, round, i);
        }
}

static MPI_Request prepare(int is_alltoall)
{
    MPI_Request request;

    if (is_alltoall)
        MPI_Neighbor_alltoall_init(out, count, MPI_INT32_T, in, count, MPI_INT32_T, comm,
                                   MPI_INFO_NULL, &request);
    else
        MPI_Neighbor_allgather_init(out, count, MPI_INT32_T, in, count, MPI_INT32_T, comm,
                                    MPI_INFO_NULL, &request);
    return request;
}

static void run(int form, int is_alltoall, MPI_Request *request)
{
    if (form == 0 && is_alltoall)
        MPI_Neighbor_alltoall(out, count, MPI_INT32_T, in, count, MPI_INT32_T, comm);
    else if (form == 0)
        MPI_Neighbor_allgather(out, count, MPI_INT32_T, in, count, MPI_INT32_T, comm);
    else if (form == 1 && is_alltoall)
        MPI_Ineighbor_alltoall(out, count, MPI_INT32_T, in, count, MPI_INT32_T, comm, request);
    else if (form == 1)
        MPI_Ineighbor_allgather(out, count, MPI_INT32_T, in, count, MPI_INT32_T, comm, request);
    else
        MPI_Start(request);
    linger();
    if (form > 0)
        MPI_Wait(request, MPI_STATUS_IGNORE);
}

/* Does what the plain functions do by a function that takes lengths, or with a type of the
 * user's. */
static void run_otherwise(int is_alltoall)
{
    int counts[EDGES_MAX], places[EDGES_MAX], i;
    MPI_Datatype row;

    for (i = 0; i < EDGES_MAX; i++) {
        counts[i] = count;
        places[i] = i * count;
    }
    if (is_alltoall) {
        MPI_Neighbor_alltoallv(out, counts, places, MPI_INT32_T, in, counts, places, MPI_INT32_T,
                               comm);
        return;
    }
    MPI_Type_contiguous(count, MPI_INT32_T, &row);
    MPI_Type_commit(&row);
    MPI_Neighbor_allgather(out, 1, row, in, 1, row, comm);
    MPI_Type_free(&row);
}

static void exchange(const char *what, int is_alltoall)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int form, round;

    for (form = 0; form < FORMS; form++) {
        if (form == FORMS - 1)
            request = prepare(is_alltoall);
        for (round = 1; round <= ROUNDS; round++) {
            fill(round);
            linger();
            if (form == 0 && number_of(4) == 0)
                run_otherwise(is_alltoall);
            else
                run(form, is_alltoall, &request);
            check(what, round, is_alltoall);
        }
    }
    MPI_Request_free(&request);
}

static void exchange_all(const char *what)
{
    size_t i;

    for (i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        count = lengths[i];
        exchange(what, 0);
        exchange(what, 1);
    }
    MPI_Comm_free(&comm);
}

static void on_a_grid(const char *what, int ndims, int is_closed)
{
    int dims[2] = {0, 0}, closed[2] = {is_closed, is_closed}, i;

    MPI_Dims_create(size, ndims, dims);
    MPI_Cart_create(MPI_COMM_WORLD, ndims, dims, closed, 0, &comm);
    is_grid = 1;
    in_degree = out_degree = 2 * ndims;
    for (i = 0; i < ndims; i++)
        MPI_Cart_shift(comm, i, 1, &sources[2 * i], &sources[2 * i + 1]);
    memcpy(targets, sources, sizeof targets);
    exchange_all(what);
}

static void make_graph(int is_source, int is_target)
{
    in_degree = is_target ? in_degree : 0;
    out_degree = is_source ? out_degree : 0;
    is_grid = 0;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, in_degree, sources, MPI_UNWEIGHTED, out_degree,
                                   targets, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
}

/* Everybody sends to the next, itself, the one after it, and the next again. */
static void on_a_graph(void)
{
    static const int steps[] = {1, 0, 2, 1};
    int i;

    in_degree = out_degree = 4;
    for (i = 0; i < 4; i++) {
        targets[i] = (rank + steps[i]) % size;
        sources[i] = (rank + 2 * size - steps[i]) % size;
    }
    make_graph(1, 1);
    exchange_all("graph");
}

/* A source of one block waits for no other: it is far ahead, with much and with little by turns. */
static void run_ahead(void)
{
    int round, is_alltoall;

    in_degree = out_degree = 1;
    targets[0] = 1;
    sources[0] = 0;
    make_graph(rank == 0, rank == 1);
    for (round = 1; round <= ROUNDS; round++) {
        is_alltoall = round % 3 != 0;
        count = round % 7 == 1 ? 500 : 1 + round % 9;
        fill(round);
        if (rank == 1)
            linger();
        if (round % 5 == 0)
            run_otherwise(is_alltoall);
        else
            run(0, is_alltoall, NULL);
        check("ahead", round, 0);
    }
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    on_a_grid("line", 1, 0);
    on_a_grid("ring", 1, 1);
    on_a_grid("plane", 2, 0);
    on_a_grid("torus", 2, 1);
    on_a_graph();
    if (size > 1)
        run_ahead();
    MPI_Finalize();
    return 0;
}
