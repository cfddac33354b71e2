/* SPDX-License-Identifier: MIT */
/* What a call costs that needs nobody else: questions, and messages to MPI_PROC_NULL and to
 * oneself. One line per point.
 *
 * Plain MPI. All ranks do the same at the same time. A point is the median of BATCHES batches of
 * CALLS in a loop, at rank 0, for one round of the loop.
 *
 *   calls [label]     prints: label call ranks median_us p10_us p90_us */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { BATCHES = 21, CALLS = 20000 };

static MPI_Comm comm;
static MPI_Datatype vector;
static int self;

static void comm_rank(int calls)
{
    const MPI_Comm of = comm;
    int answer;

    while (calls-- > 0)
        MPI_Comm_rank(of, &answer);
}

static void comm_size(int calls)
{
    const MPI_Comm of = comm;
    int answer;

    while (calls-- > 0)
        MPI_Comm_size(of, &answer);
}

static void type_size(int calls)
{
    const MPI_Datatype of = vector;
    int answer;

    while (calls-- > 0)
        MPI_Type_size(of, &answer);
}

static void wtime(int calls)
{
    while (calls-- > 0)
        MPI_Wtime();
}

/* One that finds nothing. */
static void iprobe(int calls)
{
    const MPI_Comm on = comm;
    int flag;

    while (calls-- > 0)
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, on, &flag, MPI_STATUS_IGNORE);
}

/* The arguments are looked at, and nothing is done. */
static void send_recv_nobody(int calls)
{
    const MPI_Comm on = comm;
    int value = 0;

    while (calls-- > 0) {
        MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, on);
        MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, on, MPI_STATUS_IGNORE);
    }
}

static void sendrecv_self(int calls)
{
    const MPI_Comm on = comm;
    int out = 0, in, me = self;

    while (calls-- > 0)
        MPI_Sendrecv(&out, 1, MPI_INT, me, 0, &in, 1, MPI_INT, me, 0, on, MPI_STATUS_IGNORE);
}

static int by_value(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

static void measure(const char *label, const char *name, void (*round)(int))
{
    double results[BATCHES];
    int size;

    round(CALLS);
    for (int batch = 0; batch < BATCHES; batch++) {
        double start;

        MPI_Barrier(comm);
        start = MPI_Wtime();
        round(CALLS);
        results[batch] = (MPI_Wtime() - start) / CALLS * 1e6;
    }
    qsort(results, BATCHES, sizeof results[0], by_value);
    MPI_Comm_size(comm, &size);
    if (self != 0)
        return;
    printf("%s %s %d %.4f %.4f %.4f\n", label, name, size, results[BATCHES / 2],
           results[BATCHES / 10], results[BATCHES * 9 / 10]);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const char *label = argc > 1 ? argv[1] : "mpi";

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_rank(comm, &self);
    MPI_Type_vector(2, 1, 2, MPI_INT, &vector);
    MPI_Type_commit(&vector);
    measure(label, "comm_rank", comm_rank);
    measure(label, "comm_size", comm_size);
    measure(label, "type_size", type_size);
    measure(label, "wtime", wtime);
    measure(label, "iprobe", iprobe);
    measure(label, "send_recv_nobody", send_recv_nobody);
    measure(label, "sendrecv_self", sendrecv_self);
    MPI_Type_free(&vector);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
