/* SPDX-License-Identifier: MIT */
/* Programs that look like those of ../wrong/unsafe_sends.c and need no buffers. */
#include <unistd.h>

#include "case.h"

static int sent[4], got[4];

static void one_receives_first(int rank, int size)
{
    (void)size;
    if (rank == 0)
        send_to(1, 0, MPI_COMM_WORLD);
    receive_from(1 - rank, 0, MPI_COMM_WORLD);
    if (rank == 1)
        send_to(0, 0, MPI_COMM_WORLD);
}

static void ring_with_an_end(int rank, int size)
{
    if (rank > 0)
        receive_from(rank - 1, 0, MPI_COMM_WORLD);
    send_to((rank + 1) % size, 0, MPI_COMM_WORLD);
    if (rank == 0)
        receive_from(size - 1, 0, MPI_COMM_WORLD);
}

static void receive_is_posted(int rank, int size)
{
    MPI_Request request;

    (void)size;
    MPI_Irecv(got, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    send_to(1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void receive_is_prepared(int rank, int size)
{
    MPI_Request request;

    (void)size;
    MPI_Recv_init(got, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    for (int i = 0; i < 20; i++) {
        MPI_Start(&request);
        send_to(1 - rank, 0, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
}

/* Half of the numbers of messages that an envelope has room for lie between. */
static void receive_is_posted_long_before(int rank, int size)
{
    MPI_Request request;
    int other;

    (void)size;
    if (rank == 0) {
        receive_from(1, 1, MPI_COMM_WORLD);
        usleep(100000);
        send_to(1, 2, MPI_COMM_WORLD);
        receive_from(1, 3, MPI_COMM_WORLD);
        return;
    }
    MPI_Irecv(got, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &request);
    for (int i = 0; i < 300000; i++)
        MPI_Sendrecv(sent, 1, MPI_INT, 1, 0, &other, 1, MPI_INT, 1, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    send_to(0, 1, MPI_COMM_WORLD);
    send_to(0, 3, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void wait_behind_receive(int rank, int size)
{
    MPI_Request request;

    (void)size;
    MPI_Isend(sent, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    receive_from(1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* More messages than are remembered. */
static void wait_for_both(int rank, int size)
{
    MPI_Request requests[2];

    for (int i = 0; i < 600; i++) {
        MPI_Isend(sent, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(got, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
}

static void exchange(int rank, int size)
{
    for (int i = 0; i < 20; i++) {
        MPI_Sendrecv(sent, 1, MPI_INT, (rank + 1) % size, 0, got, 1, MPI_INT,
                     (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Sendrecv_replace(got, 1, MPI_INT, (rank + 1) % size, 0, (rank + size - 1) % size, 0,
                             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* Buffers that the program has given may be relied on. */
static void buffered(int rank, int size)
{
    static char room[1000 + MPI_BSEND_OVERHEAD];
    void *detached;
    int bytes;

    (void)size;
    MPI_Buffer_attach(room, sizeof room);
    MPI_Bsend(sent, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    receive_from(1 - rank, 0, MPI_COMM_WORLD);
    MPI_Buffer_detach(&detached, &bytes);
}

static void stream(int rank, int size)
{
    (void)size;
    for (int i = 0; i < 2000; i++) {
        if (rank == 0)
            send_to(1, 0, MPI_COMM_WORLD);
        else
            receive_from(0, 0, MPI_COMM_WORLD);
    }
}

static void work_for_a_master(int rank, int size)
{
    for (int i = 1; i < size; i++) {
        if (rank == 0)
            receive_from(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD);
    }
    for (int i = 1; i < size; i++) {
        if (rank == 0)
            send_to(i, 0, MPI_COMM_WORLD);
    }
    if (rank > 0) {
        send_to(0, 0, MPI_COMM_WORLD);
        receive_from(0, 0, MPI_COMM_WORLD);
    }
}

/* Each send and each receive lie between two meetings of all. */
static void between_barriers(int rank, int size)
{
    (void)size;
    for (int i = 0; i < 300; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0)
            send_to(1, 0, MPI_COMM_WORLD);
        else if (rank == 1)
            receive_from(0, 0, MPI_COMM_WORLD);
        MPI_Allreduce(sent, got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
}

/* The sender does not wait for a message that is only tested. */
static void tested(int rank, int size)
{
    MPI_Request request;
    int is_done = 0;

    (void)size;
    MPI_Isend(sent, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
    receive_from(1 - rank, 0, MPI_COMM_WORLD);
    if (!is_done)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void matched_probes(int rank, int size)
{
    MPI_Message message;

    (void)size;
    if (rank == 0) {
        send_to(1, 0, MPI_COMM_WORLD);
        receive_from(1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(got, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        send_to(0, 0, MPI_COMM_WORLD);
    }
}

static void cancelled(int rank, int size)
{
    MPI_Request request;

    (void)size;
    MPI_Irecv(got, 1, MPI_INT, 1 - rank, 9, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    receive_is_posted(rank, size);
}

/* The request of the matched receive is one that a receive had before. */
static void matched_probe_is_started(int rank, int size)
{
    MPI_Message message;
    MPI_Request request;

    (void)size;
    if (rank == 0) {
        send_to(3, 0, MPI_COMM_WORLD);
        send_to(1, 0, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Irecv(got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        receive_from(2, 0, MPI_COMM_WORLD);
        MPI_Mprobe(2, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Imrecv(got, 1, MPI_INT, &message, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (rank == 2) {
        send_to(1, 0, MPI_COMM_WORLD);
        send_to(1, 0, MPI_COMM_WORLD);
    } else {
        sleep(1);
        receive_from(0, 0, MPI_COMM_WORLD);
    }
}

/* Without buffers the first receive gets the message of rank 1, because rank 2 waits for that one.
 * With them it may get the other one. */
static void from_any_source(int rank, int size)
{
    (void)size;
    if (rank == 0) {
        sleep(1);
        receive_from(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD);
        receive_from(1, 2, MPI_COMM_WORLD);
        receive_from(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD);
    } else if (rank == 1) {
        send_to(0, 1, MPI_COMM_WORLD);
        send_to(2, 0, MPI_COMM_WORLD);
        send_to(0, 2, MPI_COMM_WORLD);
    } else {
        receive_from(1, 0, MPI_COMM_WORLD);
        send_to(0, 1, MPI_COMM_WORLD);
    }
}

static MPI_Comm open_session(MPI_Session *session)
{
    MPI_Info info;
    MPI_Group group;
    MPI_Comm comm;

    MPI_Info_create(&info);
    MPI_Info_set(info, "thread_level", "MPI_THREAD_SINGLE");
    MPI_Session_init(info, MPI_ERRORS_ARE_FATAL, session);
    MPI_Info_free(&info);
    MPI_Group_from_session_pset(*session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "all", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    return comm;
}

static void close_session(MPI_Session *session, MPI_Comm *comm)
{
    MPI_Comm_free(comm);
    MPI_Session_finalize(session);
}

/* Two ranks have messages whose other sides are known from a session before. */
static void first_session(void)
{
    MPI_Session session;
    MPI_Comm comm = open_session(&session);
    MPI_Message message;
    MPI_Request request;
    int rank, is_done = 0;

    MPI_Comm_rank(comm, &rank);
    if (rank < 2) {
        MPI_Isend(sent, 1, MPI_INT, rank + 2, 0, comm, &request);
        while (!is_done)
            MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
        MPI_Irecv(got, 1, MPI_INT, 1 - rank, 0, comm, &request);
        send_to(1 - rank, 0, comm);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Mprobe(rank - 2, 0, comm, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(got, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    }
    close_session(&session, &comm);
}

static void session_behind_another(int rank, int size)
{
    MPI_Session session;
    MPI_Comm comm;

    (void)size;
    first_session();
    comm = open_session(&session);
    MPI_Comm_rank(comm, &rank);
    for (int i = 0; i < 2; i++) {
        if (rank < 2) {
            send_to(rank + 2, 0, comm);
        } else {
            sleep(1);
            receive_from(rank - 2, 0, comm);
        }
    }
    close_session(&session, &comm);
}

static void wait_for_each_of_two(int rank, int size)
{
    MPI_Request requests[2];
    int which;

    for (int i = 0; i < 300; i++) {
        MPI_Isend(sent, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(got, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
        MPI_Waitany(2, requests, &which, MPI_STATUS_IGNORE);
    }
}

static void wait_for_one_behind_receive(int rank, int size)
{
    MPI_Request request;
    int count, which;

    (void)size;
    MPI_Isend(sent, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    receive_from(1 - rank, 0, MPI_COMM_WORLD);
    MPI_Waitsome(1, &request, &count, &which, MPI_STATUSES_IGNORE);
}

static void far_ahead_in_order(int rank, int size)
{
    (void)size;
    if (rank == 1)
        usleep(300000);
    for (int i = 0; i < 1000; i++) {
        if (rank == 0)
            send_to(1, i, MPI_COMM_WORLD);
        else
            receive_from(0, i, MPI_COMM_WORLD);
    }
    one_receives_first(rank, size);
}

PROGRAMS(PROGRAM(one_receives_first), PROGRAM(ring_with_an_end), PROGRAM(receive_is_posted),
         PROGRAM(receive_is_prepared), PROGRAM(receive_is_posted_long_before),
         PROGRAM(wait_behind_receive), PROGRAM(wait_for_both), PROGRAM(exchange),
         PROGRAM(buffered), PROGRAM(stream), PROGRAM(work_for_a_master),
         PROGRAM(between_barriers), PROGRAM(tested), PROGRAM(matched_probes), PROGRAM(cancelled),
         PROGRAM(matched_probe_is_started), PROGRAM(from_any_source),
         PROGRAM(wait_for_each_of_two), PROGRAM(wait_for_one_behind_receive),
         PROGRAM(far_ahead_in_order), PROGRAM(session_behind_another))
