/* SPDX-License-Identifier: MIT */
/* Right programs of the field that look as if no rank could go on. */
#include "case.h"

#include <time.h>

enum { NORTH = 10, SOUTH = 11, CELLS = 20000, TAG = 7, SHORT_NS = 30000000 };

static MPI_Comm world(void)
{
    return MPI_COMM_WORLD;
}

static void rest(void)
{
    nanosleep(&(struct timespec){.tv_nsec = SHORT_NS}, NULL);
}

static void halo_with_its_tags(int rank, int size)
{
    double out[2] = {0}, in[2];
    int up = rank + 1 < size ? rank + 1 : MPI_PROC_NULL, down = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    MPI_Request requests[4];
    int step;

    for (step = 0; step < 5; step++) {
        MPI_Irecv(&in[0], 1, MPI_DOUBLE, up, SOUTH, world(), &requests[0]);
        MPI_Irecv(&in[1], 1, MPI_DOUBLE, down, NORTH, world(), &requests[1]);
        if (rank == step % size)
            rest();
        MPI_Isend(&out[0], 1, MPI_DOUBLE, up, NORTH, world(), &requests[2]);
        MPI_Isend(&out[1], 1, MPI_DOUBLE, down, SOUTH, world(), &requests[3]);
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    }
}

static void large_halo_in_two_colours(int rank, int size)
{
    static double out[CELLS], in[CELLS];
    int right = (rank + 1) % size, left = (rank + size - 1) % size;

    if (rank % 2 == 0 && rank + 1 < size) {
        MPI_Send(out, CELLS, MPI_DOUBLE, right, TAG, world());
    } else if (rank % 2 == 1) {
        rest();
        MPI_Recv(in, CELLS, MPI_DOUBLE, left, TAG, world(), MPI_STATUS_IGNORE);
    }
    MPI_Barrier(world());
}

static void pipeline_that_starts_late(int rank, int size)
{
    int value = rank;

    if (rank == 0)
        rest();
    else
        receive_from(rank - 1, TAG, world());
    if (rank + 1 < size)
        MPI_Ssend(&value, 1, MPI_INT, rank + 1, TAG, world());
}

static void bridge_with_a_slow_side(int rank, int size)
{
    int side = rank >= size / 2, value = rank;
    MPI_Comm half, leaders, all;

    MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half);
    if (side == 0)
        rest();
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, side ? 0 : size / 2, 1, &leaders);
    MPI_Bcast(&value, 1, MPI_INT, side ? 0 : rank == 0 ? MPI_ROOT : MPI_PROC_NULL, leaders);
    if (side == 1)
        rest();
    MPI_Intercomm_merge(leaders, side, &all);
    MPI_Barrier(all);
    MPI_Comm_free(&all);
    MPI_Comm_free(&leaders);
    MPI_Comm_free(&half);
}

static void collectives_complete_in_any_order(int rank, int size)
{
    MPI_Request requests[3];
    int in[3] = {1, 2, 3}, out[3], i;

    (void)size;
    for (i = 0; i < 3; i++)
        MPI_Iallreduce(&in[i], &out[i], 1, MPI_INT, MPI_SUM, world(), &requests[i]);
    if (rank == 0)
        rest();
    for (i = 2; i >= 0; i--)
        MPI_Wait(&requests[rank == 0 ? 2 - i : i], MPI_STATUS_IGNORE);
}

static void messages_outlive_their_communicator(int rank, int size)
{
    static double out[CELLS], in[CELLS];
    MPI_Request requests[2];
    MPI_Comm comm;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Irecv(in, CELLS, MPI_DOUBLE, (rank + 1) % size, TAG, comm, &requests[0]);
    MPI_Isend(out, CELLS, MPI_DOUBLE, (rank + size - 1) % size, TAG, comm, &requests[1]);
    MPI_Comm_free(&comm);
    if (rank == 0)
        rest();
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void freed_while_active(int rank, int size)
{
    static int in, out = 1;
    MPI_Request request;

    MPI_Send_init(&out, 1, MPI_INT, (rank + 1) % size, TAG, world(), &request);
    MPI_Start(&request);
    MPI_Request_free(&request);
    if (rank == 0)
        rest();
    MPI_Recv(&in, 1, MPI_INT, (rank + size - 1) % size, TAG, world(), MPI_STATUS_IGNORE);
}

static void partitions_by_threads_late(int rank, int size)
{
    MPI_Request request;
    int data[4] = {0}, i;

    if (rank == 0)
        MPI_Psend_init(data, 4, 1, MPI_INT, size - 1, TAG, world(), MPI_INFO_NULL, &request);
    else if (rank == size - 1)
        MPI_Precv_init(data, 4, 1, MPI_INT, 0, TAG, world(), MPI_INFO_NULL, &request);
    else
        return;
    MPI_Start(&request);
    for (i = 0; rank == 0 && i < 4; i++) {
        rest();
        MPI_Pready(i, request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
}

static void session_beside_the_world(int rank, int size)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Group_rank(group, &rank);
    MPI_Group_size(group, &size);
    if (rank == size - 1)
        rest();
    MPI_Comm_create_from_group(group, "late", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Session_finalize(&session);
}

static void probes_in_a_loop(int rank, int size)
{
    int flag = 0;

    if (rank == 0) {
        rest();
        for (int i = 1; i < size; i++)
            send_to(i, TAG, world());
        return;
    }
    while (!flag)
        MPI_Iprobe(0, TAG, world(), &flag, MPI_STATUS_IGNORE);
    receive_from(0, TAG, world());
}

static void tests_in_a_loop(int rank, int size)
{
    MPI_Request request;
    int got, flag = 0;

    MPI_Irecv(&got, 1, MPI_INT, (rank + 1) % size, TAG, world(), &request);
    if (rank == 0)
        rest();
    send_to((rank + size - 1) % size, TAG, world());
    while (!flag)
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
}

static void matched_probe_of_a_late_message(int rank, int size)
{
    MPI_Message message;
    int got;

    if (rank == 0) {
        rest();
        send_to(size - 1, TAG, world());
    } else if (rank == size - 1) {
        MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, world(), &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(&got, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    }
}

static void master_and_workers(int rank, int size)
{
    int task = 0, worker, left = size - 1;
    MPI_Status status;

    if (rank > 0) {
        for (;;) {
            MPI_Send(&rank, 1, MPI_INT, 0, TAG, world());
            MPI_Recv(&task, 1, MPI_INT, 0, MPI_ANY_TAG, world(), &status);
            if (status.MPI_TAG == 0)
                return;
            nanosleep(&(struct timespec){.tv_nsec = SHORT_NS / 10}, NULL);
        }
    }
    while (left > 0) {
        MPI_Recv(&worker, 1, MPI_INT, MPI_ANY_SOURCE, TAG, world(), &status);
        if (++task > 12)
            left--;
        MPI_Send(&task, 1, MPI_INT, status.MPI_SOURCE, task > 12 ? 0 : 1, world());
    }
}

static void exchange_of_columns(int rank, int size)
{
    double matrix[8][8] = {{0}}, halo[8];
    MPI_Datatype column;

    MPI_Type_vector(8, 1, 8, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    if (rank == 0)
        rest();
    MPI_Sendrecv(&matrix[0][6], 1, column, (rank + 1) % size, TAG, halo, 8, MPI_DOUBLE,
                 (rank + size - 1) % size, TAG, world(), MPI_STATUS_IGNORE);
    MPI_Type_free(&column);
}

static void cart_in_two_dimensions(int rank, int size)
{
    int dims[2] = {0, 0}, periods[2] = {1, 0}, from, to, out = rank, in, axis;
    MPI_Comm grid;

    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &grid);
    for (axis = 0; axis < 2; axis++) {
        MPI_Cart_shift(grid, axis, 1, &from, &to);
        if (rank == axis)
            rest();
        MPI_Sendrecv(&out, 1, MPI_INT, to, axis, &in, 1, MPI_INT, from, axis, grid,
                     MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&grid);
}

static void neighbours_of_a_ring(int rank, int size)
{
    int source = (rank + size - 1) % size, dest = (rank + 1) % size, in, out = rank;
    MPI_Comm graph;

    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &source, MPI_UNWEIGHTED, 1, &dest,
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
    if (rank == 0)
        rest();
    MPI_Neighbor_allgather(&out, 1, MPI_INT, &in, 1, MPI_INT, graph);
    MPI_Comm_free(&graph);
}

static void buffered_ring(int rank, int size)
{
    static char space[4096];
    void *detached;
    int bytes, value = 0;

    MPI_Buffer_attach(space, sizeof space);
    MPI_Bsend(&value, 1, MPI_INT, (rank + 1) % size, TAG, world());
    if (rank == 0)
        rest();
    receive_from((rank + size - 1) % size, TAG, world());
    MPI_Buffer_detach(&detached, &bytes);
}

static void cancelled_receives(int rank, int size)
{
    MPI_Request request;
    int got;

    MPI_Irecv(&got, 1, MPI_INT, (rank + 1) % size, TAG, world(), &request);
    if (rank == 0)
        rest();
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(world());
}

static void waitsome_until_all_are_there(int rank, int size)
{
    MPI_Request requests[8];
    int got[8], indices[8], left = size - 1, count, i;

    if (rank > 0) {
        nanosleep(&(struct timespec){.tv_nsec = rank * (SHORT_NS / 4)}, NULL);
        send_to(0, TAG, world());
        return;
    }
    for (i = 1; i < size; i++)
        MPI_Irecv(&got[i], 1, MPI_INT, i, TAG, world(), &requests[i - 1]);
    while (left > 0) {
        MPI_Waitsome(size - 1, requests, &count, indices, MPI_STATUSES_IGNORE);
        left -= count;
    }
}

static void persistent_collectives_of_different_pace(int rank, int size)
{
    MPI_Request requests[2];
    int in = 1, sum, i;

    (void)size;
    MPI_Allreduce_init(&in, &sum, 1, MPI_INT, MPI_SUM, world(), MPI_INFO_NULL, &requests[0]);
    MPI_Barrier_init(world(), MPI_INFO_NULL, &requests[1]);
    for (i = 0; i < 3; i++) {
        if (rank == i)
            rest();
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

static void subcommunicators_at_work_apart(int rank, int size)
{
    MPI_Comm part;
    int i;

    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &part);
    for (i = 0; i < 3; i++) {
        if (rank < 2)
            rest();
        MPI_Barrier(part);
    }
    MPI_Comm_free(&part);
    (void)size;
}

static void comm_idup_of_a_late_one(int rank, int size)
{
    MPI_Request request;
    MPI_Comm dup;

    if (rank == size - 1)
        rest();
    MPI_Comm_idup(MPI_COMM_WORLD, &dup, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(dup);
    MPI_Comm_free(&dup);
}

static void self_messages(int rank, int size)
{
    MPI_Request request;
    int got, i;

    (void)size;
    for (i = 0; i < 100; i++) {
        MPI_Irecv(&got, 1, MPI_INT, rank, TAG, world(), &request);
        MPI_Ssend(&i, 1, MPI_INT, rank, TAG, world());
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

PROGRAMS(PROGRAM(halo_with_its_tags), PROGRAM(large_halo_in_two_colours),
         PROGRAM(pipeline_that_starts_late), PROGRAM(bridge_with_a_slow_side),
         PROGRAM(collectives_complete_in_any_order), PROGRAM(messages_outlive_their_communicator),
         PROGRAM(freed_while_active), PROGRAM(partitions_by_threads_late),
         PROGRAM(session_beside_the_world), PROGRAM(probes_in_a_loop), PROGRAM(tests_in_a_loop),
         PROGRAM(matched_probe_of_a_late_message), PROGRAM(master_and_workers),
         PROGRAM(exchange_of_columns), PROGRAM(cart_in_two_dimensions),
         PROGRAM(neighbours_of_a_ring), PROGRAM(buffered_ring), PROGRAM(cancelled_receives),
         PROGRAM(waitsome_until_all_are_there), PROGRAM(persistent_collectives_of_different_pace),
         PROGRAM(subcommunicators_at_work_apart), PROGRAM(comm_idup_of_a_late_one),
         PROGRAM(self_messages))
