/* SPDX-License-Identifier: MIT */
/* A step of a ring: every rank sends to the next one while it receives from the one before, by
 * size. One line per point.
 *
 *   ring [label]         prints: label pattern bytes median_us p10_us p90_us */
#include "points.h"

enum { BYTES_MAX = 65536, TAG = 1 };

static int left, right;
static char *out, *in;

static void step(int bytes)
{
    MPI_Sendrecv(out, bytes, MPI_CHAR, right, TAG, in, bytes, MPI_CHAR, left, TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    static const int sizes[] = {8, 1024, BYTES_MAX};
    const char *label = argc > 1 ? argv[1] : "mpi";
    int rank, size;
    size_t i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    out = calloc(1, BYTES_MAX);
    in = calloc(1, BYTES_MAX);
    for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        measure(MPI_COMM_WORLD, label, "ring", sizes[i], step, sizes[i], 1);
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
