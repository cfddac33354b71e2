/* SPDX-License-Identifier: MIT */
/* What is cached on MPI_COMM_SELF is deleted first in MPI_Finalize, the newest first, while MPI can
 * be used. */
/* expect-stdout: deleted 3 2 1, then finalized */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static char said[64] = "deleted";

static int drop(MPI_Comm comm, int keyval, void *value, void *extra)
{
    int rank, size, finalized = 1, sum = 0;

    (void)keyval, (void)extra;
    MPI_Finalized(&finalized);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(&(int){1}, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (!finalized && rank == 0 && sum == size)
        snprintf(said + strlen(said), sizeof said - strlen(said), " %d", (int)(intptr_t)value);
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    int keys[3], i, rank, finalized = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < 3; i++) {
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, drop, &keys[i], NULL);
        MPI_Comm_set_attr(MPI_COMM_SELF, keys[i], (void *)(intptr_t)(i + 1));
    }
    MPI_Finalize();
    MPI_Finalized(&finalized);
    if (rank == 0 && finalized)
        printf("%s, then finalized\n", said);
    return 0;
}
