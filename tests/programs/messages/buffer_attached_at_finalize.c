/* SPDX-License-Identifier: MIT */
/* MPI 1.2, clarifications of MPI_Finalize, fifth program: an attached buffer is not detached. After
 * MPI_Finalize it is the user's again. */
/* ranks: 2 */
/* expect-stdout: rank 1 got 17 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { BYTES = 1000000, LENGTH = 100000 };

int main(int argc, char **argv)
{
    static int values[LENGTH];
    char *buffer = NULL;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        buffer = malloc(BYTES);
        MPI_Buffer_attach(buffer, BYTES);
        values[LENGTH - 1] = 17;
        MPI_Bsend(values, LENGTH, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Bsend(values, 1, MPI_INT, 1, 1, MPI_COMM_WORLD); /* which no rank receives */
    } else {
        MPI_Recv(values, LENGTH, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("rank %d got %d\n", rank, values[LENGTH - 1]);
    }
    MPI_Finalize();
    free(buffer);
    return 0;
}
