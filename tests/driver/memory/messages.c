/* SPDX-License-Identifier: MIT */
/* Messages from rank 0 to rank 1 by every protocol. A rank that finds no memory tries again: its
 * message has not gone, or has not been received, before. */
#include "memory.h"

enum { LARGE = 1 << 18, MANY = 400 };

static int large[LARGE], got[LARGE];

static void fill(int *data, int count, int seed)
{
    for (int i = 0; i < count; i++)
        data[i] = seed + i * 3;
}

static void check(const int *data, int count, int seed)
{
    for (int i = 0; i < count; i++)
        must_be(data[i] == seed + i * 3);
}

/* Rank 0 sends what rank 1 checks: that many whole numbers. */
static void pass(int count, int (*send)(const void *, int, MPI_Datatype, int, int, MPI_Comm))
{
    MPI_Status status;
    int received;

    if (rank == 0) {
        fill(large, count, count);
        again(send(large, count, MPI_INT, 1, 4, MPI_COMM_WORLD));
    } else {
        memset(got, 0, sizeof(int) * (size_t)count);
        again(MPI_Recv(got, count, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
        again(MPI_Get_count(&status, MPI_INT, &received));
        must_be(received == count && status.MPI_SOURCE == 0 && status.MPI_TAG == 4);
        check(got, count, count);
    }
}

static void pass_standard(void)
{
    static const int counts[] = {0, 1, 8, 9, 40, 78, 79, 128, 129, 4000, 16384, 20000, LARGE};

    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        pass(counts[i], MPI_Send);
}

static void pass_synchronous(void)
{
    pass(1, MPI_Ssend);
    pass(200, MPI_Ssend);
    pass(LARGE, MPI_Ssend);
}

static void pass_buffered(void)
{
    char *buffer = malloc(3 * sizeof large);
    void *detached;
    int bytes;

    again(MPI_Buffer_attach(buffer, 3 * sizeof large));
    pass(1, MPI_Bsend);
    pass(1000, MPI_Bsend);
    pass(LARGE, MPI_Bsend);
    again(MPI_Buffer_detach(&detached, &bytes));
    free(buffer);
    again(MPI_Comm_attach_buffer(MPI_COMM_WORLD, MPI_BUFFER_AUTOMATIC, 0));
    pass(1, MPI_Bsend);
    pass(1000, MPI_Bsend);
    pass(LARGE, MPI_Bsend);
    again(MPI_Comm_detach_buffer(MPI_COMM_WORLD, &detached, &bytes));
}

/* More than the inbox holds before the receiver looks: they come in order. */
static void flood(void)
{
    int i, number;

    if (rank == 0) {
        for (i = 0; i < MANY; i++)
            again(MPI_Send(&i, 1, MPI_INT, 1, i % 3, MPI_COMM_WORLD));
        again(MPI_Send(NULL, 0, MPI_INT, 1, 99, MPI_COMM_WORLD));
        return;
    }
    again(MPI_Recv(NULL, 0, MPI_INT, 0, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    for (int tag = 2; tag >= 0; tag--)
        for (i = tag; i < MANY; i += 3) {
            again(MPI_Recv(&number, 1, MPI_INT, 0, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
            must_be(number == i);
        }
}

static void pass_nonblocking(void)
{
    MPI_Request requests[6];
    int counts[] = {1, 60, 500, 5000, 30000, LARGE / 4}, at = 0;

    fill(large, LARGE, 0);
    for (int i = 0; i < 6; at += counts[i++])
        if (rank == 0)
            again(MPI_Isend(large + at, counts[i], MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]));
        else
            again(MPI_Irecv(got + at, counts[i], MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]));
    again(MPI_Waitall(6, requests, MPI_STATUSES_IGNORE));
    if (rank == 1)
        check(got, at, 0);
}

static void pass_persistent(void)
{
    MPI_Request request;

    fill(large, LARGE, 5);
    if (rank == 0)
        again(MPI_Send_init(large, LARGE, MPI_INT, 1, 8, MPI_COMM_WORLD, &request));
    else
        again(MPI_Recv_init(got, LARGE, MPI_INT, 0, 8, MPI_COMM_WORLD, &request));
    for (int i = 0; i < 2; i++) {
        again(MPI_Start(&request));
        again(MPI_Wait(&request, MPI_STATUS_IGNORE));
        if (rank == 1)
            check(got, LARGE, 5);
    }
    again(MPI_Request_free(&request));
}

static void pass_partitioned(void)
{
    enum { PARTS = 4, LENGTH = 5000 };
    MPI_Request request;

    fill(large, PARTS * LENGTH, 6);
    if (rank == 0)
        again(MPI_Psend_init(large, PARTS, LENGTH, MPI_INT, 1, 8, MPI_COMM_WORLD, MPI_INFO_NULL,
                             &request));
    else
        again(MPI_Precv_init(got, PARTS, LENGTH, MPI_INT, 0, 8, MPI_COMM_WORLD, MPI_INFO_NULL,
                             &request));
    for (int i = 0; i < 2; i++) {
        again(MPI_Start(&request));
        for (int part = PARTS - 1; rank == 0 && part >= 0; part--)
            again(MPI_Pready(part, request));
        again(MPI_Wait(&request, MPI_STATUS_IGNORE));
        if (rank == 1)
            check(got, PARTS * LENGTH, 6);
    }
    again(MPI_Request_free(&request));
}

/* Every second number of the sender's becomes every third of the receiver's. */
static void pass_strided(void)
{
    static const int counts[] = {3, 30, 100, 3000, 40000};
    MPI_Datatype type;

    for (int i = 0; i < 5; i++) {
        again(MPI_Type_vector(counts[i], 1, 2 + rank, MPI_INT, &type));
        again(MPI_Type_commit(&type));
        fill(large, LARGE, 2);
        memset(got, 0, sizeof got);
        if (rank == 0)
            again(MPI_Send(large, 1, type, 1, 4, MPI_COMM_WORLD));
        else
            again(MPI_Recv(got, 1, type, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        for (int j = 0; rank == 1 && j < counts[i]; j++)
            must_be(got[3 * j] == 2 + 2 * j * 3);
        again(MPI_Type_free(&type));
    }
}

static void probe(void)
{
    static const int counts[] = {1, 100, 4000, LARGE};
    MPI_Message message;
    MPI_Status status;
    int count;

    fill(large, LARGE, 1);
    for (int i = 0; i < 4; i++) {
        if (rank == 0) {
            again(MPI_Send(large, counts[i], MPI_INT, 1, 4, MPI_COMM_WORLD));
            continue;
        }
        again(MPI_Probe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
        again(MPI_Mprobe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &message, &status));
        again(MPI_Get_count(&status, MPI_INT, &count));
        must_be(count == counts[i]);
        again(MPI_Mrecv(got, count, MPI_INT, &message, MPI_STATUS_IGNORE));
        check(got, count, 1);
    }
}

/* One half of an exchange may have happened when there is no memory for the other. */
static void swap(void)
{
    int other = 1 - rank;
    MPI_Request request;

    fill(large, 5000, rank);
    together(MPI_Sendrecv_replace(large, 5000, MPI_INT, other, 3, other, 3, MPI_COMM_WORLD,
                                  MPI_STATUS_IGNORE));
    check(large, 5000, other);
    together(MPI_Isendrecv_replace(large, 5000, MPI_INT, other, 3, other, 3, MPI_COMM_WORLD,
                                   &request));
    again(MPI_Wait(&request, MPI_STATUS_IGNORE));
    check(large, 5000, rank);
    together(MPI_Sendrecv(large, 5000, MPI_INT, other, 3, got, 5000, MPI_INT, other, 3,
                          MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    check(got, 5000, other);
}

static const struct scene scenes[] = {
    {"standard", pass_standard}, {"synchronous", pass_synchronous}, {"buffered", pass_buffered},
    {"flood", flood}, {"nonblocking", pass_nonblocking}, {"persistent", pass_persistent},
    {"partitioned", pass_partitioned}, {"strided", pass_strided}, {"probe", probe}, {"swap", swap},
    {NULL, NULL},
};

int main(int argc, char **argv)
{
    return play(argc, argv, scenes);
}
