/* SPDX-License-Identifier: MIT */
/* A fault that leaves the lock of libc's malloc taken ends the process, also with survives_faults:
 * it says so, and does not hang.
 *
 * launch: alone
 * ranks: 1
 * options: -O0
 * flags: -Wno-use-after-free
 * sanitizer: no
 * expect-status: 134
 * expect-stderr: ^a fault in malloc or free has left its lock taken
 * expect-stderr: ^rank 1: Aborted \(signal 6\)$
 * expect-stderr:     at body \(fault_in_malloc.c:[0-9]+\) */
#include <heddle.h>
#include <mpi.h>
#include <stdlib.h>

enum { BLOCK_BYTES = 2000 }; /* more than libc keeps for each thread without a lock */

static int body(void *argument)
{
    if (heddle_rank() == 1) {
        char *volatile twice = malloc(BLOCK_BYTES);
        char *volatile behind = malloc(BLOCK_BYTES);

        free(twice);
        free(twice);
        free(behind);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return argument != NULL;
}

int main(void)
{
    const struct heddle_options options = {.survives_faults = 1};

    heddle_run(&options, 3, body, NULL, NULL);
    return 0;
}
