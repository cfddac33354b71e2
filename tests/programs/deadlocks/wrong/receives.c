/* SPDX-License-Identifier: MIT */
/* Receives and probes whose message never comes. */
#include "case.h"

static void receive_receive(int rank, int size)
{
    int got, other = (rank + 1) % size;

    MPI_Recv(&got, 1, MPI_INT, other, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&rank, 1, MPI_INT, other, 7, MPI_COMM_WORLD);
}

static void receive_from_itself(int rank, int size)
{
    int got;

    (void)size;
    MPI_Recv(&got, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void other_tag(int rank, int size)
{
    double got[3] = {0};

    (void)size;
    if (rank == 0)
        MPI_Send(got, 3, MPI_DOUBLE, 1, 8, MPI_COMM_WORLD);
    else
        MPI_Recv(got, 3, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void crossed_tags(int rank, int size)
{
    int got, other = 1 - rank;

    (void)size;
    MPI_Send(&rank, 1, MPI_INT, other, 10 + rank, MPI_COMM_WORLD);
    MPI_Recv(&got, 1, MPI_INT, other, 10 + rank, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void other_source(int rank, int size)
{
    int got;

    (void)size;
    if (rank == 0)
        MPI_Send(&rank, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    else if (rank == 1)
        MPI_Recv(&got, 1, MPI_INT, 2, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void other_communicator(int rank, int size)
{
    MPI_Comm dup;
    int got;

    (void)size;
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Comm_set_name(dup, "halo");
    if (rank == 0)
        MPI_Send(&rank, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
    else
        MPI_Recv(&got, 1, MPI_INT, 0, 3, dup, MPI_STATUS_IGNORE);
    MPI_Comm_free(&dup);
}

static void wildcards_starve(int rank, int size)
{
    int got, i;

    if (rank != 0) {
        MPI_Send(&rank, 1, MPI_INT, 0, rank, MPI_COMM_WORLD);
        return;
    }
    for (i = 0; i < size; i++) /* one more than there are senders */
        MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

static void all_receive_from_any(int rank, int size)
{
    int got;

    (void)rank;
    (void)size;
    MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void one_message_too_few(int rank, int size)
{
    int got, i;

    (void)size;
    for (i = 0; rank == 0 && i < 2; i++)
        MPI_Send(&i, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    for (i = 0; rank == 1 && i < 3; i++)
        MPI_Recv(&got, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void wildcard_took_it(int rank, int size)
{
    int got;

    (void)size;
    if (rank != 0) {
        MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        return;
    }
    MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(&got, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void probe_without_sender(int rank, int size)
{
    MPI_Status status;

    (void)size;
    if (rank == 1)
        MPI_Probe(0, 9, MPI_COMM_WORLD, &status);
}

static void probe_from_any(int rank, int size)
{
    MPI_Status status;

    (void)size;
    if (rank == 0)
        MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
}

static void matched_probe_without_sender(int rank, int size)
{
    MPI_Message message;

    (void)size;
    if (rank == 0)
        MPI_Mprobe(1, 2, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
}

static void matched_probe_took_it(int rank, int size)
{
    MPI_Message message;
    int got;

    (void)size;
    if (rank == 1) {
        MPI_Send(&rank, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
        return;
    }
    MPI_Mprobe(1, 2, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Recv(&got, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void of_a_derived_type(int rank, int size)
{
    static double matrix[10][10];
    MPI_Datatype column, named;

    (void)size;
    MPI_Type_vector(10, 1, 10, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Type_dup(column, &named);
    MPI_Type_set_name(named, "column");
    MPI_Recv(matrix, 2, rank == 0 ? column : named, 1 - rank, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
}

static void in_a_part(int rank, int size)
{
    MPI_Comm part;
    int got, number;

    (void)size;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &part);
    MPI_Comm_set_name(part, rank % 2 ? "odd" : "even");
    MPI_Comm_rank(part, &number);
    MPI_Recv(&got, 1, MPI_INT, 1 - number, 6, part, MPI_STATUS_IGNORE);
}

static void across_an_intercommunicator(int rank, int size)
{
    MPI_Comm part, inter;
    int got, side = rank >= size / 2;

    MPI_Comm_split(MPI_COMM_WORLD, side, 0, &part);
    MPI_Intercomm_create(part, 0, MPI_COMM_WORLD, side ? 0 : size / 2, 1, &inter);
    MPI_Recv(&got, 1, MPI_INT, 1, 6, inter, MPI_STATUS_IGNORE);
}

static void tree_without_a_root(int rank, int size)
{
    int got;

    /* Everybody waits for its parent; the root waits for a child. */
    if (rank == 0)
        MPI_Recv(&got, 1, MPI_INT, size - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Recv(&got, 1, MPI_INT, (rank - 1) / 2, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void everybody_waits_for_the_first(int rank, int size)
{
    int got;

    (void)size;
    if (rank > 0)
        MPI_Recv(&got, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

PROGRAMS(PROGRAM(receive_receive), PROGRAM(receive_from_itself), PROGRAM(other_tag),
         PROGRAM(crossed_tags), PROGRAM(other_source), PROGRAM(other_communicator),
         PROGRAM(wildcards_starve), PROGRAM(all_receive_from_any), PROGRAM(one_message_too_few),
         PROGRAM(wildcard_took_it), PROGRAM(probe_without_sender), PROGRAM(probe_from_any),
         PROGRAM(matched_probe_without_sender), PROGRAM(matched_probe_took_it),
         PROGRAM(of_a_derived_type), PROGRAM(in_a_part), PROGRAM(across_an_intercommunicator),
         PROGRAM(tree_without_a_root), PROGRAM(everybody_waits_for_the_first))
