/* SPDX-License-Identifier: MIT */
/* HEDDLE_BUFFERS=1 reports a block of one's own that lies where it is received to, in place of
 * MPI_IN_PLACE. */
/* ranks: 3 */
/* options: -O0 */
/* environment: HEDDLE_BUFFERS=1 */
/* expect-stderr: ^rank [12]: warning: MPI_Allgather: sendbuf.* and recvbuf.* overlap \[ */
/* expect-stderr: ^rank [12]: warning: MPI_Allgatherv: sendbuf.* and recvbuf.* overlap \[ */
/* expect-stderr: ^rank 1: warning: MPI_Gather: sendbuf.* and recvbuf.* overlap \[ */
/* expect-stderr: ^rank 1: warning: MPI_Scatter: sendbuf.* and recvbuf.* overlap \[ */
/* mpich: no */
/* sanitizer: no */
#include <mpi.h>

enum { ROOT = 1 };

int main(int argc, char **argv)
{
    int rank, values[3] = {0}, one = 0, counts[3] = {1, 1, 1}, places[3] = {0, 1, 2};
    int *own = &one;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank > 0) /* of rank 0 it is an error without the knob */
        own = &values[rank];
    MPI_Allgather(own, 1, MPI_INT, values, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Allgatherv(own, 1, MPI_INT, values, counts, places, MPI_INT, MPI_COMM_WORLD);
    MPI_Gather(own, 1, MPI_INT, values, 1, MPI_INT, ROOT, MPI_COMM_WORLD);
    MPI_Scatter(values, 1, MPI_INT, own, 1, MPI_INT, ROOT, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
