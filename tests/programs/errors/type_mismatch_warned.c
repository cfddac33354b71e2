/* SPDX-License-Identifier: MIT */
/* Data of another type than the receive's comes as it is; the two calls are told of, once. */
/* ranks: 2 */
/* expect-stderr: rank 1: warning: the message from rank 0 with tag 3 was sent as MPI_INT in main */
/* expect-stderr: MPI_INT in main \(type_mismatch_warned.c:25\) and is received as MPI_FLOAT */
/* expect-stderr: MPI_FLOAT in main \(type_mismatch_warned.c:27\) \[mpi-type-mismatch\]$ */
/* expect-stdout: 5 messages, 1 */
/* mpich: no */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { MESSAGES = 5 };

int main(int argc, char **argv)
{
    const int sent = 1;
    float received;
    int rank, i, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < MESSAGES; i++) {
        if (rank == 0)
            MPI_Send(&sent, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
        if (rank == 1) {
            MPI_Recv(&received, 1, MPI_FLOAT, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            memcpy(&value, &received, sizeof value);
        }
    }
    if (rank == 1)
        printf("%d messages, %d\n", MESSAGES, value);
    MPI_Finalize();
    return 0;
}
