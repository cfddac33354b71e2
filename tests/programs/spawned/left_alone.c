/* SPDX-License-Identifier: MIT */
/* A deadlock of ranks that were connected with children is reported when no other rank can end it:
 * the children have disconnected, but keep a request of the communicator until they end or abort.
 *
 * ranks: 2
 * environment: ASAN_OPTIONS=detect_leaks=0 HEDDLE_LEAKS=0
 * expect-status: 65
 * expect-stderr: rank 0( of job 0)?: MPI_Recv.*waits for a message from rank 1
 * expect-stderr: deadlock: the job is ended with status 65
 * variant: aborted; arguments: abort */
#include "child.h"

#include <unistd.h>

static void be_child(MPI_Comm parent, int aborts)
{
    MPI_Request request;
    int value, rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Recv_init(&value, 1, MPI_INT, 0, 0, parent, &request);
    MPI_Comm_disconnect(&parent);
    usleep(100000);
    if (aborts && rank == 0)
        MPI_Abort(MPI_COMM_WORLD, 3);
    if (aborts)
        MPI_Barrier(MPI_COMM_WORLD);
    exit(MPI_Finalize());
}

int main(int argc, char **argv)
{
    MPI_Comm parent, children;
    int rank;

    MPI_Init(&argc, &argv);
    parent = parent_of();
    if (parent != MPI_COMM_NULL)
        be_child(parent, argc > 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    children = spawn(argv[0], argc > 1 ? argv + 1 : MPI_ARGV_NULL, 2, MPI_COMM_WORLD);
    MPI_Comm_disconnect(&children);
    MPI_Recv(&rank, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
