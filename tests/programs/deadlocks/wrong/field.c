/* SPDX-License-Identifier: MIT */
/* Deadlocks as programs of the field have them. */
#define LEVEL MPI_THREAD_MULTIPLE
#include "case.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>

enum { NORTH = 10, SOUTH = 11, CELLS = 20000, TAG = 7 };

static MPI_Comm world(void)
{
    return MPI_COMM_WORLD;
}

/* Both name the direction that they send to; the other expects that which it comes from. */
static void halo_with_the_tags_of_one_side(int rank, int size)
{
    double out[2] = {0}, in[2];
    int up = rank + 1 < size ? rank + 1 : MPI_PROC_NULL, down = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    MPI_Request requests[4];

    MPI_Irecv(&in[0], 1, MPI_DOUBLE, up, NORTH, world(), &requests[0]);
    MPI_Irecv(&in[1], 1, MPI_DOUBLE, down, SOUTH, world(), &requests[1]);
    MPI_Isend(&out[0], 1, MPI_DOUBLE, up, NORTH, world(), &requests[2]);
    MPI_Isend(&out[1], 1, MPI_DOUBLE, down, SOUTH, world(), &requests[3]);
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

/* The last rank of a line believes in a ring. */
static void halo_where_one_is_periodic(int rank, int size)
{
    int right = rank + 1 < size ? rank + 1 : 0, left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    int out = rank, in;

    MPI_Sendrecv(&out, 1, MPI_INT, left, TAG, &in, 1, MPI_INT, right, TAG, world(),
                 MPI_STATUS_IGNORE);
}

/* Rank 0 has one step more. */
static void halo_with_one_step_more(int rank, int size)
{
    int steps = rank == 0 ? 4 : 3, out = 0, in, i;

    for (i = 0; i < steps; i++)
        MPI_Sendrecv(&out, 1, MPI_INT, (rank + 1) % size, i, &in, 1, MPI_INT,
                     (rank + size - 1) % size, i, world(), MPI_STATUS_IGNORE);
}

/* The shift's neighbours are taken the wrong way round in one dimension. */
static void cart_shift_the_wrong_way(int rank, int size)
{
    int dims[2] = {size, 1}, periods[2] = {1, 1}, from, to, in, out = rank;
    MPI_Comm grid;

    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Comm_set_name(grid, "grid");
    MPI_Cart_shift(grid, 0, 1, &from, &to);
    MPI_Send(&out, 1, MPI_INT, rank == 0 ? from : to, TAG, grid);
    MPI_Recv(&in, 1, MPI_INT, from, TAG, grid, MPI_STATUS_IGNORE);
    MPI_Comm_free(&grid);
}

/* A library's traffic on the wrong communicator. */
static void library_on_its_users_communicator(int rank, int size)
{
    MPI_Comm library;
    int in, out = 1;

    (void)size;
    MPI_Comm_dup(MPI_COMM_WORLD, &library);
    MPI_Comm_set_name(library, "library");
    if (rank == 0)
        MPI_Send(&out, 1, MPI_INT, 1, TAG, world());
    else if (rank == 1)
        MPI_Recv(&in, 1, MPI_INT, 0, TAG, library, MPI_STATUS_IGNORE);
    MPI_Comm_free(&library);
}

static void intercommunicator_pair(int rank, int size, MPI_Comm *half, MPI_Comm *leaders)
{
    int side = rank >= size / 2;

    MPI_Comm_split(MPI_COMM_WORLD, side, rank, half);
    MPI_Intercomm_create(*half, 0, MPI_COMM_WORLD, side ? 0 : size / 2, 1, leaders);
    MPI_Comm_set_name(*leaders, "bridge");
}

/* The number of the world, not that in the remote group. */
static void intercommunicator_with_another_peer(int rank, int size)
{
    MPI_Comm half, leaders;
    int value = 0;

    intercommunicator_pair(rank, size, &half, &leaders);
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, TAG, leaders);
    else if (rank == size / 2)
        MPI_Recv(&value, 1, MPI_INT, 0, TAG, leaders, MPI_STATUS_IGNORE);
    MPI_Comm_free(&leaders);
    MPI_Comm_free(&half);
}

static void intercommunicator_of_one_leader(int rank, int size)
{
    MPI_Comm half, leaders;

    MPI_Comm_split(MPI_COMM_WORLD, rank >= size / 2, rank, &half);
    if (rank < size / 2)
        MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, size / 2, 1, &leaders);
    else
        MPI_Barrier(half);
    MPI_Comm_free(&half);
}

/* One side makes no union of the two. */
static void merge_of_one_side(int rank, int size)
{
    MPI_Comm half, leaders, all;

    intercommunicator_pair(rank, size, &half, &leaders);
    if (rank < size / 2)
        MPI_Intercomm_merge(leaders, 0, &all);
    else
        receive_from(0, TAG, world());
}

static void nonblocking_collective_is_not_waited_for_by_all(int rank, int size)
{
    MPI_Request request;
    int in = 1, sum;

    (void)size;
    if (rank == 1) {
        receive_from(0, TAG, world());
        return;
    }
    MPI_Iallreduce(&in, &sum, 1, MPI_INT, MPI_SUM, world(), &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void partitions_of_which_one_is_missing(int rank, int size)
{
    MPI_Request request;
    int data[4] = {0}, i;

    (void)size;
    if (rank > 1)
        return;
    if (rank == 0)
        MPI_Psend_init(data, 4, 1, MPI_INT, 1, TAG, world(), MPI_INFO_NULL, &request);
    else
        MPI_Precv_init(data, 4, 1, MPI_INT, 0, TAG, world(), MPI_INFO_NULL, &request);
    MPI_Start(&request);
    for (i = 0; rank == 0 && i < 3; i++)
        MPI_Pready(i, request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
}

static void session_groups_do_not_meet(int rank, int size)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Group_rank(group, &rank);
    MPI_Group_size(group, &size);
    if (rank == 0)
        MPI_Comm_create_from_group(group, "one", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    else
        MPI_Comm_create_from_group(group, "other", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
}

/* Several threads in std::thread's manner; each expects the other rank's thread of the same number,
 * but the tags are those of the sender's. */
static void *exchange(void *given)
{
    const int *place = given;
    int in, out = 0;

    MPI_Sendrecv(&out, 1, MPI_INT, 1 - place[0], place[1], &in, 1, MPI_INT, 1 - place[0],
                 place[1] + 1, world(), MPI_STATUS_IGNORE);
    return NULL;
}

static void threads_with_shifted_tags(int rank, int size)
{
    int places[2][2] = {{rank, 0}, {rank, 1}}, i;
    pthread_t threads[2];

    (void)size;
    for (i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, exchange, places[i]);
    for (i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}

/* A worker asks for work, the master has gone home. */
static void master_stops_too_early(int rank, int size)
{
    int task, worker;
    MPI_Status status;

    if (rank == 0) {
        for (worker = 1; worker < size; worker++) {
            MPI_Recv(&task, 1, MPI_INT, worker, TAG, world(), &status);
            MPI_Send(&task, 1, MPI_INT, status.MPI_SOURCE, TAG, world());
        }
        return;
    }
    for (task = 0; task < 2; task++) {
        MPI_Send(&task, 1, MPI_INT, 0, TAG, world());
        MPI_Recv(&worker, 1, MPI_INT, 0, TAG, world(), MPI_STATUS_IGNORE);
    }
}

/* The end is told to all workers but the last. */
static void worker_is_not_told_of_the_end(int rank, int size)
{
    int worker, end = -1;

    for (worker = 1; rank == 0 && worker < size - 1; worker++)
        MPI_Send(&end, 1, MPI_INT, worker, TAG, world());
    if (rank > 0)
        MPI_Recv(&end, 1, MPI_INT, 0, MPI_ANY_TAG, world(), MPI_STATUS_IGNORE);
}

static void probe_for_another_tag_than_is_sent(int rank, int size)
{
    MPI_Status status;
    int count;

    if (rank == 0)
        send_to(size - 1, TAG, world());
    if (rank == size - 1) {
        MPI_Probe(0, TAG + 1, world(), &status);
        MPI_Get_count(&status, MPI_INT, &count);
    }
}

static void large_sends_before_receives(int rank, int size)
{
    static double out[CELLS], in[CELLS];

    MPI_Send(out, CELLS, MPI_DOUBLE, (rank + 1) % size, TAG, world());
    MPI_Recv(in, CELLS, MPI_DOUBLE, (rank + size - 1) % size, TAG, world(), MPI_STATUS_IGNORE);
}

static void synchronous_ring(int rank, int size)
{
    int value = 0;

    MPI_Ssend(&value, 1, MPI_INT, (rank + 1) % size, TAG, world());
    receive_from((rank + size - 1) % size, TAG, world());
}

static void reduce_with_two_roots(int rank, int size)
{
    int in = 1, out;

    (void)size;
    if (rank == 0) {
        MPI_Reduce(&in, &out, 1, MPI_INT, MPI_SUM, 0, world());
        receive_from(1, TAG, world());
    } else {
        MPI_Ssend(&in, 1, MPI_INT, 0, TAG, world());
        MPI_Reduce(&in, &out, 1, MPI_INT, MPI_SUM, 0, world());
    }
}

static void split_that_one_does_not_enter(int rank, int size)
{
    MPI_Comm part;

    if (rank == size - 1)
        receive_from(0, TAG, world());
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &part);
    MPI_Comm_free(&part);
}

static void subcommunicators_barrier_of_some(int rank, int size)
{
    MPI_Comm part;

    (void)size;
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, 0, &part);
    MPI_Comm_set_name(part, "pair");
    if (rank % 2 == 0)
        MPI_Barrier(part);
    MPI_Barrier(world());
}

static void persistent_ring_that_one_does_not_start(int rank, int size)
{
    MPI_Request requests[2];
    int in, out = 0;

    MPI_Ssend_init(&out, 1, MPI_INT, (rank + 1) % size, TAG, world(), &requests[0]);
    MPI_Recv_init(&in, 1, MPI_INT, (rank + size - 1) % size, TAG, world(), &requests[1]);
    MPI_Startall(rank == 0 ? 1 : 2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
}

static void waitany_of_what_never_comes(int rank, int size)
{
    MPI_Request requests[2];
    int in[2], index;

    MPI_Irecv(&in[0], 1, MPI_INT, (rank + 1) % size, 1, world(), &requests[0]);
    MPI_Irecv(&in[1], 1, MPI_INT, MPI_ANY_SOURCE, 2, world(), &requests[1]);
    MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
}

static void cancelled_send_is_still_expected(int rank, int size)
{
    MPI_Request request;
    int value = 0;

    (void)size;
    if (rank == 0) {
        MPI_Issend(&value, 1, MPI_INT, 1, TAG, world(), &request);
        MPI_Cancel(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Barrier(world());
    } else {
        MPI_Barrier(world());
        if (rank == 1)
            receive_from(0, TAG, world());
    }
}

static void matched_probe_without_a_message(int rank, int size)
{
    MPI_Message message;

    MPI_Mprobe((rank + 1) % size, TAG, world(), &message, MPI_STATUS_IGNORE);
}

/* A semaphore that a joined thread posts when its message has come. */
static sem_t arrived;

static void *receive_and_post(void *given)
{
    receive_from(*(int *)given, TAG, world());
    sem_post(&arrived);
    return NULL;
}

static void joined_receiver_of_nothing(int rank, int size)
{
    int from = (rank + 1) % size;
    pthread_t thread;

    sem_init(&arrived, 0, 0);
    pthread_create(&thread, NULL, receive_and_post, &from);
    pthread_join(thread, NULL);
    sem_wait(&arrived);
}

PROGRAMS(PROGRAM(halo_with_the_tags_of_one_side), PROGRAM(halo_where_one_is_periodic),
         PROGRAM(halo_with_one_step_more), PROGRAM(cart_shift_the_wrong_way),
         PROGRAM(library_on_its_users_communicator), PROGRAM(intercommunicator_with_another_peer),
         PROGRAM(intercommunicator_of_one_leader), PROGRAM(merge_of_one_side),
         PROGRAM(nonblocking_collective_is_not_waited_for_by_all),
         PROGRAM(partitions_of_which_one_is_missing), PROGRAM(session_groups_do_not_meet),
         PROGRAM(threads_with_shifted_tags), PROGRAM(master_stops_too_early),
         PROGRAM(worker_is_not_told_of_the_end), PROGRAM(probe_for_another_tag_than_is_sent),
         PROGRAM(large_sends_before_receives), PROGRAM(synchronous_ring),
         PROGRAM(reduce_with_two_roots), PROGRAM(split_that_one_does_not_enter),
         PROGRAM(subcommunicators_barrier_of_some),
         PROGRAM(persistent_ring_that_one_does_not_start), PROGRAM(waitany_of_what_never_comes),
         PROGRAM(cancelled_send_is_still_expected), PROGRAM(matched_probe_without_a_message),
         PROGRAM(joined_receiver_of_nothing))
