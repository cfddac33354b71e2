/* SPDX-License-Identifier: MIT */
/* Calls with a buffer of another type than its datatype: the compiler warns of each line that says
 * so. */
#include <mpi.h>

static double reals[10], *lines[4];
static float floats[10];
static int ints[10], rows[3][4], position;
static long wide;
static double _Complex complexes[2];

void send_all(MPI_Request *request, MPI_Win win);
void send_all(MPI_Request *request, MPI_Win win)
{
    int i, err;

    for (i = 0; i < 3; i++)
        if (i == 1)
            MPI_Send(reals, 1, MPI_INT, 0, 0, MPI_COMM_SELF); /* warns */
    MPI_Recv(ints, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* warns */
    MPI_Send(floats, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF); /* warns */
    MPI_Send(&wide, 1, MPI_INT, 0, 0, MPI_COMM_SELF); /* warns */
    MPI_Send(lines, 4, MPI_DOUBLE, 0, 0, MPI_COMM_SELF); /* warns */
    MPI_Send(&lines[1], 4, MPI_DOUBLE, 0, 0, MPI_COMM_SELF); /* warns */
    MPI_Send(complexes, 2, MPI_C_FLOAT_COMPLEX, 0, 0, MPI_COMM_SELF); /* warns */
    MPI_Send(rows, 12, MPI_FLOAT, 0, 0, MPI_COMM_SELF); /* warns */
    MPI_Send(reals, 0, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Allreduce(ints, reals, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF); /* warns */
    MPI_Allreduce(reals, ints, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF); /* warns */
    MPI_Gather(ints, 1, MPI_INT, reals, 1, MPI_INT, 0, MPI_COMM_SELF); /* warns */
    MPI_Unpack(ints, 10, &position, reals, 1, MPI_INT, MPI_COMM_SELF); /* warns */
    MPI_Irecv(reals, 8, MPI_FLOAT, 0, 0, MPI_COMM_SELF, request); /* warns */
    MPI_Get(reals, 8, MPI_FLOAT, 0, 0, 8, MPI_FLOAT, win); /* warns */
    err = MPI_Bcast(reals, 8, MPI_LONG, 0, MPI_COMM_SELF); /* warns */
    if (err == MPI_SUCCESS && PMPI_Send(ints, 1, MPI_FLOAT, 0, 0, MPI_COMM_SELF) == 0) /* warns */
        return;
}
