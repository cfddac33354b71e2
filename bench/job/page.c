/* SPDX-License-Identifier: MIT */
/* Plain MPI: a ring of messages, and a sum after each ten. bench/page runs it.
 *
 *   page ROUNDS */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, one = 1, other, rounds = argc > 1 ? atoi(argv[1]) : 100;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < rounds; i++) {
        MPI_Sendrecv(&one, 1, MPI_INT, (rank + 1) % size, i % 10, &other, 1, MPI_INT,
                     (rank + size - 1) % size, i % 10, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (i % 10 == 0)
            MPI_Allreduce(&one, &other, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
