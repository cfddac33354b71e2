/* SPDX-License-Identifier: MIT */
/* Every collective in its three forms. Who finds no memory in one hears of it; the job then ends,
 * since others may wait for that rank. */
#include "memory.h"

enum { COUNT_MAX = 40000, RANKS_MAX = 8 };

static int in[COUNT_MAX * RANKS_MAX], out[COUNT_MAX * RANKS_MAX];
static int counts[RANKS_MAX], displacements[RANKS_MAX];
static MPI_Datatype types[RANKS_MAX];
static int count;
static MPI_Comm comm;

/* The blocking, the nonblocking and the persistent function of one name: `started` is the name
 * behind MPI_I. What must be so afterwards is `is_right`. */
#define THREE_FORMS(name, started, arguments, is_right) \
    static void do_##started(void) \
    { \
        MPI_Request request; \
\
        clear(); \
        together(MPI_##name(ARGUMENTS arguments)); \
        must_be(is_right); \
        clear(); \
        together(MPI_I##started(ARGUMENTS arguments, &request)); \
        together(MPI_Wait(&request, MPI_STATUS_IGNORE)); \
        must_be(is_right); \
        together(MPI_##name##_init(ARGUMENTS arguments, MPI_INFO_NULL, &request)); \
        for (int round = 0; round < 2; round++) { \
            clear(); \
            together(MPI_Start(&request)); \
            together(MPI_Wait(&request, MPI_STATUS_IGNORE)); \
            must_be(is_right); \
        } \
        together(MPI_Request_free(&request)); \
    }
#define ARGUMENTS(...) __VA_ARGS__

/* Rank r's i-th number is r + 10 i. */
static void clear(void)
{
    int members;

    MPI_Comm_size(comm, &members);
    for (int i = 0; i < count * members; i++) {
        in[i] = rank + 10 * i;
        out[i] = -1;
    }
    for (int i = 0; i < members; i++) {
        counts[i] = count;
        displacements[i] = i * count;
        types[i] = MPI_INT;
    }
}

static int sum_of_ranks(void)
{
    return size * (size - 1) / 2;
}

static int all_sums(int terms, int ranks_sum, int first)
{
    for (int i = 0; i < count; i++)
        if (out[i] != ranks_sum + 10 * (first + i) * terms)
            return 0;
    return 1;
}

/* Each rank's block of the output is that rank's, from its i-th number on. */
static int all_blocks(int first)
{
    for (int r = 0; r < size; r++)
        for (int i = 0; i < count; i++)
            if (out[r * count + i] != r + 10 * (first + i))
                return 0;
    return 1;
}

static int bcast_is_right(void)
{
    for (int i = 0; i < count; i++)
        if (in[i] != 10 * i)
            return 0;
    return 1;
}

static void add(void *from, void *to, int *length, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *length; i++)
        ((int *)to)[i] += ((int *)from)[i];
}

static MPI_Op user_sum;
static int *byte_displacements(void)
{
    static int bytes[RANKS_MAX];

    for (int i = 0; i < size; i++)
        bytes[i] = i * count * (int)sizeof(int);
    return bytes;
}

THREE_FORMS(Barrier, barrier, (comm), 1)
THREE_FORMS(Bcast, bcast, (in, count, MPI_INT, 0, comm), bcast_is_right())
THREE_FORMS(Gather, gather, (in, count, MPI_INT, out, count, MPI_INT, 0, comm),
            rank != 0 || all_blocks(0))
THREE_FORMS(Gatherv, gatherv, (in, count, MPI_INT, out, counts, displacements, MPI_INT, 0, comm),
            rank != 0 || all_blocks(0))
THREE_FORMS(Scatter, scatter, (in, count, MPI_INT, out, count, MPI_INT, 0, comm),
            all_sums(1, 0, rank * count))
THREE_FORMS(Scatterv, scatterv, (in, counts, displacements, MPI_INT, out, count, MPI_INT, 0, comm),
            all_sums(1, 0, rank * count))
THREE_FORMS(Allgather, allgather, (in, count, MPI_INT, out, count, MPI_INT, comm), all_blocks(0))
THREE_FORMS(Allgatherv, allgatherv, (in, count, MPI_INT, out, counts, displacements, MPI_INT, comm),
            all_blocks(0))
THREE_FORMS(Alltoall, alltoall, (in, count, MPI_INT, out, count, MPI_INT, comm),
            all_blocks(rank * count))
THREE_FORMS(Alltoallv, alltoallv,
            (in, counts, displacements, MPI_INT, out, counts, displacements, MPI_INT, comm),
            all_blocks(rank * count))
THREE_FORMS(Alltoallw, alltoallw,
            (in, counts, byte_displacements(), types, out, counts, byte_displacements(), types,
             comm),
            all_blocks(rank * count))
THREE_FORMS(Reduce, reduce, (in, out, count, MPI_INT, MPI_SUM, 0, comm),
            rank != 0 || all_sums(size, sum_of_ranks(), 0))
THREE_FORMS(Allreduce, allreduce, (in, out, count, MPI_INT, user_sum, comm),
            all_sums(size, sum_of_ranks(), 0))
THREE_FORMS(Reduce_scatter_block, reduce_scatter_block, (in, out, count, MPI_INT, MPI_SUM, comm),
            all_sums(size, sum_of_ranks(), rank * count))
THREE_FORMS(Reduce_scatter, reduce_scatter, (in, out, counts, MPI_INT, user_sum, comm),
            all_sums(size, sum_of_ranks(), rank * count))
THREE_FORMS(Scan, scan, (in, out, count, MPI_INT, MPI_SUM, comm),
            all_sums(rank + 1, rank * (rank + 1) / 2, 0))
THREE_FORMS(Exscan, exscan, (in, out, count, MPI_INT, user_sum, comm),
            rank == 0 || all_sums(rank, rank * (rank - 1) / 2, 0))

/* The neighbors are the ranks before and behind, in a ring. */
static int from_neighbors(int first, int step)
{
    int before = (rank + size - 1) % size, behind = (rank + 1) % size;

    for (int i = 0; i < count; i++)
        if (out[i] != before + 10 * (first + i) ||
            out[count + i] != behind + 10 * (first - step + i))
            return 0;
    return 1;
}

static MPI_Aint *address_displacements(void)
{
    static MPI_Aint bytes[RANKS_MAX];

    for (int i = 0; i < size; i++)
        bytes[i] = (MPI_Aint)i * count * (MPI_Aint)sizeof(int);
    return bytes;
}

THREE_FORMS(Neighbor_allgather, neighbor_allgather, (in, count, MPI_INT, out, count, MPI_INT, comm),
            from_neighbors(0, 0))
THREE_FORMS(Neighbor_allgatherv, neighbor_allgatherv,
            (in, count, MPI_INT, out, counts, displacements, MPI_INT, comm),
            from_neighbors(0, 0))
THREE_FORMS(Neighbor_alltoall, neighbor_alltoall, (in, count, MPI_INT, out, count, MPI_INT, comm),
            from_neighbors(count, count))
THREE_FORMS(Neighbor_alltoallv, neighbor_alltoallv,
            (in, counts, displacements, MPI_INT, out, counts, displacements, MPI_INT, comm),
            from_neighbors(count, count))
THREE_FORMS(Neighbor_alltoallw, neighbor_alltoallw,
            (in, counts, address_displacements(), types, out, counts, address_displacements(),
             types, comm),
            from_neighbors(count, count))

static void (*const global[])(void) = {
    do_barrier, do_bcast, do_gather, do_gatherv, do_scatter, do_scatterv, do_allgather,
    do_allgatherv, do_alltoall, do_alltoallv, do_alltoallw, do_reduce, do_allreduce,
    do_reduce_scatter_block, do_reduce_scatter, do_scan, do_exscan,
};
static void (*const local[])(void) = {
    do_neighbor_allgather, do_neighbor_allgatherv, do_neighbor_alltoall, do_neighbor_alltoallv,
    do_neighbor_alltoallw,
};

static void run_all(int elements)
{
    count = elements;
    comm = MPI_COMM_WORLD;
    again(MPI_Op_create(add, 1, &user_sum));
    for (size_t i = 0; i < sizeof global / sizeof global[0]; i++)
        global[i]();
    again(MPI_Op_free(&user_sum));
}

static void run_one_number(void)
{
    run_all(1);
}

static void run_some(void)
{
    run_all(200);
}

static void run_many(void)
{
    run_all(COUNT_MAX);
}

static void run_neighbors(void)
{
    static const int elements[] = {1, 300, 20000};

    together(MPI_Cart_create(MPI_COMM_WORLD, 1, &size, (int[]){1}, 0, &comm));
    for (int i = 0; i < 3; i++) {
        count = elements[i];
        for (size_t j = 0; j < sizeof local / sizeof local[0]; j++)
            local[j]();
    }
    together(MPI_Comm_free(&comm));
}

static const struct scene scenes[] = {
    {"one", run_one_number}, {"some", run_some}, {"many", run_many}, {"neighbors", run_neighbors},
    {NULL, NULL},
};

int main(int argc, char **argv)
{
    return play(argc, argv, scenes);
}
