/* SPDX-License-Identifier: MIT */
/* Buffers of pending collective and partitioned operations in jobs of heddle_run: those that
 * overlap and those that change end the job with a sentence that names both calls; those that may
 * do what they do end it well.
 *
 * launch: alone
 * ranks: 1
 * options: -O0 -Wno-mpi-scope
 * sanitizer: no */
#include <heddle.h>
#include <mpi.h>
#include <stdlib.h>

#include "failing_jobs.h"

enum { RANKS = 3, N = 12, TAG = 5, PARTS = 4 };

#define WORLD MPI_COMM_WORLD

static int me(void)
{
    return heddle_rank();
}

/* ---- wrong ---------------------------------------------------------------------------------- */

static int a_broadcast_that_changes(void *argument)
{
    int numbers[N] = {0};
    MPI_Request request;

    (void)argument;
    MPI_Ibcast(numbers, N, MPI_INT, 0, WORLD, &request);
    if (me() == 0)
        numbers[N - 1]++;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return 0;
}

static int an_operand_that_changes(void *argument)
{
    int numbers[N] = {0}, sums[N];
    MPI_Request request;

    (void)argument;
    MPI_Iallreduce(numbers, sums, N, MPI_INT, MPI_SUM, WORLD, &request);
    numbers[3]++;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return 0;
}

static int a_block_that_changes(void *argument)
{
    int numbers[2 * N] = {0}, got[N], counts[RANKS] = {1, 0, 2}, places[RANKS] = {0, 0, 20};
    int got_counts[RANKS], got_places[RANKS] = {0, 2, 4}, i;
    MPI_Request request;

    (void)argument;
    for (i = 0; i < RANKS; i++)
        got_counts[i] = counts[me()];
    MPI_Ialltoallv(numbers, counts, places, MPI_INT, got, got_counts, got_places, MPI_INT, WORLD,
                   &request);
    numbers[10]++; /* between the blocks */
    numbers[21]++;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return 0;
}

static int a_broadcast_into_a_receive(void *argument)
{
    int numbers[N] = {0};
    MPI_Request request;

    (void)argument;
    if (me() == 1)
        MPI_Irecv(numbers + 4, 1, MPI_INT, 0, TAG, WORLD, &request);
    MPI_Bcast(numbers, N, MPI_INT, 0, WORLD);
    return 0;
}

static int a_sum_into_a_receive(void *argument)
{
    int numbers[N] = {0}, sums[N];
    MPI_Request requests[2];

    (void)argument;
    MPI_Irecv(sums + N - 1, 1, MPI_INT, 0, TAG, WORLD, &requests[0]);
    MPI_Iallreduce(numbers, sums, N, MPI_INT, MPI_SUM, WORLD, &requests[1]);
    return 0;
}

static int a_send_of_what_is_gathered(void *argument)
{
    int numbers[RANKS] = {0};
    MPI_Request requests[2];

    (void)argument;
    MPI_Iallgather(MPI_IN_PLACE, 0, MPI_INT, numbers, 1, MPI_INT, WORLD, &requests[0]);
    MPI_Isend(numbers + 1, 1, MPI_INT, 0, TAG, WORLD, &requests[1]);
    return 0;
}

static int operand_and_result_overlap(void *argument)
{
    int numbers[N + 1] = {0};

    (void)argument;
    MPI_Allreduce(numbers, numbers + 1, N, MPI_INT, MPI_SUM, WORLD);
    return 0;
}

static int own_block_is_where_it_goes(void *argument)
{
    int numbers[RANKS] = {0};

    (void)argument;
    MPI_Allgather(&numbers[me()], 1, MPI_INT, numbers, 1, MPI_INT, WORLD);
    return 0;
}

static int gathered_blocks_overlap(void *argument)
{
    int numbers[N] = {0}, all[3 * N], counts[RANKS] = {2, 4, 2}, places[RANKS] = {0, 4, 7};

    (void)argument;
    MPI_Gatherv(numbers, counts[me()], MPI_INT, all, counts, places, MPI_INT, 1, WORLD);
    return 0;
}

static int blocks_of_types_overlap(void *argument)
{
    int numbers[N] = {0}, got[N], counts[RANKS] = {1, 1, 1}, i;
    int places[RANKS] = {0, sizeof(int), 2 * sizeof(int)}, wrong[RANKS] = {0, sizeof(int)};
    MPI_Datatype types[RANKS], third;

    (void)argument;
    MPI_Type_vector(2, 1, 3, MPI_INT, &third);
    MPI_Type_commit(&third);
    for (i = 0; i < RANKS; i++)
        types[i] = third;
    MPI_Alltoallw(numbers, counts, places, types, got, counts, places, types, WORLD);
    wrong[2] = 3 * (int)sizeof(int); /* where the first one's second is */
    MPI_Alltoallw(numbers, counts, places, types, got, counts, wrong, types, WORLD);
    return 0;
}

static int started_with_one_result(void *argument)
{
    int numbers[N] = {0}, sums[N];
    MPI_Request requests[2];

    (void)argument;
    MPI_Allreduce_init(numbers, sums, N, MPI_INT, MPI_SUM, WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Allreduce_init(numbers, sums, N, MPI_INT, MPI_MAX, WORLD, MPI_INFO_NULL, &requests[1]);
    MPI_Start(&requests[0]);
    MPI_Start(&requests[1]);
    return 0;
}

static int what_neighbors_get_overlaps(void *argument)
{
    int numbers[2] = {0}, got[2], counts[2] = {1, 1}, places[2] = {0, 0}, sizes = RANKS, round = 1;
    MPI_Comm ring;

    (void)argument;
    MPI_Cart_create(WORLD, 1, &sizes, &round, 0, &ring);
    MPI_Neighbor_allgatherv(numbers, 1, MPI_INT, got, counts, places, MPI_INT, ring);
    return 0;
}

static int a_partition_that_changes(void *argument)
{
    int numbers[N] = {0};
    MPI_Request request;

    (void)argument;
    if (me() == 0) {
        MPI_Psend_init(numbers, PARTS, N / PARTS, MPI_INT, 1, TAG, WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready_range(1, PARTS - 1, request);
        numbers[0]++; /* may be */
        numbers[N / PARTS]++;
        MPI_Pready(0, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (me() == 1) {
        MPI_Precv_init(numbers, 1, N, MPI_INT, 0, TAG, WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    return 0;
}

static int a_receive_into_a_partition(void *argument)
{
    int numbers[N] = {0};
    MPI_Request requests[2];

    (void)argument;
    if (me() == 0) {
        MPI_Psend_init(numbers, PARTS, N / PARTS, MPI_INT, 1, TAG, WORLD, MPI_INFO_NULL,
                       &requests[0]);
        MPI_Start(&requests[0]);
        MPI_Irecv(numbers + N - 1, 1, MPI_INT, 1, TAG, WORLD, &requests[1]);
        MPI_Pready_list(2, (int[]){0, PARTS - 1}, requests[0]);
    }
    return 0;
}

static int a_receive_into_partitions(void *argument)
{
    int numbers[N] = {0};
    MPI_Request requests[2];

    (void)argument;
    if (me() == 0) {
        MPI_Precv_init(numbers, PARTS, N / PARTS, MPI_INT, 1, TAG, WORLD, MPI_INFO_NULL,
                       &requests[0]);
        MPI_Start(&requests[0]);
        MPI_Irecv(numbers + N - 1, 1, MPI_INT, 1, TAG, WORLD, &requests[1]);
    }
    return 0;
}

/* ---- right ---------------------------------------------------------------------------------- */

static void in_place(MPI_Request *request)
{
    static const int counts[RANKS] = {1, 2, 1}, places[RANKS] = {8, 4, 0};
    int numbers[N] = {0}, rank = me(), root = rank == 1;

    MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_INT, numbers, counts, places, MPI_INT, WORLD, request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
    MPI_Ialltoall(MPI_IN_PLACE, 0, MPI_INT, numbers, 1, MPI_INT, WORLD, request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
    MPI_Ireduce_scatter(MPI_IN_PLACE, numbers, counts, MPI_INT, MPI_SUM, WORLD, request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
    MPI_Iscan(MPI_IN_PLACE, numbers, N, MPI_INT, MPI_SUM, WORLD, request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
    MPI_Exscan(MPI_IN_PLACE, numbers, N, MPI_INT, MPI_SUM, WORLD);
    MPI_Igatherv(root ? MPI_IN_PLACE : numbers, counts[rank], MPI_INT, numbers, counts, places,
                 MPI_INT, 1, WORLD, request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
    MPI_Iscatterv(numbers, counts, places, MPI_INT, root ? MPI_IN_PLACE : numbers, counts[rank],
                  MPI_INT, 1, WORLD, request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
    MPI_Ireduce(root ? MPI_IN_PLACE : numbers, numbers, N, MPI_INT, MPI_SUM, 1, WORLD, request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
}

/* What is not significant may be anything. */
static void insignificant(MPI_Request *request)
{
    int number = 0, sum, all[RANKS] = {0}, got[N], root = me() == RANKS - 1;

    MPI_Irecv(got, N, MPI_INT, me(), TAG + 1, WORLD, request);
    MPI_Reduce(&number, root ? &sum : got, 1, MPI_INT, MPI_SUM, RANKS - 1, WORLD);
    MPI_Gather(&number, 1, MPI_INT, root ? all : got, 1, MPI_INT, RANKS - 1, WORLD);
    MPI_Scatter(root ? all : got, 1, MPI_INT, &number, 1, MPI_INT, RANKS - 1, WORLD);
    MPI_Exscan(&number, me() > 0 ? &sum : got, 1, MPI_INT, MPI_SUM, WORLD);
    MPI_Bcast(got, 0, MPI_INT, 0, WORLD);
    MPI_Cancel(request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
}

/* Elements of one broadcast lie between those of others. */
static void side_by_side(MPI_Request *requests)
{
    int numbers[N] = {0}, got[3 * N], i;
    MPI_Datatype third;

    MPI_Type_vector(N, 1, 3, MPI_INT, &third);
    MPI_Type_commit(&third);
    for (i = 0; i < RANKS; i++) {
        if (i == me())
            MPI_Ibcast(numbers, N, MPI_INT, i, WORLD, &requests[i]);
        else
            MPI_Ibcast(got + i, 1, third, i, WORLD, &requests[i]);
    }
    MPI_Waitall(RANKS, requests, MPI_STATUSES_IGNORE);
    MPI_Type_free(&third);
}

/* The ends of a line have no neighbours: what would go there lies anywhere. */
static void at_the_ends(MPI_Request *request)
{
    int numbers[2] = {0}, got[2], sizes = RANKS, round = 0, left = me() > 0;
    int counts[2] = {1, 1}, places[2] = {0, left && me() < RANKS - 1};
    MPI_Comm line;

    MPI_Cart_create(WORLD, 1, &sizes, &round, 0, &line);
    MPI_Ineighbor_alltoallv(numbers, counts, places, MPI_INT, got, counts, places, MPI_INT, line,
                            request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&line);
}

static void persistent(MPI_Request *requests)
{
    int numbers[N] = {0}, sums[N], i;

    MPI_Allreduce_init(numbers, sums, N, MPI_INT, MPI_SUM, WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Allreduce_init(numbers, sums, N, MPI_INT, MPI_MAX, WORLD, MPI_INFO_NULL, &requests[1]);
    for (i = 0; i < 4; i++) {
        MPI_Start(&requests[i % 2]);
        MPI_Wait(&requests[i % 2], MPI_STATUS_IGNORE);
        numbers[i]++;
        sums[i]++;
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

/* A partition is the program's until it is ready, and again when it has arrived. */
static void partitions(MPI_Request *requests)
{
    int numbers[N] = {0}, i, flag;

    if (me() == 0) {
        MPI_Psend_init(numbers, PARTS, N / PARTS, MPI_INT, 1, TAG, WORLD, MPI_INFO_NULL, requests);
        MPI_Start(requests);
        for (i = 0; i < PARTS; i++) {
            MPI_Recv(numbers + i * (N / PARTS), 1, MPI_INT, 1, TAG, WORLD, MPI_STATUS_IGNORE);
            MPI_Pready(i, *requests);
        }
    } else if (me() == 1) {
        MPI_Precv_init(numbers, PARTS, N / PARTS, MPI_INT, 0, TAG, WORLD, MPI_INFO_NULL, requests);
        MPI_Start(requests);
        for (i = 0; i < PARTS; i++) {
            MPI_Send(&i, 1, MPI_INT, 0, TAG, WORLD);
            do
                MPI_Parrived(*requests, i, &flag);
            while (!flag);
            MPI_Sendrecv_replace(numbers + i * (N / PARTS), 1, MPI_INT, 1, TAG + 2, 1, TAG + 2,
                                 WORLD, MPI_STATUS_IGNORE);
        }
    }
    if (me() < 2) {
        MPI_Wait(requests, MPI_STATUS_IGNORE);
        numbers[0]++;
        MPI_Request_free(requests);
    }
}

static void across(MPI_Request *request)
{
    int numbers[N] = {0}, got[N], side = me() == 0, counts[2] = {1, 1}, places[2] = {0, 3};
    MPI_Comm part, leaders;

    MPI_Comm_split(WORLD, side, 0, &part);
    MPI_Intercomm_create(part, 0, WORLD, side ? 1 : 0, TAG, &leaders);
    MPI_Iallgatherv(numbers, 1, MPI_INT, got, counts, places, MPI_INT, leaders, request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
    MPI_Ibcast(numbers, N, MPI_INT, side ? MPI_ROOT : 0, leaders, request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
    MPI_Ireduce(numbers, got, N, MPI_INT, MPI_SUM,
                side ? 0 : me() == 1 ? MPI_ROOT : MPI_PROC_NULL, leaders, request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&leaders);
    MPI_Comm_free(&part);
}

static int what_may_be(void *argument)
{
    MPI_Request requests[RANKS];

    (void)argument;
    in_place(requests);
    insignificant(requests);
    side_by_side(requests);
    at_the_ends(requests);
    persistent(requests);
    partitions(requests);
    across(requests);
    return 0;
}

static int counts_that_change(void *argument)
{
    int numbers[RANKS] = {0}, got[RANKS], counts[RANKS] = {1, 1, 1}, places[RANKS] = {0, 1, 2};
    MPI_Request request;

    (void)argument;
    MPI_Ialltoallv(numbers, counts, places, MPI_INT, got, counts, places, MPI_INT, WORLD,
                   &request);
    places[1] = 0;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return 0;
}

static const struct wrong_job wrong[] = {
    {a_broadcast_that_changes, "MPI_Wait: buffer of MPI_Ibcast in a_broadcast_that_changes "
                               "(pending_buffers_collective.c:33) must not change before the "
                               "operation is complete: element [11] of 12 MPI_INT was 0 and is 1, "
                               "in a_broadcast_that_changes "
                               "(pending_buffers_collective.c:36) on MPI_COMM_WORLD"},
    {an_operand_that_changes, "sendbuf of MPI_Iallreduce in an_operand_that_changes"},
    {a_block_that_changes, "element [1] of 2 MPI_INT was 0 and is 1, in block 2, in "},
    {a_broadcast_into_a_receive, "MPI_Bcast: buffer in a_broadcast_into_a_receive "
                                 "(pending_buffers_collective.c:77) overlaps the buffer of "},
    {a_sum_into_a_receive, "MPI_Iallreduce: recvbuf in a_sum_into_a_receive"},
    {a_send_of_what_is_gathered, "overlaps recvbuf of MPI_Iallgather in a_send_of_what"},
    {operand_and_result_overlap, "MPI_Allreduce: sendbuf and recvbuf in operand_and_result_overlap "
                                 "(pending_buffers_collective.c:108) overlap"},
    {own_block_is_where_it_goes, "MPI_Allgather: sendbuf and recvbuf"},
    {gathered_blocks_overlap, "MPI_Gatherv: blocks of recvbuf in gathered_blocks_overlap "
                              "(pending_buffers_collective.c:126) overlap each other"},
    {blocks_of_types_overlap, "MPI_Alltoallw: blocks of recvbuf in blocks_of_types_overlap "
                              "(pending_buffers_collective.c:143)"},
    {started_with_one_result, "MPI_Start: recvbuf in started_with_one_result "
                              "(pending_buffers_collective.c:156) overlaps recvbuf of "
                              "MPI_Start"},
    {what_neighbors_get_overlaps, "MPI_Neighbor_allgatherv: blocks of recvbuf"},
    {a_partition_that_changes, "the buffer of MPI_Pready_range in a_partition_that_changes"},
    {a_receive_into_a_partition, "MPI_Pready_list: the partition in a_receive_into_a_partition"},
    {counts_that_change, "MPI_Wait: an array of displacements of MPI_Ialltoallv in "
                         "counts_that_change (pending_buffers_collective.c:383) must not change "
                         "before the operation is complete: element [1] of 3 MPI_INT was 1 and is "
                         "0, in "},
    {a_receive_into_partitions, "MPI_Irecv: buf in a_receive_into_partitions"},
};

int main(void)
{
    if (run_wrong_jobs(wrong, sizeof wrong / sizeof *wrong, RANKS) != 0)
        return 1;
    return heddle_run(NULL, RANKS, what_may_be, NULL, NULL);
}
