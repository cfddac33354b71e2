/* SPDX-License-Identifier: MIT */
/* Operations whose buffer lives until they are complete, or may do so. The compiler is silent. */
#include <mpi.h>
#include <stdlib.h>

struct link {
    MPI_Request requests[2];
    double halo[10];
    int peer;
};

static MPI_Request kept;

void finish(MPI_Request *request);
void finish_all(void);
int is_odd(int number);

void wait_here(int peer);
void wait_here(int peer)
{
    MPI_Request request;
    int number = peer;

    MPI_Isend(&number, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void wait_if_sent(int peer, int number);
void wait_if_sent(int peer, int number)
{
    MPI_Request request;

    if (is_odd(peer))
        MPI_Isend(&number, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    if (is_odd(peer))
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

void wait_elsewhere(int peer, MPI_Request *request);
void wait_elsewhere(int peer, MPI_Request *request)
{
    int number = peer;

    MPI_Isend(&number, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, request);
    finish(request);
}

void wait_for_all(int peer);
void wait_for_all(int peer)
{
    int number = peer;

    MPI_Isend(&number, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &kept);
    finish_all();
}

void wait_by_a_function(int peer, void (*wait)(void));
void wait_by_a_function(int peer, void (*wait)(void))
{
    int number = peer;

    MPI_Isend(&number, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &kept);
    wait();
}

void wait_for_a_copy(int peer);
void wait_for_a_copy(int peer)
{
    MPI_Request request, copy;
    int number = peer;

    MPI_Isend(&number, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request);
    copy = request;
    MPI_Wait(&copy, MPI_STATUS_IGNORE);
}

void wait_by_an_address(int peer);
void wait_by_an_address(int peer)
{
    MPI_Request requests[2], *next = requests;
    int number = peer, other;

    MPI_Isend(&number, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, next++);
    MPI_Irecv(&other, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, next++);
    while (next > requests)
        MPI_Wait(--next, MPI_STATUS_IGNORE);
}

void wait_by_tests(int peer);
void wait_by_tests(int peer)
{
    MPI_Request request;
    int number = peer, flag = 0;

    MPI_Isend(&number, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request);
    while (!flag)
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
}

void wait_for_several(int peers);
void wait_for_several(int peers)
{
    MPI_Request requests[16];
    int squares[16], peer;

    for (peer = 0; peer < peers; peer++) {
        squares[peer] = peer * peer;
        MPI_Isend(&squares[peer], 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &requests[peer]);
    }
    for (peer = 0; peer < peers; peer++)
        MPI_Waitany(peers, requests, &(int){0}, MPI_STATUS_IGNORE);
}

void wait_in_the_block(int peers);
void wait_in_the_block(int peers)
{
    MPI_Request request;
    int peer;

    for (peer = 0; peer < peers; peer++) {
        int square = peer * peer;

        MPI_Isend(&square, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request);
        if (square > 4)
            MPI_Barrier(MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

void use_memory_that_stays(struct link *link, MPI_Request *request);
void use_memory_that_stays(struct link *link, MPI_Request *request)
{
    static int always = 1;
    int *taken = malloc(sizeof *taken);

    MPI_Isend(link->halo, 10, MPI_DOUBLE, link->peer, 0, MPI_COMM_WORLD, request);
    MPI_Isend(&always, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &link->requests[0]);
    MPI_Isend(taken, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &link->requests[1]);
}

void use_one_of_two(int *given, MPI_Request *request);
void use_one_of_two(int *given, MPI_Request *request)
{
    int own = 0;

    MPI_Isend(given != NULL ? given : &own, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, request);
}

void send_nothing(MPI_Request *request);
void send_nothing(MPI_Request *request)
{
    int number = 0;

    MPI_Isend(&number, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, request);
    MPI_Isend(&number, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, request);
}

void expect(int class, int expected);
void fail(MPI_Request *request);
void fail(MPI_Request *request)
{
    int number = 0;

    expect(MPI_Isend(&number, 1, MPI_INT, -5, 0, MPI_COMM_WORLD, request), MPI_ERR_RANK);
    if (MPI_Isend(&number, 1, MPI_INT, -5, 0, MPI_COMM_WORLD, request) != MPI_ERR_RANK)
        exit(EXIT_FAILURE);
}

void give_up(int peer);
void give_up(int peer)
{
    MPI_Request request;
    int number = peer, answer;

    MPI_Isend(&number, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    MPI_Recv(&answer, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void end_with_the_program(int peer);
void end_with_the_program(int peer)
{
    MPI_Request request;
    int number;

    MPI_Irecv(&number, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, &request);
    if (peer > 0)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Finalize();
    exit(number);
}

void start_and_wait(int peer);
void start_and_wait(int peer)
{
    MPI_Request request;
    double edge[10];

    MPI_Recv_init(edge, 10, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
}

void prepare_and_free(struct link *link);
void prepare_and_free(struct link *link)
{
    double edge[10];

    MPI_Recv_init(edge, 10, MPI_DOUBLE, link->peer, 0, MPI_COMM_WORLD, link->requests);
    MPI_Startall(1, link->requests);
    MPI_Waitall(1, link->requests, MPI_STATUSES_IGNORE);
    MPI_Request_free(link->requests);
}

void prepare_and_forget(int peer);
void prepare_and_forget(int peer)
{
    MPI_Request request;
    double edge[10];

    MPI_Recv_init(edge, 10, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &request);
}

int main(int argc, char **argv)
{
    MPI_Request request;
    int number;

    MPI_Init(&argc, &argv);
    MPI_Irecv(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Send(&argc, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    while (number > 0)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
