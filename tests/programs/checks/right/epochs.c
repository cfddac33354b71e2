/* SPDX-License-Identifier: MIT */
/* Fences and other epochs of one window, as the standard allows them (MPI 5.0, 12.5). */
#include "case.h"

static long memory[8], from[4];

static MPI_Win window(void)
{
    MPI_Win win;

    MPI_Win_create(memory, sizeof memory, sizeof memory[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    return win;
}

static void put_in_lock(int rank, MPI_Win win)
{
    if (rank != 0)
        return;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(from, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
    MPI_Win_unlock(1, win);
}

static void put_in_fence(int rank, MPI_Win win)
{
    if (rank == 0)
        MPI_Put(from, 1, MPI_LONG, 1, 0, 1, MPI_LONG, win);
}

/* No fence follows, so the first has begun nothing. */
static void fence_then_lock(int rank, int size)
{
    MPI_Win win = window();

    (void)size;
    MPI_Win_fence(0, win);
    put_in_lock(rank, win);
    MPI_Win_free(&win);
}

static void no_succeed(int rank, int size)
{
    MPI_Win win = window();

    (void)size;
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    put_in_fence(rank, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    put_in_lock(rank, win);
    MPI_Win_fence(0, win);
    put_in_fence(rank, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
}

/* The second fence says that it ends nothing. */
static void no_precede(int rank, int size)
{
    MPI_Win win = window();

    (void)size;
    MPI_Win_fence(0, win);
    put_in_lock(rank, win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    put_in_fence(rank, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
}

static void without_operations(int rank, int size)
{
    MPI_Win win = window();

    (void)size;
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Win_unlock(1, win);
    }
    MPI_Win_lock_all(0, win);
    MPI_Win_unlock_all(win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

static void lock_then_fences(int rank, int size)
{
    MPI_Win win = window();

    (void)size;
    put_in_lock(rank, win);
    MPI_Win_fence(0, win);
    put_in_fence(rank, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

/* The epochs of two windows have nothing to do with each other. */
static void two_windows(int rank, int size)
{
    MPI_Win fenced = window(), locked;

    (void)size;
    MPI_Win_create(&memory[4], sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &locked);
    MPI_Win_fence(0, fenced);
    put_in_fence(rank, fenced);
    put_in_lock(rank, locked);
    MPI_Win_fence(0, fenced);
    MPI_Win_free(&fenced);
    MPI_Win_free(&locked);
}

PROGRAMS(PROGRAM(fence_then_lock), PROGRAM(no_succeed), PROGRAM(no_precede),
         PROGRAM(without_operations), PROGRAM(lock_then_fences), PROGRAM(two_windows))
