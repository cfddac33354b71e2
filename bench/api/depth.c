/* SPDX-License-Identifier: MIT */
/* Half the round trip of 8 bytes between ranks 0 and 1, by the number of receives that both have
 * posted for other messages ("posted"), or of messages for which no receive is posted
 * ("waiting"). One line per point.
 *
 *   depth [label]        prints: label pattern depth median_us p10_us p90_us */
#include "points.h"

enum { DEPTH_MAX = 10000, BYTES = 8 };

static int rank;
static char *elsewhere;
static MPI_Request *requests;

static void round_trip(int tag)
{
    char buffer[BYTES] = {0};

    if (rank == 0)
        MPI_Send(buffer, BYTES, MPI_CHAR, 1, tag, MPI_COMM_WORLD);
    MPI_Recv(buffer, BYTES, MPI_CHAR, 1 - rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1)
        MPI_Send(buffer, BYTES, MPI_CHAR, 0, tag, MPI_COMM_WORLD);
}

static void post(int depth)
{
    int tag;

    for (tag = 0; tag < depth; tag++)
        MPI_Irecv(elsewhere + tag * BYTES, BYTES, MPI_CHAR, 1 - rank, tag, MPI_COMM_WORLD,
                  &requests[tag]);
}

static void send_all(int depth)
{
    int tag;

    for (tag = 0; tag < depth; tag++)
        MPI_Send(elsewhere, BYTES, MPI_CHAR, 1 - rank, tag, MPI_COMM_WORLD);
}

static void measure_posted(const char *label, int depth)
{
    post(depth);
    MPI_Barrier(MPI_COMM_WORLD);
    measure(MPI_COMM_WORLD, label, "posted", depth, round_trip, DEPTH_MAX, 2);
    send_all(depth);
    MPI_Waitall(depth, requests, MPI_STATUSES_IGNORE);
}

static void measure_waiting(const char *label, int depth)
{
    int i;

    /* Few at a time, and each side hears of the other, so that none of them is held back. */
    for (i = 0; i < depth; i++) {
        MPI_Send(elsewhere, BYTES, MPI_CHAR, 1 - rank, i, MPI_COMM_WORLD);
        if (i % 16 == 15)
            round_trip(DEPTH_MAX + 1);
    }
    measure(MPI_COMM_WORLD, label, "waiting", depth, round_trip, DEPTH_MAX, 2);
    post(depth);
    MPI_Waitall(depth, requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv)
{
    static const int depths[] = {1, 10, 100, 1000, DEPTH_MAX};
    const char *label = argc > 1 ? argv[1] : "mpi";
    int size;
    size_t i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size != 2) {
        fprintf(stderr, "depth: two ranks\n");
        MPI_Finalize();
        return 1;
    }
    elsewhere = calloc(DEPTH_MAX, BYTES);
    requests = malloc(DEPTH_MAX * sizeof *requests);
    for (i = 0; i < sizeof depths / sizeof depths[0]; i++)
        measure_posted(label, depths[i]);
    for (i = 0; i < sizeof depths / sizeof depths[0]; i++)
        measure_waiting(label, depths[i]);
    free(elsewhere);
    free(requests);
    MPI_Finalize();
    return 0;
}
