/* SPDX-License-Identifier: MIT */
/* Buffers of origins that are stored to before the operation on the window is complete. */
#include "case.h"

enum { WORDS = 8 };

static int *memory, origin[WORDS] = {1, 2, 3, 4, 5, 6, 7, 8}, result[WORDS];
static MPI_Win win;

static void open_window(void)
{
    MPI_Win_allocate(WORDS * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &win);
}

static void open_epoch(void)
{
    open_window();
    MPI_Win_lock_all(0, win);
}

static void close_epoch(void)
{
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

static void before_the_wait_for_a_put(int rank, int size)
{
    MPI_Request request;

    open_epoch();
    if (rank == 0) {
        MPI_Rput(origin, WORDS, MPI_INT, size - 1, 0, WORDS, MPI_INT, win, &request);
        origin[2] = 42;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    close_epoch();
}

static void before_the_test_of_an_accumulate(int rank, int size)
{
    MPI_Request request;
    int flag = 0;

    open_epoch();
    if (rank == 0) {
        MPI_Raccumulate(origin, 2, MPI_INT, size - 1, 0, 2, MPI_INT, MPI_SUM, win, &request);
        origin[1]++;
        while (!flag)
            MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    }
    close_epoch();
}

static void before_the_wait_for_a_get_accumulate(int rank, int size)
{
    MPI_Request request;

    open_epoch();
    if (rank == 0) {
        MPI_Rget_accumulate(origin, 2, MPI_INT, result, 2, MPI_INT, size - 1, 0, 2, MPI_INT,
                            MPI_SUM, win, &request);
        origin[0] = 9;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    close_epoch();
}

static void before_waitall(int rank, int size)
{
    MPI_Request requests[2];

    open_epoch();
    if (rank == 0) {
        for (int i = 0; i < 2; i++)
            MPI_Rput(&origin[i], 1, MPI_INT, size - 1, i, 1, MPI_INT, win, &requests[i]);
        origin[1] = 9;
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    close_epoch();
}

static void before_the_flush(int rank, int size)
{
    open_epoch();
    if (rank == 0) {
        MPI_Put(origin, WORDS, MPI_INT, size - 1, 0, WORDS, MPI_INT, win);
        origin[7] = 42;
        MPI_Win_flush(size - 1, win);
    }
    close_epoch();
}

static void before_the_local_flush(int rank, int size)
{
    open_epoch();
    if (rank == 0) {
        MPI_Accumulate(origin, 1, MPI_INT, size - 1, 0, 1, MPI_INT, MPI_SUM, win);
        origin[0] = 42;
        MPI_Win_flush_local_all(win);
    }
    close_epoch();
}

static void before_the_fence(int rank, int size)
{
    open_window();
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Put(origin, 1, MPI_INT, size - 1, 0, 1, MPI_INT, win);
        origin[0] = 42;
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
}

static void before_the_unlock(int rank, int size)
{
    open_window();
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, size - 1, 0, win);
        MPI_Put(origin, 1, MPI_INT, size - 1, 0, 1, MPI_INT, win);
        origin[0] = 42;
        MPI_Win_unlock(size - 1, win);
    }
    MPI_Win_free(&win);
}

static void before_complete(int rank, int size)
{
    MPI_Group all, other;
    const int peer = size - 1 - rank;

    open_window();
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, 1, &peer, &other);
    if (rank == 0) {
        MPI_Win_start(other, 0, win);
        MPI_Put(origin, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
        origin[0] = 42;
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(other, 0, win);
        MPI_Win_wait(win);
    }
    MPI_Group_free(&all);
    MPI_Group_free(&other);
    MPI_Win_free(&win);
}

static void of_a_single_element(int rank, int size)
{
    open_epoch();
    if (rank == 0) {
        MPI_Fetch_and_op(origin, result, MPI_INT, size - 1, 0, MPI_SUM, win);
        origin[0] = 42;
        MPI_Win_flush(size - 1, win);
    }
    close_epoch();
}

/* Each round takes its value from the same variable. */
static void by_a_loop(int rank, int size)
{
    open_epoch();
    for (int i = 0; rank == 0 && i < WORDS; i++)
        MPI_Put(&i, 1, MPI_INT, size - 1, i, 1, MPI_INT, win);
    close_epoch();
}

PROGRAMS(PROGRAM(before_the_wait_for_a_put), PROGRAM(before_the_test_of_an_accumulate),
         PROGRAM(before_the_wait_for_a_get_accumulate), PROGRAM(before_waitall),
         PROGRAM(before_the_flush), PROGRAM(before_the_local_flush), PROGRAM(before_the_fence),
         PROGRAM(before_the_unlock), PROGRAM(before_complete), PROGRAM(of_a_single_element),
         PROGRAM(by_a_loop))
