/* SPDX-License-Identifier: MIT */
/* The cost of calls that need no other rank: questions, and messages to MPI_PROC_NULL and to the
 * rank itself. One line per point.
 *
 * Plain MPI. All ranks do the same at the same time. A point is what points.h
 * says, of CALLS in a loop, at rank 0, for one round of the loop.
 *
 *   calls [label]     prints: label call ranks median_us p10_us p90_us */
#include "points.h"

enum { CALLS = 1000 };

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

int main(int argc, char **argv)
{
    const char *label = argc > 1 ? argv[1] : "mpi";
    int size;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_rank(comm, &self);
    MPI_Comm_size(comm, &size);
    MPI_Type_vector(2, 1, 2, MPI_INT, &vector);
    MPI_Type_commit(&vector);
    measure(comm, label, "comm_rank", size, comm_rank, CALLS, CALLS);
    measure(comm, label, "comm_size", size, comm_size, CALLS, CALLS);
    measure(comm, label, "type_size", size, type_size, CALLS, CALLS);
    measure(comm, label, "wtime", size, wtime, CALLS, CALLS);
    measure(comm, label, "iprobe", size, iprobe, CALLS, CALLS);
    measure(comm, label, "send_recv_nobody", size, send_recv_nobody, CALLS, CALLS);
    measure(comm, label, "sendrecv_self", size, sendrecv_self, CALLS, CALLS);
    MPI_Type_free(&vector);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
