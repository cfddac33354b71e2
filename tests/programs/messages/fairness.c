/* SPDX-License-Identifier: MIT */
/* A message is received although others never stop. Rank 1 sends to rank 0 without a pause; rank 2
 * sends one message to rank 0, and then tells rank 1, which says so in its next. Rank 0 takes
 * messages of any source, and must have rank 2's message by then: by wildcards, by probes, and by
 * receives for both that it completes together. */
/* ranks: 3 5 */
/* expect-stdout: no rank starves */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROUNDS = 600, SIZES = 4, LARGEST = 40000 };
enum { BUSY, LAST, SINGLE, TOLD }; /* tags */

static const int sizes[SIZES] = {1, 100, 2000, LARGEST};
static char buffer[LARGEST], other[LARGEST];

/* At most WINDOW messages are on their way, so that memory does not end; the receiver always has
 * another one to take. */
enum { WINDOW = 64 };

static void be_busy(int bytes)
{
    MPI_Request sends[WINDOW];
    int i, told = 0;

    for (i = 0; i < WINDOW; i++)
        sends[i] = MPI_REQUEST_NULL;
    for (i = 0; !told; i++) {
        MPI_Wait(&sends[i % WINDOW], MPI_STATUS_IGNORE);
        MPI_Iprobe(2, TOLD, MPI_COMM_WORLD, &told, MPI_STATUS_IGNORE);
        MPI_Isend(buffer, bytes, MPI_CHAR, 0, told ? LAST : BUSY, MPI_COMM_WORLD,
                  &sends[i % WINDOW]);
    }
    MPI_Waitall(WINDOW, sends, MPI_STATUSES_IGNORE);
    MPI_Recv(NULL, 0, MPI_CHAR, 2, TOLD, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void send_one(int bytes)
{
    MPI_Send(other, bytes, MPI_CHAR, 0, SINGLE, MPI_COMM_WORLD);
    MPI_Send(NULL, 0, MPI_CHAR, 1, TOLD, MPI_COMM_WORLD);
}

/* Has the single message come before the last one? */
static int take_by_wildcard(int probes)
{
    int single_before_last = 0, is_over = 0, came = 0;
    MPI_Status status;

    while (!is_over || !came) {
        if (probes)
            MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        MPI_Recv(buffer, LARGEST, MPI_CHAR, probes ? status.MPI_SOURCE : MPI_ANY_SOURCE,
                 MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        is_over |= status.MPI_TAG == LAST;
        came |= status.MPI_TAG == SINGLE;
        if (status.MPI_TAG == SINGLE)
            single_before_last = !is_over;
    }
    return single_before_last;
}

static int take_together(void)
{
    int single_before_last = 0, is_over = 0, came = 0, count, i, indices[2];
    MPI_Request requests[2];
    MPI_Status statuses[2];

    MPI_Recv_init(buffer, LARGEST, MPI_CHAR, 1, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(other, LARGEST, MPI_CHAR, 2, SINGLE, MPI_COMM_WORLD, &requests[1]);
    MPI_Startall(2, requests);
    while (!is_over || !came) {
        MPI_Waitsome(2, requests, &count, indices, statuses);
        /* Both at once is in time. */
        for (i = 0; i < count; i++)
            if (indices[i] == 1) {
                came = 1;
                single_before_last = !is_over;
            }
        for (i = 0; i < count; i++) {
            is_over |= indices[i] == 0 && statuses[i].MPI_TAG == LAST;
            if (indices[i] == 0 && !is_over)
                MPI_Start(&requests[0]);
        }
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    return single_before_last;
}

int main(int argc, char **argv)
{
    int rank, round, fair = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (round = 0; round < ROUNDS; round++) {
        int bytes = sizes[round % SIZES], way = round / SIZES % 3;

        if (rank == 0)
            fair += way == 2 ? take_together() : take_by_wildcard(way);
        else if (rank == 1)
            be_busy(bytes);
        else if (rank == 2)
            send_one(bytes);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 0 && fair == ROUNDS)
        puts("no rank starves");
    else if (rank == 0)
        printf("%d of %d rounds were fair\n", fair, ROUNDS);
    MPI_Finalize();
    return 0;
}
