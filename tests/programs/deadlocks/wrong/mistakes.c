/* SPDX-License-Identifier: MIT */
/* Mistakes as programs make them: in grids, rows, pipelines, servers, requests. */
#include "case.h"

enum { STOP = 1, WORK = 2, ANSWER = 3 };

static MPI_Comm row_of(int rank, int size)
{
    MPI_Comm row;
    char name[16];

    MPI_Comm_split(MPI_COMM_WORLD, rank < size / 2, rank, &row);
    snprintf(name, sizeof name, "row %d", rank < size / 2);
    MPI_Comm_set_name(row, name);
    return row;
}

static void ring_of_a_grid(int rank, int size)
{
    int got, left, right, periodic = 1;
    MPI_Comm grid;

    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &grid);
    MPI_Comm_set_name(grid, "ring");
    MPI_Cart_shift(grid, 0, 1, &left, &right);
    MPI_Ssend(&rank, 1, MPI_INT, right, WORK, grid);
    MPI_Recv(&got, 1, MPI_INT, left, WORK, grid, MPI_STATUS_IGNORE);
}

static void edge_of_a_grid(int rank, int size)
{
    int got, periodic = 0;
    MPI_Comm grid;

    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &grid);
    MPI_Comm_set_name(grid, "line");
    if (rank < size - 1) /* the last one's value does not go round, for the grid has an end */
        MPI_Send(&rank, 1, MPI_INT, rank + 1, WORK, grid);
    MPI_Recv(&got, 1, MPI_INT, (rank + size - 1) % size, WORK, grid, MPI_STATUS_IGNORE);
}

static void plane_without_one(int rank, int size)
{
    int dims[2] = {2, size / 2}, periods[2] = {0, 0}, keeps[2] = {0, 1};
    MPI_Comm grid, plane;

    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    if (rank != 1)
        MPI_Cart_sub(grid, keeps, &plane);
}

static void one_of_a_row(int rank, int size)
{
    MPI_Comm row = row_of(rank, size);
    int sum;

    if (rank != size - 1)
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, row);
}

static void probe_in_a_row(int rank, int size)
{
    MPI_Comm row = row_of(rank, size);

    if (rank == 0)
        send_to(1, WORK, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Probe(0, WORK, row, MPI_STATUS_IGNORE);
}

static void number_of_another_communicator(int rank, int size)
{
    int row_rank, got;
    MPI_Comm row = row_of(rank, size);

    MPI_Comm_rank(row, &row_rank);
    if (row_rank == 0) /* to the next in the row, by its number in the world: not always the same */
        MPI_Send(&rank, 1, MPI_INT, row_rank + 1, WORK, MPI_COMM_WORLD);
    if (row_rank == 1)
        MPI_Recv(&got, 1, MPI_INT, 0, WORK, row, MPI_STATUS_IGNORE);
}

static void start_of_the_receive_forgotten(int rank, int size)
{
    MPI_Request request;
    int value = rank;

    (void)size;
    if (rank == 0) {
        MPI_Ssend(&value, 1, MPI_INT, 1, WORK, MPI_COMM_WORLD);
    } else {
        MPI_Recv_init(&value, 1, MPI_INT, 0, WORK, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* inactive: returns at once */
        MPI_Request_free(&request);
    }
}

static void start_of_the_send_forgotten(int rank, int size)
{
    MPI_Request request;
    int value = rank;

    (void)size;
    if (rank == 0) {
        MPI_Send_init(&value, 1, MPI_INT, 1, WORK, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    } else {
        MPI_Recv_init(&value, 1, MPI_INT, 0, WORK, MPI_COMM_WORLD, &request);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    }
}

static void ring_of_persistent_sends(int rank, int size)
{
    MPI_Request requests[2];
    int value = rank, got;

    MPI_Ssend_init(&value, 1, MPI_INT, (rank + 1) % size, WORK, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(&got, 1, MPI_INT, (rank + size - 1) % size, WORK, MPI_COMM_WORLD, &requests[1]);
    MPI_Start(&requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Start(&requests[1]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
}

static void partitions_received_as_a_message(int rank, int size)
{
    MPI_Request request;
    int values[4] = {0}, i;

    (void)size;
    if (rank == 0) {
        MPI_Psend_init(values, 4, 1, MPI_INT, 1, WORK, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        for (i = 0; i < 4; i++)
            MPI_Pready(i, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(values, 4, MPI_INT, 0, WORK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void receive_was_cancelled(int rank, int size)
{
    MPI_Request request;
    int value = rank;

    (void)size;
    if (rank == 1) {
        MPI_Irecv(&value, 1, MPI_INT, 0, WORK, MPI_COMM_WORLD, &request);
        MPI_Cancel(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Ssend(&value, 1, MPI_INT, 1, WORK, MPI_COMM_WORLD);
}

static void one_is_not_told_to_stop(int rank, int size)
{
    int i, got;
    MPI_Status status;

    if (rank == 0) {
        for (i = 1; i < size; i++)
            send_to(i, WORK, MPI_COMM_WORLD);
        for (i = 1; i < size; i++)
            receive_from(MPI_ANY_SOURCE, ANSWER, MPI_COMM_WORLD);
        for (i = 1; i < size - 1; i++)
            send_to(i, STOP, MPI_COMM_WORLD);
        return;
    }
    do {
        MPI_Recv(&got, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == WORK)
            send_to(0, ANSWER, MPI_COMM_WORLD);
    } while (status.MPI_TAG != STOP);
}

static void answer_for_another(int rank, int size)
{
    int i, got;
    MPI_Status status;

    if (rank != 0) {
        send_to(0, WORK, MPI_COMM_WORLD);
        receive_from(0, ANSWER, MPI_COMM_WORLD);
        return;
    }
    for (i = 1; i < size; i++) {
        MPI_Recv(&got, 1, MPI_INT, i, WORK, MPI_COMM_WORLD, &status);
        send_to(i < size - 1 ? status.MPI_SOURCE : 1, ANSWER, MPI_COMM_WORLD);
    }
}

static void count_for_tag(int rank, int size)
{
    int values[9] = {0};

    (void)size;
    if (rank == 0)
        MPI_Send(values, 1, MPI_INT, 1, 9, MPI_COMM_WORLD);
    else
        MPI_Recv(values, 9, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void nobody_begins(int rank, int size)
{
    int token;

    MPI_Recv(&token, 1, MPI_INT, (rank + size - 1) % size, WORK, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    MPI_Send(&token, 1, MPI_INT, (rank + 1) % size, WORK, MPI_COMM_WORLD);
}

static void broadcast_by_messages(int rank, int size)
{
    int i, value = 7;

    if (rank == 0)
        for (i = 1; i < size; i++)
            MPI_Ssend(&value, 1, MPI_INT, i, WORK, MPI_COMM_WORLD);
    else
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

static void gathered_from_too_few(int rank, int size)
{
    int i, got;

    if (rank > 1)
        MPI_Send(&rank, 1, MPI_INT, 0, rank, MPI_COMM_WORLD);
    for (i = 1; rank == 0 && i < size; i++)
        MPI_Recv(&got, 1, MPI_INT, i, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void synchronous_into_finalize(int rank, int size)
{
    MPI_Request request;
    static int value;

    (void)size;
    if (rank == 0)
        MPI_Issend(&value, 1, MPI_INT, 1, WORK, MPI_COMM_WORLD, &request);
    if (rank == 0)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void probed_twice(int rank, int size)
{
    MPI_Message first, second;
    int got;

    (void)size;
    if (rank == 0) {
        send_to(1, WORK, MPI_COMM_WORLD);
        return;
    }
    MPI_Mprobe(0, WORK, MPI_COMM_WORLD, &first, MPI_STATUS_IGNORE);
    MPI_Mprobe(0, WORK, MPI_COMM_WORLD, &second, MPI_STATUS_IGNORE);
    MPI_Mrecv(&got, 1, MPI_INT, &first, MPI_STATUS_IGNORE);
}

static void freed_with_a_receive(int rank, int size)
{
    MPI_Request request;
    MPI_Comm dup;
    int got;

    (void)size;
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Comm_set_name(dup, "line");
    if (rank == 0)
        MPI_Irecv(&got, 1, MPI_INT, 1, WORK, dup, &request);
    MPI_Comm_free(&dup);
    if (rank == 0)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void barrier_of_one_group(int rank, int size)
{
    MPI_Comm half, both;

    MPI_Comm_split(MPI_COMM_WORLD, rank < size / 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < size / 2 ? size / 2 : 0, WORK, &both);
    MPI_Comm_set_name(both, "bridge");
    if (rank < size / 2)
        MPI_Barrier(both);
}

static void leader_names_itself(int rank, int size)
{
    MPI_Comm half, both;

    MPI_Comm_split(MPI_COMM_WORLD, rank < size / 2, rank, &half);
    /* The other leader is meant. */
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < size / 2 ? size / 2 : 1, WORK, &both);
}

static void two_circles(int rank, int size)
{
    int other = rank ^ 1, value = rank;

    (void)size;
    MPI_Ssend(&value, 1, MPI_INT, other, WORK, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_INT, other, WORK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void barrier_begun_but_not_by_all(int rank, int size)
{
    MPI_Request request;
    int got;

    if (rank == size - 1) { /* a message before the barrier is what it waits for */
        MPI_Recv(&got, 1, MPI_INT, 0, WORK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        return;
    }
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0)
        send_to(size - 1, WORK, MPI_COMM_WORLD);
}

static void any_of_what_never_comes(int rank, int size)
{
    MPI_Request requests[3];
    int got[3], i, index;

    (void)size;
    if (rank != 0)
        return;
    for (i = 0; i < 3; i++)
        MPI_Irecv(&got[i], 1, MPI_INT, i + 1, 100 + i, MPI_COMM_WORLD, &requests[i]);
    MPI_Waitany(3, requests, &index, MPI_STATUS_IGNORE);
}

PROGRAMS(PROGRAM(ring_of_a_grid), PROGRAM(edge_of_a_grid), PROGRAM(plane_without_one),
         PROGRAM(one_of_a_row), PROGRAM(probe_in_a_row), PROGRAM(number_of_another_communicator),
         PROGRAM(start_of_the_receive_forgotten), PROGRAM(start_of_the_send_forgotten),
         PROGRAM(ring_of_persistent_sends), PROGRAM(partitions_received_as_a_message),
         PROGRAM(receive_was_cancelled), PROGRAM(one_is_not_told_to_stop),
         PROGRAM(answer_for_another), PROGRAM(count_for_tag), PROGRAM(nobody_begins),
         PROGRAM(broadcast_by_messages),
         PROGRAM(gathered_from_too_few), PROGRAM(synchronous_into_finalize),
         PROGRAM(probed_twice), PROGRAM(freed_with_a_receive), PROGRAM(barrier_of_one_group),
         PROGRAM(leader_names_itself), PROGRAM(two_circles),
         PROGRAM(barrier_begun_but_not_by_all), PROGRAM(any_of_what_never_comes))
