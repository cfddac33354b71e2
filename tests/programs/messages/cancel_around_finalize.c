/* SPDX-License-Identifier: MIT */
/* MPI 1.2, clarifications of MPI_Finalize, sixth program: a message that the other side knows of is
 * cancelled, before or after the other side calls MPI_Finalize. */
/* ranks: 2 */
/* expect-stdout: iprobe 0 */
/* expect-stdout: cancelled 1 1 1 */
#include <mpi.h>
#include <stdio.h>

enum { LENGTHS = 3, LONGEST = 500000 };

int main(int argc, char **argv)
{
    static const int lengths[LENGTHS] = {1, 1000, LONGEST};
    static int values[LONGEST];
    int rank, i, flag, cancelled[LENGTHS];
    MPI_Request requests[LENGTHS];
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; rank == 0 && i < LENGTHS; i++)
        MPI_Isend(values, lengths[i], MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[i]);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Iprobe(0, 2, MPI_COMM_WORLD, &flag, &status);
        printf("iprobe %d\n", flag);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (i = 0; rank == 0 && i < LENGTHS; i++) {
        MPI_Cancel(&requests[i]);
        MPI_Wait(&requests[i], &status);
        MPI_Test_cancelled(&status, &cancelled[i]);
    }
    if (rank == 0)
        printf("cancelled %d %d %d\n", cancelled[0], cancelled[1], cancelled[2]);
    MPI_Finalize();
    return 0;
}
