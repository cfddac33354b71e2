/* SPDX-License-Identifier: MIT */
/* HEDDLE_BUFFERS=1: a send buffer that changes and a receive into another one are reported, once
 * for each pair of calls, and the program goes on.
 *
 * ranks: 2
 * options: -O0
 * environment: HEDDLE_BUFFERS=1
 * expect-stderr: ^rank 0: warning: MPI_Wait: the buffer of MPI_Isend in main \(buffers.c:34\)
 * expect-stderr: must not change before the operation is complete: element \[3\] of 4
 * expect-stderr: was 0 and is 1, in main \(buffers.c:36\) \[mpi-buffer-changed\]$
 * expect-stderr: ^rank 1: warning: MPI_Irecv: buf in main \(buffers.c:40\).* overlaps the buffer
 * expect-stderr: \(buffers.c:38\), which is pending and has to be completed first \[
 * expect-stdout: ^all 3 rounds$
 * mpich: no
 * sanitizer: no */
#include <mpi.h>
#include <stdio.h>

enum { ROUNDS = 3 };

int main(int argc, char **argv)
{
    int rank, i, numbers[4] = {0};
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        MPI_Recv(numbers, 0, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(numbers, 0, MPI_INT, 1, 1, MPI_COMM_WORLD);
    for (i = 0; i < ROUNDS; i++) {
        if (rank == 0) {
            MPI_Isend(numbers, 4, MPI_INT, 1, 2, MPI_COMM_WORLD, &requests[0]);
            numbers[3]++;
            MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        } else {
            MPI_Irecv(numbers, 4, MPI_INT, 0, 2, MPI_COMM_WORLD, &requests[0]);
            /* Nothing ever comes here. */
            MPI_Irecv(&numbers[1], 2, MPI_INT, 0, 3, MPI_COMM_WORLD, &requests[1]);
            MPI_Cancel(&requests[1]);
            MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        }
    }
    if (rank == 0)
        printf("all %d rounds\n", i);
    MPI_Finalize();
    return 0;
}
