/* SPDX-License-Identifier: MIT */
/* A communicator of many ranks and its duplicate are light: at most 192 bytes for each member,
 * which is 768 kB for 4096, counted by the process's memory while many of them are alive. */
/* ranks: 1024 */
/* options: -O2 */
/* sanitizer: no */
/* expect-stdout: [0-9]+ bytes for each member: light */
#include <mpi.h>
#include <stdio.h>

#include "../memory.h"

enum { PAIRS = 200, WARM = 20, BYTES_MAX = 192 };

static MPI_Comm made[PAIRS][2];

int main(int argc, char **argv)
{
    long before = 0, after;
    int rank, size, i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (i = 0; i < PAIRS; i++) {
        if (i == WARM) { /* what ranks have beside communicators is there now */
            MPI_Barrier(MPI_COMM_WORLD);
            before = resident_kb();
            MPI_Barrier(MPI_COMM_WORLD);
        }
        MPI_Comm_dup(MPI_COMM_WORLD, &made[i][0]);
        MPI_Comm_dup(made[i][0], &made[i][1]);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    after = resident_kb();
    if (rank == 0) {
        long bytes = (after - before) * 1024 / ((PAIRS - WARM) * size);

        printf("%ld bytes for each member: %s\n", bytes, bytes <= BYTES_MAX ? "light" : "heavy");
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (i = 0; i < PAIRS; i++) {
        MPI_Comm_free(&made[i][0]);
        MPI_Comm_free(&made[i][1]);
    }
    MPI_Finalize();
    return 0;
}
