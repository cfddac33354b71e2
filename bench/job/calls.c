/* SPDX-License-Identifier: MIT */
/* Measures calls in a job of heddle_run (compiled with -DAS_JOB) and in a program: nanoseconds,
 * the least and the median of the batches, the first and the last one. The last batches come after
 * a million calls. */
#ifdef AS_JOB
#include <heddle.h>
#endif
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "../by_value.h"

enum { BATCHES = 50, CALLS = 20000, BYTES = 8, WINDOW = 64 };

static char sent[BYTES], received[BYTES], each_received[WINDOW][BYTES];
static double operand = 1, sum;

static void answer_each_other(int rank)
{
    if (rank == 0)
        MPI_Send(sent, BYTES, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(received, BYTES, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1)
        MPI_Send(sent, BYTES, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
}

static void exchange(int rank)
{
    MPI_Request requests[2];

    MPI_Irecv(received, BYTES, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(sent, BYTES, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

/* Many messages one way, and an answer. */
static void send_window(int rank)
{
    MPI_Request requests[WINDOW];

    for (int i = 0; i < WINDOW; i++)
        if (rank == 0)
            MPI_Isend(sent, BYTES, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &requests[i]);
        else
            MPI_Irecv(each_received[i], BYTES, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &requests[i]);
    MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
    if (rank == 0)
        MPI_Recv(received, BYTES, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(sent, BYTES, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
}

static void meet(int rank)
{
    (void)rank;
    MPI_Barrier(MPI_COMM_WORLD);
}

static void add(int rank)
{
    (void)rank;
    MPI_Allreduce(&operand, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void start_adding(int rank)
{
    MPI_Request request;

    (void)rank;
    MPI_Iallreduce(&operand, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static const struct {
    const char *name;
    void (*call)(int rank);
    int messages; /* each way, which a time is divided by */
} calls[] = {{"pingpong", answer_each_other, 1}, {"exchange", exchange, 1},
             {"window", send_window, WINDOW},    {"barrier", meet, 1},
             {"allreduce", add, 1},              {"iallreduce", start_adding, 1}};

static void measure(int rank, int which)
{
    double ns[BATCHES], first, last;
    int count = CALLS / calls[which].messages;

    for (int batch = 0; batch < BATCHES; batch++) {
        double start_s = MPI_Wtime();

        for (int i = 0; i < count; i++)
            calls[which].call(rank);
        ns[batch] = (MPI_Wtime() - start_s) / count / calls[which].messages * 1e9;
    }
    first = ns[0];
    last = ns[BATCHES - 1];
    qsort(ns, BATCHES, sizeof ns[0], by_value);
    if (rank == 0)
        printf("%-12s %8.1f %8.1f %8.1f %8.1f\n", calls[which].name, ns[0], ns[BATCHES / 2], first,
               last);
}

static int run(void *argument)
{
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        printf("%-12s %8s %8s %8s %8s\n", "ns", "least", "median", "first", "last");
    for (int which = 0; which < (int)(sizeof calls / sizeof calls[0]); which++)
        measure(rank, which);
    return argument != NULL;
}

int main(int argc, char **argv)
{
#ifdef AS_JOB
    (void)argc;
    (void)argv;
    return heddle_run(NULL, 2, run, NULL, NULL);
#else
    MPI_Init(&argc, &argv);
    run(NULL);
    return MPI_Finalize();
#endif
}
