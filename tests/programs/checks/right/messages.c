/* SPDX-License-Identifier: MIT */
/* The examples of the standard's chapters on messages, partitions and datatypes (MPI 5.0, 3 to 5)
 * that are correct. check.py wants them to end without a finding. */
#include <stddef.h>

#include "case.h"

enum { COUNT = 12, ROUNDS = 5, PARTITIONS = 8, SIDE = 6 };

static float buf1[COUNT], buf2[COUNT];

#define SEND(buf, rank, tag) MPI_Send((buf), COUNT, MPI_FLOAT, (rank), (tag), MPI_COMM_WORLD)
#define RECEIVE(buf, rank, tag)                                                                  \
    MPI_Recv((buf), COUNT, MPI_FLOAT, (rank), (tag), MPI_COMM_WORLD, MPI_STATUS_IGNORE)
#define ISEND(buf, rank, tag, request)                                                           \
    MPI_Isend((buf), COUNT, MPI_FLOAT, (rank), (tag), MPI_COMM_WORLD, (request))
#define IRECEIVE(buf, rank, tag, request)                                                        \
    MPI_Irecv((buf), COUNT, MPI_FLOAT, (rank), (tag), MPI_COMM_WORLD, (request))
#define WAIT(request) MPI_Wait((request), MPI_STATUS_IGNORE)

/* ---- 3.1 to 3.5: blocking -------------------------------------------------------------------- */

static void greeting(int rank, int size)
{
    char text[20];
    MPI_Status status;

    (void)size;
    if (rank == 0) {
        strcpy(text, "Hello, there");
        MPI_Send(text, strlen(text) + 1, MPI_CHAR, 1, 99, MPI_COMM_WORLD);
    } else {
        MPI_Recv(text, 20, MPI_CHAR, 0, 99, MPI_COMM_WORLD, &status);
    }
}

/* 11.3: a session, and what is made from it, may outlive MPI_Finalize. */
static void session_around_init(int rank, int size)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;

    (void)rank, (void)size;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Init(NULL, NULL);
    MPI_Comm_create_from_group(group, "tag", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Finalize();
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    MPI_Session_finalize(&session);
}

static void received_shorter(int rank, int size)
{
    (void)size;
    if (rank == 0)
        MPI_Send(buf1, 10, MPI_FLOAT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(buf1, COUNT, MPI_FLOAT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void received_as_bytes(int rank, int size)
{
    (void)size;
    if (rank == 0)
        MPI_Send(buf1, 40, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(buf1, sizeof buf1, MPI_BYTE, 0, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

static void *attach(void)
{
    const int bytes = 2 * (sizeof buf1 + MPI_BSEND_OVERHEAD);
    void *memory = malloc(bytes);

    MPI_Buffer_attach(memory, bytes);
    return memory;
}

static void detach(void)
{
    void *memory;
    int bytes;

    MPI_Buffer_detach(&memory, &bytes);
    free(memory);
}

static void do_not_overtake(int rank, int size)
{
    (void)size;
    attach();
    if (rank == 0) {
        MPI_Bsend(buf1, COUNT, MPI_FLOAT, 1, 5, MPI_COMM_WORLD);
        MPI_Bsend(buf2, COUNT, MPI_FLOAT, 1, 5, MPI_COMM_WORLD);
    } else {
        RECEIVE(buf1, 0, MPI_ANY_TAG);
        RECEIVE(buf2, 0, 5);
    }
    detach();
}

static void intertwined(int rank, int size)
{
    (void)size;
    attach();
    if (rank == 0) {
        MPI_Bsend(buf1, COUNT, MPI_FLOAT, 1, 1, MPI_COMM_WORLD);
        MPI_Ssend(buf2, COUNT, MPI_FLOAT, 1, 2, MPI_COMM_WORLD);
    } else {
        RECEIVE(buf1, 0, 2);
        RECEIVE(buf2, 0, 1);
    }
    detach();
}

static void in_turns(int rank, int size)
{
    (void)size;
    if (rank == 0) {
        SEND(buf1, 1, 0);
        RECEIVE(buf2, 1, 0);
    } else {
        RECEIVE(buf2, 0, 0);
        SEND(buf1, 0, 0);
    }
}

/* ---- 3.7, 3.8: nonblocking, probes ----------------------------------------------------------- */

static void completed_later(int rank, int size)
{
    MPI_Request request;

    (void)size;
    if (rank == 0)
        MPI_Isend(buf1, 10, MPI_FLOAT, 1, 0, MPI_COMM_WORLD, &request);
    else
        IRECEIVE(buf1, 0, 0, &request);
    WAIT(&request);
}

/* The answer shows that a send is complete whose request is freed. */
static void freed_and_answered(int rank, int size)
{
    MPI_Request request;

    (void)size;
    for (int i = 0; i < ROUNDS; i++) {
        if (rank == 0) {
            ISEND(buf1, 1, 0, &request);
            MPI_Request_free(&request);
        }
        IRECEIVE(buf2, 1 - rank, 0, &request);
        WAIT(&request);
        if (rank == 1) {
            ISEND(buf1, 0, 0, &request);
            if (i < ROUNDS - 1)
                MPI_Request_free(&request);
            else
                WAIT(&request);
        }
    }
}

static void in_order_of_start(int rank, int size)
{
    MPI_Request requests[2];

    (void)size;
    if (rank == 0) {
        ISEND(buf1, 1, 0, &requests[0]);
        ISEND(buf2, 1, 0, &requests[1]);
    } else {
        IRECEIVE(buf1, 0, MPI_ANY_TAG, &requests[0]);
        IRECEIVE(buf2, 0, 0, &requests[1]);
    }
    WAIT(&requests[0]);
    WAIT(&requests[1]);
}

static void progress(int rank, int size)
{
    MPI_Request request;

    (void)size;
    if (rank == 0) {
        MPI_Ssend(buf1, COUNT, MPI_FLOAT, 1, 0, MPI_COMM_WORLD);
        SEND(buf2, 1, 1);
    } else {
        IRECEIVE(buf1, 0, 0, &request);
        RECEIVE(buf2, 0, 1);
        WAIT(&request);
    }
}

/* Rank 0 serves the others, each of which sends ROUNDS times; `serves` waits for some of them. */
static void serve(int rank, int size, int (*serves)(MPI_Request *, int, int *))
{
    float a[4][COUNT];
    MPI_Request requests[4];
    int left[4], done, indices[4], all = (size - 1) * ROUNDS;

    for (int i = 0; rank > 0 && i < ROUNDS; i++) {
        ISEND(buf1, 0, 0, &requests[0]);
        WAIT(&requests[0]);
    }
    for (int i = 0; rank == 0 && i < size - 1; i++) {
        left[i] = ROUNDS;
        IRECEIVE(a[i], i + 1, 0, &requests[i]);
    }
    for (; rank == 0 && all > 0; all -= done) {
        done = serves(requests, size - 1, indices);
        for (int i = 0; i < done; i++) {
            buf1[0] += a[indices[i]][0]++;
            if (--left[indices[i]] > 0)
                IRECEIVE(a[indices[i]], indices[i] + 1, 0, &requests[indices[i]]);
        }
    }
}

static int any(MPI_Request *requests, int count, int *indices)
{
    MPI_Waitany(count, requests, indices, MPI_STATUS_IGNORE);
    return 1;
}

static int some(MPI_Request *requests, int count, int *indices)
{
    int done;

    MPI_Waitsome(count, requests, &done, indices, MPI_STATUSES_IGNORE);
    return done;
}

static void serves_any(int rank, int size)
{
    serve(rank, size, any);
}

static void serves_some(int rank, int size)
{
    serve(rank, size, some);
}

static void probed(int rank, int size)
{
    int number = 1;
    MPI_Status status;

    (void)size;
    if (rank == 0)
        MPI_Send(&number, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    else if (rank == 1)
        MPI_Send(buf1, 1, MPI_FLOAT, 2, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 2 && i < 2; i++) {
        MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
        if (status.MPI_SOURCE == 0)
            MPI_Recv(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &status);
        else
            MPI_Recv(buf1, 1, MPI_FLOAT, 1, 0, MPI_COMM_WORLD, &status);
    }
}

/* ---- 4: partitions --------------------------------------------------------------------------- */

static void finish(MPI_Request *request)
{
    int flag = 0;

    while (!flag)
        MPI_Test(request, &flag, MPI_STATUS_IGNORE);
    MPI_Request_free(request);
}

static void partitioned(int rank, int size)
{
    double message[PARTITIONS * COUNT] = {0};
    MPI_Request request;

    (void)size;
    if (rank == 0) {
        MPI_Psend_init(message, PARTITIONS, COUNT, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &request);
        MPI_Start(&request);
        for (int i = 0; i < PARTITIONS; i++) {
            for (int j = 0; j < COUNT; j++)
                message[i * COUNT + j] = i;
            MPI_Pready(i, request);
        }
    } else {
        MPI_Precv_init(message, PARTITIONS, COUNT, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &request);
        MPI_Start(&request);
    }
    finish(&request);
}

/* The receiver has twice as many partitions, and reads each as it comes. */
static void partitioned_otherwise(int rank, int size)
{
    double message[PARTITIONS * COUNT] = {0}, sum = 0;
    MPI_Datatype part;
    MPI_Request request;
    int has_come;

    (void)size;
    MPI_Type_contiguous(COUNT, MPI_DOUBLE, &part);
    MPI_Type_commit(&part);
    if (rank == 0) {
        MPI_Psend_init(message, PARTITIONS, 1, part, 1, 1, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        for (int i = PARTITIONS - 1; i >= 0; i--) {
            message[i * COUNT] = i;
            MPI_Pready(i, request);
        }
    } else {
        MPI_Precv_init(message, 2 * PARTITIONS, COUNT / 2, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD,
                       MPI_INFO_NULL, &request);
        MPI_Start(&request);
        for (int i = 0; i < 2 * PARTITIONS; i++) {
            for (has_come = 0; !has_come;)
                MPI_Parrived(request, i, &has_come);
            sum += message[i * COUNT / 2];
        }
    }
    finish(&request);
    MPI_Type_free(&part);
}

/* ---- 5: datatypes ---------------------------------------------------------------------------- */

/* Each sends to itself what one type describes and receives it as another one. */
static void move(const void *from, int count, MPI_Datatype as, void *to, int others,
                 MPI_Datatype other)
{
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Sendrecv(from, count, as, rank, 0, to, others, other, rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

static void section(int rank, int size)
{
    static double a[SIDE][SIDE], e[3][3];
    MPI_Datatype row, rows;

    (void)rank, (void)size;
    MPI_Type_vector(3, 1, 2, MPI_DOUBLE, &row);
    MPI_Type_create_hvector(3, 1, SIDE * sizeof a[0][0], row, &rows);
    MPI_Type_commit(&rows);
    move(&a[1][0], 1, rows, e, 9, MPI_DOUBLE);
    MPI_Type_free(&row);
    MPI_Type_free(&rows);
}

static void triangle(int rank, int size)
{
    static double a[SIDE][SIDE], b[SIDE][SIDE];
    int places[SIDE], lengths[SIDE];
    MPI_Datatype lower;

    (void)rank, (void)size;
    for (int i = 0; i < SIDE; i++) {
        places[i] = i * SIDE + i;
        lengths[i] = SIDE - i;
    }
    MPI_Type_indexed(SIDE, lengths, places, MPI_DOUBLE, &lower);
    MPI_Type_commit(&lower);
    move(a, 1, lower, b, 1, lower);
    MPI_Type_free(&lower);
}

static void transposed(int rank, int size)
{
    static double a[SIDE][SIDE], b[SIDE][SIDE];
    MPI_Datatype row, matrix, column;

    (void)rank, (void)size;
    MPI_Type_vector(SIDE, 1, SIDE, MPI_DOUBLE, &row);
    MPI_Type_create_hvector(SIDE, 1, sizeof a[0][0], row, &matrix);
    MPI_Type_create_resized(row, 0, sizeof a[0][0], &column);
    MPI_Type_commit(&matrix);
    MPI_Type_commit(&column);
    move(a, 1, matrix, b, SIDE * SIDE, MPI_DOUBLE);
    move(a, SIDE, column, b, SIDE * SIDE, MPI_DOUBLE);
    MPI_Type_free(&row);
    MPI_Type_free(&matrix);
    MPI_Type_free(&column);
}

struct particle {
    int class;
    double d[6];
    char b[7];
};

static void particles(int rank, int size)
{
    static struct particle all[COUNT], got[COUNT];
    const int lengths[] = {1, 6, 7};
    const MPI_Aint places[] = {0, offsetof(struct particle, d), offsetof(struct particle, b)};
    const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_CHAR};
    MPI_Datatype one, resized, positions;

    (void)rank, (void)size;
    MPI_Type_create_struct(3, lengths, places, types, &one);
    MPI_Type_create_resized(one, 0, sizeof all[0], &resized);
    MPI_Type_create_hvector(COUNT, 2, sizeof all[0], MPI_DOUBLE, &positions);
    MPI_Type_commit(&resized);
    MPI_Type_commit(&positions);
    move(all, COUNT, resized, got, COUNT, resized);
    move(all[0].d, 1, positions, got[0].d, 1, positions);
    MPI_Type_free(&one);
    MPI_Type_free(&resized);
    MPI_Type_free(&positions);
}

/* Absolute addresses: the buffer is MPI_BOTTOM. */
static void from_bottom(int rank, int size)
{
    double d = 2;
    int i = 3;
    const int lengths[] = {1, 1};
    MPI_Aint places[2];
    const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE};
    MPI_Datatype both;

    (void)size;
    MPI_Get_address(&i, &places[0]);
    MPI_Get_address(&d, &places[1]);
    MPI_Type_create_struct(2, lengths, places, types, &both);
    MPI_Type_commit(&both);
    if (rank == 0)
        MPI_Send(MPI_BOTTOM, 1, both, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(MPI_BOTTOM, 1, both, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&both);
}

static void packed(int rank, int size)
{
    char buffer[100];
    int position = 0, number = 4;

    (void)size;
    if (rank == 0) {
        MPI_Pack(&number, 1, MPI_INT, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
        MPI_Pack(buf1, 4, MPI_FLOAT, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
        MPI_Send(buffer, position, MPI_PACKED, 1, 0, MPI_COMM_WORLD);
        position = 0;
        MPI_Pack(&number, 1, MPI_INT, buffer, sizeof buffer, &position, MPI_COMM_WORLD);
        MPI_Send(buffer, position, MPI_PACKED, 1, 1, MPI_COMM_WORLD);
    } else {
        MPI_Recv(buffer, sizeof buffer, MPI_PACKED, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Unpack(buffer, sizeof buffer, &position, &number, 1, MPI_INT, MPI_COMM_WORLD);
        MPI_Unpack(buffer, sizeof buffer, &position, buf2, number, MPI_FLOAT, MPI_COMM_WORLD);
        MPI_Recv(&number, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

PROGRAMS(PROGRAM(greeting),
         PROGRAM(session_around_init),
         PROGRAM(received_shorter),
         PROGRAM(received_as_bytes),
         PROGRAM(do_not_overtake),
         PROGRAM(intertwined),
         PROGRAM(in_turns),
         PROGRAM(completed_later),
         PROGRAM(freed_and_answered),
         PROGRAM(in_order_of_start),
         PROGRAM(progress),
         PROGRAM(serves_any),
         PROGRAM(serves_some),
         PROGRAM(probed),
         PROGRAM(partitioned),
         PROGRAM(partitioned_otherwise),
         PROGRAM(section),
         PROGRAM(triangle),
         PROGRAM(transposed),
         PROGRAM(particles),
         PROGRAM(from_bottom),
         PROGRAM(packed))
