/* SPDX-License-Identifier: MIT */
/* HEDDLE_BUFFERS=3: what is received comes to its buffer when the program learns of it, so what
 * reads before finds the old, and what writes before is reported; what may be is not disturbed. */
/* ranks: 2 */
/* options: -O0 */
/* mpich: no */
/* sanitizer: no */
/* environment: HEDDLE_BUFFERS=3 ASAN_OPTIONS=detect_leaks=0 */
/* arguments: right */
/* variant: early; arguments: early; expect-stdout: ^early 0, then 7$ */
/* variant: off; arguments: early; environment: HEDDLE_BUFFERS=0; expect-stdout: ^early 7, then 7 */
/* variant: written; arguments: written; expect-status: 1; expect-stderr: Irecv in .* element */
/* variant: healed; flags: -fsanitize=address
 * variant: asan; arguments: early; flags: -fsanitize=address; expect-status: 1; expect-stderr: -poi
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "diverted.h"

/* The message of rank 1 has come when rank 0 goes on. */
static void start(int got[], int count, MPI_Datatype type, MPI_Request *request)
{
    int sent[4] = {7, 8, 9, 10};

    if (rank == 0)
        MPI_Irecv(got, count, type, 1, 0, MPI_COMM_WORLD, request);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Send(sent, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Ssend(sent, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Recv(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void use_early(int is_written)
{
    int got[2] = {0}, early;
    MPI_Request request;

    start(got, 2, MPI_INT, &request);
    if (rank > 0)
        return;
    if (is_written)
        got[1] = 5;
    early = got[0];
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    printf("early %d, then %d\n", early, got[0]);
}

static void expect_two(const int got[], const char *what)
{
    expect(got[0], 7, what);
    expect(got[1], 8, what);
    expect(got[2], 0, what);
}

static void wait_in_all_ways(void)
{
    int got[4][4] = {{0}}, flag = 0, index, count;
    MPI_Request requests[4];
    MPI_Status status;

    for (index = 0; index < 4; index++)
        start(got[index], 3, MPI_INT, &requests[index]);
    if (rank > 0)
        return;
    MPI_Waitany(1, &requests[0], &index, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    expect(count, 2, "count");
    expect_two(got[0], "waitany");
    while (!flag)
        MPI_Request_get_status(requests[1], &flag, MPI_STATUS_IGNORE);
    expect_two(got[1], "get_status");
    MPI_Waitall(3, &requests[1], MPI_STATUSES_IGNORE);
    expect_two(got[2], "waitall");
    expect_two(got[3], "waitall");
}

/* Gaps keep what is in them. */
static void receive_with_gaps(void)
{
    int got[4] = {1, 2, 3, 4};
    MPI_Datatype column;
    MPI_Request request;

    MPI_Type_vector(2, 1, 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    start(got, 1, column, &request);
    if (rank == 0) {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        expect(got[0], 7, "column");
        expect(got[1], 2, "gap");
        expect(got[2], 8, "column");
        expect(got[3], 4, "beyond");
    }
    MPI_Type_free(&column);
}

/* A persistent receive takes another way at each start, and its buffer stays its own. */
static void start_again(void)
{
    int got[3], i, seen;
    MPI_Request request;

    if (rank == 0)
        MPI_Recv_init(got, 3, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    for (i = 0; i < 3; i++) {
        memset(got, 0, sizeof got);
        if (rank == 0)
            MPI_Start(&request);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 1) {
            MPI_Send((int[]){7, 8}, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
            MPI_Ssend(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
            continue;
        }
        MPI_Recv(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        seen = can_look ? got[0] : 0;
        expect(seen, 0, "persistent, early");
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        expect_two(got, "persistent");
    }
    if (rank == 0)
        MPI_Request_free(&request);
}

static void receive_what_a_probe_found(void)
{
    int got[3] = {0}, seen;
    MPI_Message message;
    MPI_Request request;

    if (rank == 1)
        MPI_Send((int[]){7, 8}, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (rank == 1)
        return;
    MPI_Mprobe(1, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Imrecv(got, 3, MPI_INT, &message, &request);
    seen = can_look ? got[0] : 0;
    expect(seen, 0, "matched, early");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect_two(got, "matched");
}

/* Without a request, and never complete. */
static void give_up(void)
{
    static int before[4], after[4];
    int never[2] = {0};
    MPI_Request request;

    if (rank == 0) {
        MPI_Irecv(before, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
    }
    start(after, 4, MPI_INT, &request);
    if (rank == 0)
        expect_two(before, "freed before it came");
    if (rank == 1) {
        MPI_Send((int[]){7, 8}, 2, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Ssend(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
        return;
    }
    MPI_Recv(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    expect_two(after, "freed when it had come");
    MPI_Irecv(never, 2, MPI_INT, 1, 9, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect(never[0]++, 0, "cancelled");
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (strcmp(argv[1], "right") == 0) {
        wait_in_all_ways();
        receive_with_gaps();
        start_again();
        receive_what_a_probe_found();
        give_up();
    } else {
        use_early(strcmp(argv[1], "written") == 0);
    }
    MPI_Finalize();
    return failed;
}
