/* SPDX-License-Identifier: MIT */
/* Time per message between ranks 0 and 1 when many are under way, by size: one line per point.
 *
 * Plain MPI. A batch is a window of WINDOW nonblocking sends, received by as many posted receives
 * and answered by a small message; a point is the median of BATCHES batches. "one" goes from rank 0
 * to rank 1 (bytes / time is the bandwidth, 1 / time the message rate), "both" in both directions
 * at the same time, per message of one direction.
 *
 *   stream [label]       prints: label pattern bytes median_us p10_us p90_us */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "../by_value.h"
#include "turns.h"

enum { BATCHES = 41, WINDOW = 64, BYTES_MAX = 4 << 20, TAG_DATA = 1, TAG_ANSWER = 2 };

static int rank;
static char *out, *in;

static void send_window(int bytes, MPI_Request requests[])
{
    int i;

    for (i = 0; i < WINDOW; i++)
        MPI_Isend(out, bytes, MPI_CHAR, 1 - rank, TAG_DATA, MPI_COMM_WORLD, &requests[i]);
}

static void receive_window(int bytes, MPI_Request requests[])
{
    int i;

    for (i = 0; i < WINDOW; i++)
        MPI_Irecv(in, bytes, MPI_CHAR, 1 - rank, TAG_DATA, MPI_COMM_WORLD, &requests[i]);
}

static void one_way(int bytes)
{
    MPI_Request requests[WINDOW];
    char answer = 0;

    if (rank == 0)
        send_window(bytes, requests);
    else
        receive_window(bytes, requests);
    MPI_Waitall(WINDOW, requests, MPI_STATUSES_IGNORE);
    if (rank == 0)
        MPI_Recv(&answer, 1, MPI_CHAR, 1, TAG_ANSWER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(&answer, 1, MPI_CHAR, 0, TAG_ANSWER, MPI_COMM_WORLD);
}

static void both_ways(int bytes)
{
    MPI_Request requests[2 * WINDOW];

    receive_window(bytes, requests);
    send_window(bytes, requests + WINDOW);
    MPI_Waitall(2 * WINDOW, requests, MPI_STATUSES_IGNORE);
}

static void measure_once(const char *label, const char *pattern, void (*run)(int bytes),
                         int bytes)
{
    int windows = bytes <= 1024 ? 100 : bytes <= 65536 ? 10 : 1;
    double times[BATCHES];
    int batch, i;

    run(bytes);
    for (batch = 0; batch < BATCHES; batch++) {
        double start = MPI_Wtime();

        for (i = 0; i < windows; i++)
            run(bytes);
        times[batch] = (MPI_Wtime() - start) / windows / WINDOW * 1e6;
    }
    qsort(times, BATCHES, sizeof times[0], by_value);
    if (rank == 0)
        printf("%s %s %d %.4f %.4f %.4f\n", label, pattern, bytes, times[BATCHES / 2],
               times[BATCHES / 10], times[BATCHES * 9 / 10]);
    fflush(stdout);
}

static void measure(const char *label, const char *pattern, void (*run)(int bytes), int bytes)
{
    int due;

    for (due = turn_begin(); due; due = turn_again())
        measure_once(label, pattern, run, bytes);
}

int main(int argc, char **argv)
{
    static const int sizes[] = {8, 64, 1024, 8192, 65536, 1048576, BYTES_MAX};
    const char *label = argc > 1 ? argv[1] : "mpi";
    int size;
    size_t i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != 2) {
        fprintf(stderr, "stream: two ranks\n");
        MPI_Finalize();
        return 1;
    }
    out = calloc(1, BYTES_MAX);
    in = calloc(1, BYTES_MAX);
    for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        measure(label, "one", one_way, sizes[i]);
    for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        measure(label, "both", both_ways, sizes[i]);
    free(out);
    free(in);
    MPI_Finalize();
    return 0;
}
