/* SPDX-License-Identifier: MIT */
/* MPI_Comm_connect to a port at which no rank accepts fails when all others wait or have ended: of
 * one rank, of a whole communicator, and of several ranks at once, who meet all the same later.
 *
 * ranks: 2 3
 * options: -O1
 * variant: fatal; arguments: fatal; expect-status: 43; expect-stderr: no rank accepts at port */
#include <mpi.h>

#include "../must.h"

static char ports[2][MPI_MAX_PORT_NAME];
static int rank;

static int connect_to(int owner, int root, MPI_Comm comm)
{
    MPI_Comm inter = MPI_COMM_NULL;
    int class, err = MPI_Comm_connect(ports[owner], MPI_INFO_NULL, root, comm, &inter);

    MPI_Error_class(err, &class);
    if (class == MPI_SUCCESS)
        MPI_Comm_disconnect(&inter);
    return class;
}

/* Rank 0 waits for a message that rank 1 sends afterwards. */
static void one_connects(void)
{
    int value = 0;

    if (rank == 1) {
        must(connect_to(0, 0, MPI_COMM_SELF) == MPI_ERR_PORT);
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else if (rank == 0) {
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Ranks 0 and 1 connect to each other's port, and the others wait for them. */
static void both_connect(void)
{
    MPI_Comm inter;

    if (rank < 2)
        must(connect_to(1 - rank, 0, MPI_COMM_SELF) == MPI_ERR_PORT);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        must(connect_to(0, 0, MPI_COMM_SELF) == MPI_SUCCESS);
    if (rank == 0) {
        MPI_Comm_accept(ports[0], MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter);
        MPI_Comm_disconnect(&inter);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank < 2)
        MPI_Open_port(MPI_INFO_NULL, ports[rank]);
    MPI_Bcast(ports[0], MPI_MAX_PORT_NAME, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Bcast(ports[1], MPI_MAX_PORT_NAME, MPI_CHAR, 1, MPI_COMM_WORLD);
    if (argc == 1) {
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    }
    one_connects();
    must(connect_to(0, 1, MPI_COMM_WORLD) == MPI_ERR_PORT);
    both_connect();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank < 2)
        MPI_Close_port(ports[rank]);
    MPI_Finalize();
    return 0;
}
