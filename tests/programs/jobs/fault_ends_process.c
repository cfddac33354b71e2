/* SPDX-License-Identifier: MIT */
/* Without survives_faults a rank's segmentation fault ends the process, after a report.
 *
 * launch: alone
 * ranks: 1
 * sanitizer: no
 * expect-status: 139
 * expect-stderr: ^rank 1: Segmentation fault at address 0x10 \(signal 11\)$
 * expect-stderr:     at body \(fault_ends_process.c:[0-9]+\) */
#include <heddle.h>
#include <mpi.h>
#include <stddef.h>

static int body(void *argument)
{
    volatile int *volatile nowhere = (volatile int *)0x10;

    if (heddle_rank() == 1)
        *nowhere = 1;
    MPI_Barrier(MPI_COMM_WORLD);
    return argument != NULL;
}

int main(void)
{
    heddle_run(NULL, 2, body, NULL, NULL);
    return 0;
}
