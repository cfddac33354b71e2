/* SPDX-License-Identifier: MIT */
/* Operations whose buffer goes out of scope before they are complete. The compiler warns as
 * scope_wrong.c.txt says; scope_right.c has functions that look alike. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

struct message {
    int head;
    double body[8];
};
struct link {
    MPI_Request requests[2];
    int peer;
};

static MPI_Request kept;

void send_variable(MPI_Request *request, int peer);
void send_variable(MPI_Request *request, int peer)
{
    int number = peer + 1;

    MPI_Isend(&number, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, request);
}

void send_parameter(int number, MPI_Request *request);
void send_parameter(int number, MPI_Request *request)
{
    MPI_Isend(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, request);
}

int send_structure(struct message message, struct link *link);
int send_structure(struct message message, struct link *link)
{
    return MPI_Isend(message.body, 8, MPI_DOUBLE, link->peer, 0, MPI_COMM_WORLD,
                     &link->requests[1]);
}

MPI_Request receive(void);
MPI_Request receive(void)
{
    MPI_Request request;
    double field[16];

    MPI_Irecv(&field[8], 8, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &request);
    return request;
}

void forget(int peer);
void forget(int peer)
{
    struct message message = {.head = peer};
    MPI_Request request;

    MPI_Irecv(&message, sizeof message, MPI_BYTE, peer, 0, MPI_COMM_WORLD, &request);
    printf("from %d\n", message.head);
}

void keep(void);
void keep(void)
{
    int values[3] = {1, 2, 3};

    memset(values, 0, sizeof values);
    if (MPI_Isend(values, 3, MPI_INT, 0, 0, MPI_COMM_WORLD, &kept) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

void send_in_a_loop(int peers);
void send_in_a_loop(int peers)
{
    MPI_Request requests[16];
    int peer;

    for (peer = 0; peer < peers; peer++) {
        int square = peer * peer;

        MPI_Isend(&square, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &requests[peer]);
    }
    MPI_Waitall(peers, requests, MPI_STATUSES_IGNORE);
}

void send_in_a_block(int peer, double value);
void send_in_a_block(int peer, double value)
{
    MPI_Request first, second = MPI_REQUEST_NULL;

    MPI_Irecv(&value, 1, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &first);
    if (peer > 0) {
        double pair[2] = {value, -value}, *start = pair;

        MPI_Isend(start, 2, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &second);
        MPI_Wait(&first, MPI_STATUS_IGNORE);
    } else {
        MPI_Wait(&first, MPI_STATUS_IGNORE);
    }
    MPI_Wait(&second, MPI_STATUS_IGNORE);
}

void reduce(MPI_Request *request);
void reduce(MPI_Request *request)
{
    double part = 1, sum;

    MPI_Iallreduce(&part, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, request);
}

void write_header(MPI_File file, MPI_Request *request);
void write_header(MPI_File file, MPI_Request *request)
{
    int header[4] = {1, 2, 3, 4};

    MPI_File_iwrite_at(file, 0, header, 4, MPI_INT, request);
}

void put(MPI_Win window, MPI_Request *request);
void put(MPI_Win window, MPI_Request *request)
{
    int one = 1;

    MPI_Rput(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, window, request);
    MPI_Barrier(MPI_COMM_WORLD);
}

void send_literal(MPI_Request *request);
void send_literal(MPI_Request *request)
{
    MPI_Isend((int[]){1, 2}, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, request);
}

void ask_peers(int peers, MPI_Comm comm);
void ask_peers(int peers, MPI_Comm comm)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int peer;

    for (peer = 0; peer < peers; peer++) {
        int answer;

        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Irecv(&answer, 1, MPI_INT, peer, 0, comm, &request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void prepare(struct link *link);
void prepare(struct link *link)
{
    double halo[10] = {0}, edge[10];

    MPI_Send_init(halo, 10, MPI_DOUBLE, link->peer, 0, MPI_COMM_WORLD, &link->requests[0]);
    MPI_Recv_init(edge, 10, MPI_DOUBLE, link->peer, 0, MPI_COMM_WORLD, &link->requests[1]);
}

void prepare_in_a_block(int peer, int rounds);
void prepare_in_a_block(int peer, int rounds)
{
    MPI_Request request;

    {
        double edge[10];

        MPI_Recv_init(edge, 10, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &request);
    }
    for (; rounds > 0; rounds--) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
}

void start_and_leave(int peer);
void start_and_leave(int peer)
{
    MPI_Request request;
    double edge[10];

    MPI_Recv_init(edge, 10, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
}
