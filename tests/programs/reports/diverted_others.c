/* SPDX-License-Identifier: MIT */
/* HEDDLE_BUFFERS=3 keeps the results of collective and partitioned operations, of windows and files
 * from their buffers until the program has learnt of their end. */
/* ranks: 2 3 */
/* options: -O0 */
/* mpich: no */
/* sanitizer: no */
/* environment: HEDDLE_BUFFERS=3 ASAN_OPTIONS=detect_leaks=0 */
/* arguments: right; expect-stdout: ^right$ */
/* variant: off; arguments: right off; environment: HEDDLE_BUFFERS=0; expect-stdout: ^right$ */
/* variant: job; arguments: right off; environment: HEDDLE_BUFFERS=2; expect-stdout: ^right$ */
/* variant: collective; arguments: ibcast; expect-status: 1; expect-stderr: MPI_Ibcast in .* element
 * variant: reduced; arguments: iallreduce; expect-status: 1; expect-stderr: Iallreduce.* element
 * variant: persistent; arguments: start; expect-status: 1; expect-stderr: of MPI_Start.* element
 * variant: part; arguments: partition; expect-status: 1; expect-stderr: of MPI_Start.* element
 * variant: get; arguments: get; expect-status: 1; expect-stderr: fence: the buffer of MPI_Get in
 * variant: two; arguments: two; expect-status: 1; expect-stderr: addr in .* overlaps .* of MPI_Get
 * variant: rget; arguments: rget; expect-status: 1; expect-stderr: MPI_Wait: the buffer of MPI_Rget
 * variant: file; arguments: iread; expect-status: 1; expect-stderr: MPI_File_iread_at in .* element
 * variant: split; arguments: split; expect-status: 1; expect-stderr: of MPI_File_read_at_all_begin
 */
/* variant: healed; flags: -fsanitize=address; arguments: right; expect-stdout: ^right$
 * variant: asan; flags: -fsanitize=address; arguments: read; expect-status: 1; expect-stderr: -poi
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diverted.h"

enum { LONG = 20000 }; /* large algorithms; helper threads of files */

static int ranks, is_off;

/* A buffer of a pending operation keeps what was in it. */
static void expect_old(const int *value, int expected, const char *what)
{
    if (can_look && !is_off)
        expect(*value, expected, what);
}

/* ---- collective operations ------------------------------------------------------------------- */

/* Each pending operation has met all others when this returns, as far as it is going to. */
static void meet(MPI_Request *request)
{
    MPI_Request other;
    int flag;

    MPI_Ibarrier(MPI_COMM_WORLD, &other);
    MPI_Wait(&other, MPI_STATUS_IGNORE);
    MPI_Request_get_status(*request, &flag, MPI_STATUS_IGNORE);
}

static void broadcast(int count)
{
    int *data = calloc((size_t)count, sizeof *data), i;
    MPI_Request request;

    for (i = 0; i < count && rank == 0; i++)
        data[i] = i + 1;
    MPI_Ibcast(data, count, MPI_INT, 0, MPI_COMM_WORLD, &request);
    if (rank > 0)
        expect_old(&data[0], 0, "broadcast, early");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (i = 0; i < count; i++)
        expect(data[i], i + 1, "broadcast");
    free(data);
}

static void reduce_in_place(int count)
{
    int *data = calloc((size_t)count, sizeof *data), i;
    MPI_Request request;

    for (i = 0; i < count; i++)
        data[i] = i;
    MPI_Iallreduce(MPI_IN_PLACE, data, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    expect_old(&data[1], 1, "sum, early");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (i = 0; i < count; i++)
        expect(data[i], i * ranks, "sum");
    free(data);
}

/* Blocks from the last to the first, with gaps, which keep what is in them. */
static void exchange_blocks(void)
{
    int sent[4] = {10 * rank, 10 * rank + 1, 10 * rank + 2, 0}, got[12], i;
    int counts[4] = {1, 1, 1, 0}, from[4] = {0, 1, 2, 3}, to[4] = {6, 4, 2, 0};
    MPI_Request request;

    for (i = 0; i < 12; i++)
        got[i] = -i;
    MPI_Ialltoallv(sent, counts, from, MPI_INT, got + 1, counts, to, MPI_INT, MPI_COMM_WORLD,
                   &request);
    memset(counts, 0, sizeof counts);
    counts[0] = counts[1] = counts[2] = 1;
    expect_old(&got[7], -7, "block, early");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (i = 0; i < ranks; i++)
        expect(got[7 - 2 * i], 10 * i + rank, "block");
    for (i = 0; i < 12; i += 2)
        expect(got[i], -i, "gap");
}

static void gather_in_place(int count)
{
    int *all = calloc((size_t)(ranks * count), sizeof *all), i;
    MPI_Request request;

    for (i = 0; i < count; i++)
        all[rank * count + i] = rank + 1;
    MPI_Iallgather(MPI_IN_PLACE, 0, MPI_INT, all, count, MPI_INT, MPI_COMM_WORLD, &request);
    expect_old(&all[(rank + 1) % ranks * count], 0, "gathered, early");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (i = 0; i < ranks * count; i++)
        expect(all[i], i / count + 1, "gathered");
    if (rank == 0)
        MPI_Igather(MPI_IN_PLACE, 0, MPI_INT, all, count, MPI_INT, 0, MPI_COMM_WORLD, &request);
    else
        MPI_Igather(all, count, MPI_INT, NULL, 0, MPI_INT, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect(all[ranks * count - 1], rank == 0 ? 1 : ranks, "gathered at the root");
    free(all);
}

static void start_collectives(int count)
{
    int *data = calloc((size_t)count, sizeof *data), *sum = calloc((size_t)count, sizeof *sum), i;
    MPI_Request requests[2];

    MPI_Bcast_init(data, count, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
    MPI_Scan_init(data, sum, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
    for (i = 1; i <= 3; i++) {
        if (rank == 0)
            data[0] = data[count - 1] = i;
        MPI_Start(&requests[0]);
        if (rank > 0)
            expect_old(&data[0], i - 1, "persistent, early");
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        expect(data[count - 1], i, "persistent");
        MPI_Start(&requests[1]);
        meet(&requests[1]);
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        expect(sum[0], i * (rank + 1), "scan");
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    free(data);
    free(sum);
}

/* ---- partitions and messages ----------------------------------------------------------------- */

static void receive_partitions(void)
{
    int data[4] = {0}, i, round, flag;
    MPI_Request request;

    for (i = 0; i < 4 && rank == 0; i++)
        data[i] = i + 5;
    if (rank == 0)
        MPI_Psend_init(data, 4, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    if (rank == 1)
        MPI_Precv_init(data, 4, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (round = 0; round < 2 && rank < 2; round++) {
        MPI_Start(&request);
        for (i = 3; i >= 0; i--) {
            if (rank == 0)
                MPI_Pready(i, request);
            for (flag = 0; rank == 1 && !flag;)
                MPI_Parrived(request, i, &flag);
            if (rank == 1)
                expect(data[i], i + 5, "partition");
            if (rank == 1 && i > 0)
                expect_old(&data[i - 1], 0, "partition, early");
        }
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (i = 0; i < 4; i++)
            expect(data[i], i + 5, "partition");
        if (rank == 1)
            memset(data, 0, sizeof data);
    }
    if (rank < 2)
        MPI_Request_free(&request);
}

static void exchange(void)
{
    int sent = rank, got = -1;
    MPI_Request request;

    MPI_Isendrecv(&sent, 1, MPI_INT, (rank + 1) % ranks, 0, &got, 1, MPI_INT,
                  (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    expect_old(&got, -1, "exchanged, early");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect(got, (rank + ranks - 1) % ranks, "exchanged");
}

/* ---- windows --------------------------------------------------------------------------------- */

static void get(void)
{
    int *base, got[4] = {-1, -1, -1, -1}, add = 1, other = (rank + 1) % ranks, compare = -7;
    MPI_Request request;
    MPI_Win win;

    MPI_Win_allocate(3 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    base[0] = rank;
    base[1] = base[2] = 0;
    MPI_Win_fence(0, win);
    MPI_Get(&got[0], 1, MPI_INT, other, 0, 1, MPI_INT, win);
    expect_old(&got[0], -1, "get, early");
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    expect(got[0], other, "get");
    MPI_Win_lock_all(0, win);
    MPI_Get(&got[0], 1, MPI_INT, rank, 0, 1, MPI_INT, win);
    MPI_Fetch_and_op(&add, &got[1], MPI_INT, other, 1, MPI_SUM, win);
    MPI_Get_accumulate(&add, 1, MPI_INT, &got[2], 1, MPI_INT, other, 1, 1, MPI_INT, MPI_SUM, win);
    MPI_Compare_and_swap(&add, &compare, &got[3], MPI_INT, other, 2, win);
    expect_old(&got[1], -1, "fetched, early");
    MPI_Win_flush_local(other, win);
    expect_old(&got[0], rank == other ? rank : other, "of another target, early");
    expect(got[1], 0, "fetched");
    expect(got[2], 1, "fetched");
    expect(got[3], 0, "compared");
    MPI_Rget(&got[1], 1, MPI_INT, other, 1, 1, MPI_INT, win, &request);
    expect_old(&got[1], 0, "rget, early");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    expect(got[1], 2, "rget");
    MPI_Rget(&got[2], 1, MPI_INT, other, 0, 1, MPI_INT, win, &request);
    MPI_Win_flush(other, win);
    expect(got[2], other, "rget, flushed");
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);
    expect(got[0], rank, "get of its own");
    MPI_Win_free(&win);
}

/* ---- files ----------------------------------------------------------------------------------- */

static MPI_File open_file(int count)
{
    int *data = malloc((size_t)count * sizeof *data), i;
    MPI_File file;

    for (i = 0; i < count; i++)
        data[i] = i + 1;
    MPI_File_open(MPI_COMM_WORLD, "diverted.data",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &file);
    MPI_File_write_at_all(file, 0, data, count, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_set_errhandler(file, MPI_ERRORS_ARE_FATAL);
    free(data);
    return file;
}

static void read_all_ways(int count)
{
    MPI_File file = open_file(count);
    int *got = calloc((size_t)count + 1, sizeof *got), i, read;
    MPI_Request request;
    MPI_Status status;

    for (i = 0; i < 3; i++) {
        memset(got, 0, (size_t)count * sizeof *got);
        if (i == 0)
            MPI_File_iread_at(file, 0, got, count + 1, MPI_INT, &request);
        if (i == 1)
            MPI_File_iread_at_all(file, 0, got, count, MPI_INT, &request);
        if (i == 2)
            MPI_File_read_at_all_begin(file, 0, got, count, MPI_INT);
        expect_old(&got[0], 0, "read, early");
        if (i < 2)
            MPI_Wait(&request, &status);
        else
            MPI_File_read_at_all_end(file, got, &status);
        MPI_Get_count(&status, MPI_INT, &read);
        expect(read, count, "count");
        expect(got[0], 1, "read");
        expect(got[count - 1], count, "read");
        expect(got[count], 0, "behind the end");
    }
    MPI_File_iwrite_at(file, 0, got, count, MPI_INT, &request);
    MPI_Wait(&request, &status);
    MPI_File_close(&file);
    free(got);
}

/* ---- wrong programs -------------------------------------------------------------------------- */

static int is(const char *given, const char *name)
{
    return strcmp(given, name) == 0;
}

static void use_window_early(const char *how)
{
    int *base, got = 0;
    MPI_Request request;
    MPI_Win win;

    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    *base = 5;
    MPI_Win_fence(0, win);
    if (is(how, "rget")) {
        MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Rget(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);
        got = 1;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    if (is(how, "two"))
        MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    got += 1;
    MPI_Win_fence(0, win);
}

static void use_file_early(const char *how)
{
    MPI_File file = open_file(2);
    int got[2] = {0, 0};
    MPI_Request request;

    if (is(how, "split"))
        MPI_File_read_at_all_begin(file, 0, got, 2, MPI_INT);
    else
        MPI_File_iread_at(file, 0, got, 2, MPI_INT, &request);
    got[1] = 7;
    if (is(how, "split"))
        MPI_File_read_at_all_end(file, got, MPI_STATUS_IGNORE);
    else
        MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void use_early(const char *how)
{
    int data[4] = {rank + 1, 2, 3, 4};
    MPI_Request request = MPI_REQUEST_NULL;

    if (is(how, "ibcast") || is(how, "read"))
        MPI_Ibcast(data, 4, MPI_INT, ranks - 1, MPI_COMM_WORLD, &request);
    if (is(how, "iallreduce"))
        MPI_Iallreduce(MPI_IN_PLACE, data, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    if (is(how, "start"))
        MPI_Allgather_init(MPI_IN_PLACE, 1, MPI_INT, data, 1, MPI_INT, MPI_COMM_WORLD,
                           MPI_INFO_NULL, &request);
    if (is(how, "partition") && rank == 0)
        MPI_Psend_init(data, 2, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    if (is(how, "partition") && rank == 1)
        MPI_Precv_init(data, 2, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    if (is(how, "start") || (is(how, "partition") && rank < 2))
        MPI_Start(&request);
    if (is(how, "partition") && rank == 0)
        MPI_Pready_range(0, 1, request);
    else if (is(how, "read"))
        printf("%d\n", data[1]);
    else if (rank < 2)
        data[1] = 9;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    is_off = argc > 2;
    if (is(argv[1], "right")) {
        broadcast(3);
        broadcast(LONG);
        reduce_in_place(3);
        reduce_in_place(LONG);
        exchange_blocks();
        gather_in_place(2);
        gather_in_place(LONG);
        start_collectives(2);
        start_collectives(LONG);
        receive_partitions();
        exchange();
        get();
        read_all_ways(3);
        read_all_ways(LONG);
        if (rank == 0)
            puts("right");
    } else if (is(argv[1], "get") || is(argv[1], "two") || is(argv[1], "rget")) {
        use_window_early(argv[1]);
    } else if (is(argv[1], "iread") || is(argv[1], "split")) {
        use_file_early(argv[1]);
    } else {
        use_early(argv[1]);
    }
    MPI_Finalize();
    return failed;
}
