/* SPDX-License-Identifier: MIT */
/* Collective operations that a member does not join. */
#include "case.h"

/* The one that stays away waits for a message. */
static int is_missing(int rank, int size)
{
    if (rank == size - 1)
        receive_from(0, 99, MPI_COMM_WORLD);
    return rank == size - 1;
}

static void barrier(int rank, int size)
{
    if (!is_missing(rank, size))
        MPI_Barrier(MPI_COMM_WORLD);
}

static void broadcast_without_a_root(int rank, int size)
{
    int value = 0;

    if (!is_missing(rank, size))
        MPI_Bcast(&value, 1, MPI_INT, size - 1, MPI_COMM_WORLD);
}

static void reduce_without_one(int rank, int size)
{
    int sum;

    if (!is_missing(rank, size))
        MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
}

static void allreduce_without_one(int rank, int size)
{
    int sum;

    if (!is_missing(rank, size))
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static void large_allreduce_without_one(int rank, int size)
{
    static double values[100000], sums[100000];

    if (!is_missing(rank, size))
        MPI_Allreduce(values, sums, 100000, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void gather_without_one(int rank, int size)
{
    int all[16];

    if (!is_missing(rank, size))
        MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

static void scatter_without_a_root(int rank, int size)
{
    int all[16] = {0}, one;

    if (!is_missing(rank, size))
        MPI_Scatter(all, 1, MPI_INT, &one, 1, MPI_INT, size - 1, MPI_COMM_WORLD);
}

static void allgather_without_one(int rank, int size)
{
    int all[16];

    if (!is_missing(rank, size))
        MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
}

static void alltoall_without_one(int rank, int size)
{
    int mine[16] = {0}, all[16];

    if (!is_missing(rank, size))
        MPI_Alltoall(mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
}

static void scan_without_the_first(int rank, int size)
{
    int sum;

    if (rank == 0)
        receive_from(size - 1, 99, MPI_COMM_WORLD);
    else
        MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

static void nonblocking_barrier(int rank, int size)
{
    MPI_Request request;

    if (is_missing(rank, size))
        return;
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void nonblocking_broadcasts(int rank, int size)
{
    MPI_Request requests[2];
    int values[2] = {0};

    if (is_missing(rank, size))
        return;
    MPI_Ibcast(&values[0], 1, MPI_INT, size - 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Ibcast(&values[1], 1, MPI_INT, size - 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void persistent_barrier(int rank, int size)
{
    MPI_Request request;

    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    if (is_missing(rank, size))
        return;
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void in_another_order(int rank, int size)
{
    MPI_Comm first, second;

    (void)size;
    MPI_Comm_dup(MPI_COMM_WORLD, &first);
    MPI_Comm_dup(MPI_COMM_WORLD, &second);
    MPI_Comm_set_name(first, "first");
    MPI_Comm_set_name(second, "second");
    MPI_Barrier(rank == 0 ? first : second);
    MPI_Barrier(rank == 0 ? second : first);
}

static void on_another_communicator(int rank, int size)
{
    MPI_Comm dup;

    (void)size;
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Comm_set_name(dup, "copy");
    MPI_Barrier(rank == 0 ? dup : MPI_COMM_WORLD);
}

static void one_barrier_more(int rank, int size)
{
    int i;

    (void)size;
    for (i = 0; i < 3 + (rank == 0); i++)
        MPI_Barrier(MPI_COMM_WORLD);
    receive_from(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD);
}

static void of_neighbors(int rank, int size)
{
    MPI_Comm ring;
    int periodic = 1, all[2];

    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &ring);
    if (!is_missing(rank, size))
        MPI_Neighbor_allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, ring);
}

static void one_side_of_an_intercommunicator(int rank, int size)
{
    int side = rank >= size / 2;
    MPI_Comm part, inter;

    MPI_Comm_split(MPI_COMM_WORLD, side, 0, &part);
    MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, side ? 0 : size / 2, 1, &inter);
    if (side)
        receive_from(0, 1, MPI_COMM_WORLD);
    else
        MPI_Barrier(inter);
}

static void receive_before_the_broadcast(int rank, int size)
{
    int value = 0;

    (void)size;
    /* The root expects an answer to what it has not said yet. */
    if (rank == 0)
        receive_from(1, 1, MPI_COMM_WORLD);
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 1)
        send_to(0, 1, MPI_COMM_WORLD);
}

static void never_finalizes(int rank, int size)
{
    (void)size;
    if (rank == 1)
        receive_from(0, 1, MPI_COMM_WORLD);
}

PROGRAMS(PROGRAM(barrier), PROGRAM(broadcast_without_a_root), PROGRAM(reduce_without_one),
         PROGRAM(allreduce_without_one), PROGRAM(large_allreduce_without_one),
         PROGRAM(gather_without_one), PROGRAM(scatter_without_a_root),
         PROGRAM(allgather_without_one), PROGRAM(alltoall_without_one),
         PROGRAM(scan_without_the_first), PROGRAM(nonblocking_barrier),
         PROGRAM(nonblocking_broadcasts), PROGRAM(persistent_barrier), PROGRAM(in_another_order),
         PROGRAM(on_another_communicator), PROGRAM(one_barrier_more), PROGRAM(of_neighbors),
         PROGRAM(one_side_of_an_intercommunicator), PROGRAM(receive_before_the_broadcast),
         PROGRAM(never_finalizes))
