/* SPDX-License-Identifier: MIT */
/* Six thousand ranks, each with variables of its own, start, meet, talk to their neighbours and
 * end. */
/* ranks: 6000 */
/* expect-stdout: ^6000 ranks are here$ */
#include <mpi.h>
#include <stdio.h>

static int mine = -1;

int main(int argc, char **argv)
{
    int rank, size, all = 0, theirs = -1, is_right, have_all;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = rank;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Allreduce(&(int){1}, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Sendrecv(&mine, 1, MPI_INT, (rank + 1) % size, 0, &theirs, 1, MPI_INT,
                 (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    is_right = all == size && mine == rank && theirs == (rank + size - 1) % size;
    MPI_Reduce(&is_right, &have_all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d ranks are here\n", have_all);
    MPI_Finalize();
    return 0;
}
