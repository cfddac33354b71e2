/* SPDX-License-Identifier: MIT */
/* Epochs of locks, or of MPI_Win_start, between two fences that have an epoch of their own there
 * (MPI 5.0, 12.5 and 12.5.1): each program once. */
#include "case.h"

static long memory[8], from[4], to[4];

static MPI_Win window(void)
{
    MPI_Win win;

    MPI_Win_create(memory, sizeof memory, sizeof memory[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    return win;
}

static void lock(int rank, int size)
{
    MPI_Win win = window();

    (void)size;
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(from, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
        MPI_Win_unlock(1, win);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

static void lock_all(int rank, int size)
{
    MPI_Win win = window();

    MPI_Win_fence(0, win);
    MPI_Win_lock_all(0, win);
    if (rank == 1)
        MPI_Get(to, 1, MPI_LONG, (rank + 1) % size, 0, 1, MPI_LONG, win);
    MPI_Win_unlock_all(win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
}

static void start(int rank, int size)
{
    MPI_Win win = window();
    MPI_Group all, other;

    (void)size;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, (const int[]){1 - rank}, &other);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Win_start(other, 0, win);
        MPI_Put(from, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(other, 0, win);
        MPI_Win_wait(win);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Group_free(&all);
    MPI_Group_free(&other);
}

/* The fence that ends one epoch begins the next. */
static void after_an_epoch(int rank, int size)
{
    MPI_Win win = window();

    (void)size;
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    if (rank == 0)
        MPI_Put(from, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Accumulate(from, 1, MPI_LONG, 1, 0, 1, MPI_LONG, MPI_SUM, win);
        MPI_Win_flush(1, win);
        MPI_Win_unlock(1, win);
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
}

static void with_a_request(int rank, int size)
{
    MPI_Win win = window();
    MPI_Request request;

    (void)size;
    MPI_Win_fence(MPI_MODE_NOSTORE, win);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, MPI_MODE_NOCHECK, win);
        MPI_Rput(from, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Win_unlock(1, win);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

static void to_itself(int rank, int size)
{
    MPI_Win win = window();

    (void)size;
    MPI_Win_fence(0, win);
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Fetch_and_op(from, to, MPI_LONG, 1, 0, MPI_SUM, win);
        MPI_Win_unlock(1, win);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

PROGRAMS(PROGRAM(lock), PROGRAM(lock_all), PROGRAM(start), PROGRAM(after_an_epoch),
         PROGRAM(with_a_request), PROGRAM(to_itself))
