/* SPDX-License-Identifier: MIT */
/* Messages of one integer, for the ranks of explored jobs. */
#include <heddle.h>
#include <mpi.h>

enum { TAG = 3 };

static inline int size_of(void)
{
    int size;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
}

static inline void send_int(int value, int dest, int tag)
{
    MPI_Send(&value, 1, MPI_INT, dest, tag, MPI_COMM_WORLD);
}

/* Returns the message's source. */
static inline int receive_int(int *value, int source, int tag)
{
    MPI_Status status;

    MPI_Recv(value, 1, MPI_INT, source, tag, MPI_COMM_WORLD, &status);
    return status.MPI_SOURCE;
}
