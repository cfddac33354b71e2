/* SPDX-License-Identifier: MIT */
/* A segmentation fault in one rank ends the job, with that rank's stack in source lines. */
/* ranks: 3 */
/* options: -O0 */
/* flags: -g */
/* expect-status: 139 */
/* expect-stderr: ^rank 1: Segmentation fault at address 0x10 \(signal 11\)$ */
/* expect-stderr: ^    at write_there \(segmentation_fault\.c:19\)$ */
/* expect-stderr: ^    at main \(segmentation_fault\.c:32\)$ */
/* sanitizer: no */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>

static volatile uintptr_t nowhere = 16;

static void write_there(void)
{
    *(volatile int *)nowhere = 1;
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        printf("what was printed before is not lost\n");
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        write_there();
    for (;;)
        MPI_Barrier(MPI_COMM_WORLD);
}
