/* SPDX-License-Identifier: MIT */
/* Communicators that are never made, partitioned messages, sessions. */
#include "case.h"

/* The one that stays away waits for a message. */
static int is_missing(int rank, int size)
{
    if (rank == size - 1)
        receive_from(0, 99, MPI_COMM_WORLD);
    return rank == size - 1;
}

static void duplicate(int rank, int size)
{
    MPI_Comm made;

    if (!is_missing(rank, size))
        MPI_Comm_dup(MPI_COMM_WORLD, &made);
}

static void duplicate_without_waiting(int rank, int size)
{
    MPI_Request request;
    MPI_Comm made;

    if (is_missing(rank, size))
        return;
    MPI_Comm_idup(MPI_COMM_WORLD, &made, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void split(int rank, int size)
{
    MPI_Comm made;

    if (!is_missing(rank, size))
        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &made);
}

static void create(int rank, int size)
{
    MPI_Group group;
    MPI_Comm made;

    MPI_Comm_group(MPI_COMM_WORLD, &group);
    if (!is_missing(rank, size))
        MPI_Comm_create(MPI_COMM_WORLD, group, &made);
}

static void create_group(int rank, int size)
{
    MPI_Group group;
    MPI_Comm made;

    MPI_Comm_group(MPI_COMM_WORLD, &group);
    if (!is_missing(rank, size))
        MPI_Comm_create_group(MPI_COMM_WORLD, group, 12, &made);
}

static void create_group_with_other_tags(int rank, int size)
{
    MPI_Group group;
    MPI_Comm made;

    (void)size;
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Comm_create_group(MPI_COMM_WORLD, group, 12 + rank, &made);
}

static void leaders_with_other_tags(int rank, int size)
{
    int side = rank >= size / 2;
    MPI_Comm part, inter;

    MPI_Comm_split(MPI_COMM_WORLD, side, 0, &part);
    MPI_Comm_set_name(part, side ? "right" : "left");
    MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, side ? 0 : size / 2, 20 + side, &inter);
}

static void leaders_who_miss_each_other(int rank, int size)
{
    int side = rank >= size / 2;
    MPI_Comm part, inter;

    MPI_Comm_split(MPI_COMM_WORLD, side, 0, &part);
    MPI_Comm_set_name(part, side ? "right" : "left");
    /* The left side takes the last rank of the right for its leader. */
    MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, side ? 0 : size - 1, 20, &inter);
}

static void merge(int rank, int size)
{
    int side = rank >= size / 2;
    MPI_Comm part, inter, all;

    MPI_Comm_split(MPI_COMM_WORLD, side, 0, &part);
    MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, side ? 0 : size / 2, 1, &inter);
    if (!is_missing(rank, size))
        MPI_Intercomm_merge(inter, side, &all);
}

static void grid(int rank, int size)
{
    int periodic = 1;
    MPI_Comm made;

    if (!is_missing(rank, size))
        MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &made);
}

static void partition_not_ready(int rank, int size)
{
    static int values[8];
    MPI_Request request;

    (void)size;
    if (rank == 0) {
        MPI_Psend_init(values, 4, 2, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready_range(0, 2, request);
    } else {
        MPI_Precv_init(values, 4, 2, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
}

static void partitions_without_a_receiver(int rank, int size)
{
    static int values[8];
    MPI_Request request;

    (void)size;
    if (rank != 0)
        return;
    MPI_Psend_init(values, 4, 2, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Pready_range(0, 3, request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void partitions_with_other_tags(int rank, int size)
{
    static int values[8];
    MPI_Request request;

    (void)size;
    if (rank == 0) {
        MPI_Psend_init(values, 4, 2, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready_range(0, 3, request);
    } else {
        MPI_Precv_init(values, 4, 2, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static MPI_Comm open_session(MPI_Session *session, const char *tag)
{
    MPI_Group group;
    MPI_Comm comm;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, session);
    MPI_Group_from_session_pset(*session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Comm_set_name(comm, "all");
    MPI_Group_free(&group);
    return comm;
}

static void session_receive(int rank, int size)
{
    MPI_Session session;
    MPI_Comm comm = open_session(&session, "org.example");

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    receive_from((rank + 1) % size, 3, comm);
}

static void session_partner_has_ended(int rank, int size)
{
    MPI_Session session;
    MPI_Comm comm = open_session(&session, "org.example");

    (void)size;
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        MPI_Recv(&size, 1, MPI_INT, 1, 3, comm, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
}

static void session_without_one(int rank, int size)
{
    MPI_Session session;
    MPI_Comm comm = open_session(&session, "org.example");

    (void)size;
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        receive_from(1, 1, comm);
    else
        open_session(&session, "org.example.other");
}

static void disconnect(int rank, int size)
{
    MPI_Comm made;

    MPI_Comm_dup(MPI_COMM_WORLD, &made);
    if (!is_missing(rank, size))
        MPI_Comm_disconnect(&made);
}

static void disconnect_with_a_freed_receive(int rank, int size)
{
    MPI_Request request;
    MPI_Comm made;
    int received;

    (void)size;
    MPI_Comm_dup(MPI_COMM_WORLD, &made);
    if (rank == 0) {
        MPI_Irecv(&received, 1, MPI_INT, 1, 5, made, &request);
        MPI_Request_free(&request);
    }
    MPI_Comm_disconnect(&made);
}

PROGRAMS(PROGRAM(duplicate), PROGRAM(duplicate_without_waiting), PROGRAM(split), PROGRAM(create),
         PROGRAM(create_group), PROGRAM(create_group_with_other_tags),
         PROGRAM(leaders_with_other_tags), PROGRAM(leaders_who_miss_each_other), PROGRAM(merge),
         PROGRAM(grid), PROGRAM(partition_not_ready), PROGRAM(partitions_without_a_receiver),
         PROGRAM(partitions_with_other_tags), PROGRAM(session_receive),
         PROGRAM(session_partner_has_ended), PROGRAM(session_without_one), PROGRAM(disconnect),
         PROGRAM(disconnect_with_a_freed_receive))
