/* SPDX-License-Identifier: MIT */
/* Partitioned messages, in rows whose members have other numbers than in the job. */
#include "case.h"

enum { PARTS = 4, TAG = 3 };

/* The two highest ranks are the row; the others have no part in it. */
static MPI_Comm row_of(int rank, int size)
{
    MPI_Comm row;

    MPI_Comm_split(MPI_COMM_WORLD, rank >= size - 2, rank, &row);
    MPI_Comm_set_name(row, rank >= size - 2 ? "row" : "rest");
    return row;
}

#define finish(request) (MPI_Wait((request), MPI_STATUS_IGNORE), MPI_Request_free(request))

static void send_parts(int tag, MPI_Comm row)
{
    int values[PARTS] = {0};
    MPI_Request request;

    MPI_Psend_init(values, PARTS, 1, MPI_INT, 1, tag, row, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Pready_range(0, PARTS - 1, request);
    finish(&request);
}

static void receive_parts(int tag, MPI_Comm row)
{
    int values[PARTS];
    MPI_Request request;

    MPI_Precv_init(values, PARTS, 1, MPI_INT, 0, tag, row, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    finish(&request);
}

static void received_plainly(int rank, int size)
{
    MPI_Comm row = row_of(rank, size);

    if (rank == size - 2)
        send_parts(TAG, row);
    else if (rank == size - 1)
        receive_from(0, TAG, row);
}

static void sent_plainly(int rank, int size)
{
    MPI_Comm row = row_of(rank, size);

    if (rank == size - 2)
        send_to(1, TAG, row);
    else if (rank == size - 1)
        receive_parts(TAG, row);
}

static void other_tags(int rank, int size)
{
    MPI_Comm row = row_of(rank, size);

    if (rank == size - 2)
        send_parts(TAG, row);
    else if (rank == size - 1)
        receive_parts(TAG + 1, row);
}

static void both_receive(int rank, int size)
{
    MPI_Comm row = row_of(rank, size);

    if (rank >= size - 2)
        receive_parts(TAG, row);
}

static void one_is_not_ready(int rank, int size)
{
    MPI_Comm row = row_of(rank, size);
    int values[PARTS] = {0};
    MPI_Request request;

    if (rank == size - 2) {
        MPI_Psend_init(values, PARTS, 1, MPI_INT, 1, TAG, row, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready_range(0, PARTS - 2, request);
        finish(&request);
    } else if (rank == size - 1) {
        receive_parts(TAG, row);
    }
}

static void plain_with_another_tag(int rank, int size)
{
    MPI_Comm row = row_of(rank, size);

    if (rank == size - 2)
        send_to(1, TAG, row);
    else if (rank == size - 1)
        receive_from(0, TAG + 1, row);
}

static void plain_from_another(int rank, int size)
{
    MPI_Comm row = row_of(rank, size);

    if (rank == size - 2)
        send_to(1, TAG, row);
    else if (rank == size - 1)
        receive_from(1, TAG, row);
}

static void plain_across(int rank, int size)
{
    MPI_Comm row = row_of(rank, size), across;

    MPI_Intercomm_create(row, 0, MPI_COMM_WORLD, rank >= size - 2 ? 0 : size - 2, 1, &across);
    MPI_Comm_set_name(across, "across");
    if (rank == 0)
        send_to(1, TAG, across);
    else if (rank == size - 1)
        receive_from(0, TAG + 1, across);
}

PROGRAMS(PROGRAM(received_plainly), PROGRAM(sent_plainly), PROGRAM(other_tags),
         PROGRAM(both_receive), PROGRAM(one_is_not_ready), PROGRAM(plain_with_another_tag),
         PROGRAM(plain_from_another), PROGRAM(plain_across))
