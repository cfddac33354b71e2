/* SPDX-License-Identifier: MIT */
/* Time per message when the lower half of the ranks sends to the upper half, each to its partner, a
 * window of WINDOW messages at a time, by size: all pairs together. One line per point.
 *
 *   pairs [label]        prints: label pattern bytes median_us p10_us p90_us */
#include "points.h"

enum { WINDOW = 64, BYTES_MAX = 65536, TAG = 1 };

static int rank, pairs;
static char *out, *in;

static void send_windows(int bytes)
{
    MPI_Request requests[WINDOW];
    char answer = 0;
    int i;

    if (rank >= 2 * pairs)
        return;
    for (i = 0; i < WINDOW; i++) {
        if (rank < pairs)
            MPI_Isend(out, bytes, MPI_CHAR, rank + pairs, TAG, MPI_COMM_WORLD, &requests[i]);
        else
            MPI_Irecv(in + (size_t)i * (size_t)bytes, bytes, MPI_CHAR, rank - pairs, TAG,
                      MPI_COMM_WORLD, &requests[i]);
    }
    MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
    if (rank < pairs)
        MPI_Recv(&answer, 1, MPI_CHAR, rank + pairs, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(&answer, 1, MPI_CHAR, rank - pairs, TAG, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    static const int sizes[] = {8, 1024, BYTES_MAX};
    const char *label = argc > 1 ? argv[1] : "mpi";
    int size;
    size_t i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    pairs = size / 2;
    if (pairs == 0) {
        fprintf(stderr, "pairs: at least two ranks\n");
        MPI_Finalize();
        return 1;
    }
    out = calloc(1, BYTES_MAX);
    in = calloc(WINDOW, BYTES_MAX);
    for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        measure(MPI_COMM_WORLD, label, "pairs", sizes[i], send_windows, sizes[i], WINDOW * pairs);
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
