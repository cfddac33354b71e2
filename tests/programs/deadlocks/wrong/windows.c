/* SPDX-License-Identifier: MIT */
/* Windows: locks, posts, fences and frees that somebody waits for in vain. */
#include "case.h"

static _Alignas(64) int memory[4];

static MPI_Win window(void)
{
    MPI_Win win;

    MPI_Win_create(memory, sizeof memory, sizeof memory[0], MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    return win;
}

static MPI_Group one(int rank)
{
    MPI_Group all, group;

    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &rank, &group);
    MPI_Group_free(&all);
    return group;
}

/* ---- locks ----------------------------------------------------------------------------------- */

static void a_lock_is_never_released(int rank, int size)
{
    MPI_Win win = window();

    (void)size;
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        send_to(0, 1, MPI_COMM_WORLD);
        receive_from(0, 2, MPI_COMM_WORLD);
    } else if (rank == 0) {
        receive_from(1, 1, MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void locks_taken_crosswise(int rank, int size)
{
    MPI_Win win = window();

    MPI_Win_set_name(win, "the grid");
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (rank + 1) % size, 0, win);
    MPI_Win_unlock((rank + 1) % size, win);
    MPI_Win_unlock(rank, win);
    MPI_Win_free(&win);
}

static void locks_of_all_keep_a_writer_out(int rank, int size)
{
    MPI_Win win = window();

    (void)size;
    if (rank > 0)
        MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void a_writer_keeps_a_lock_of_all_out(int rank, int size)
{
    MPI_Win win = window();

    (void)size;
    if (rank == 0)
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank > 0)
        MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void many_readers_keep_a_writer_out(int rank, int size)
{
    MPI_Win win = window();

    (void)size;
    if (rank > 0)
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* The holder waits for a message of the rank that waits for the lock. */
static void a_message_inside_a_lock(int rank, int size)
{
    MPI_Win win = window();

    (void)size;
    if (rank == 0)
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        receive_from(1, 5, MPI_COMM_WORLD);
        MPI_Win_unlock(0, win);
    } else {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Win_unlock(0, win);
        send_to(0, 5, MPI_COMM_WORLD);
    }
    MPI_Win_free(&win);
}

static void a_lock_is_held_at_finalize(int rank, int size)
{
    MPI_Win win = window();

    (void)size;
    if (rank == 1)
        MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
}

/* ---- post, start, complete, wait ------------------------------------------------------------- */

static void a_start_without_a_post(int rank, int size)
{
    MPI_Group group = one(0);
    MPI_Win win = window();

    (void)size;
    if (rank == 1) {
        MPI_Win_start(group, 0, win);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&group);
    MPI_Win_free(&win);
}

static void a_wait_without_a_complete(int rank, int size)
{
    MPI_Group group = one(1 - rank);
    MPI_Win win = window();

    (void)size;
    if (rank == 0) {
        MPI_Win_post(group, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Win_start(group, 0, win);
        receive_from(0, 7, MPI_COMM_WORLD);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&group);
    MPI_Win_free(&win);
}

static void all_start_before_they_post(int rank, int size)
{
    MPI_Group group = one((rank + 1) % size), origins = one((rank + size - 1) % size);
    MPI_Win win = window();

    MPI_Win_start(group, 0, win);
    MPI_Win_post(origins, 0, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Group_free(&group);
    MPI_Group_free(&origins);
    MPI_Win_free(&win);
}

static void some_of_many_complete(int rank, int size)
{
    MPI_Group all, others, first = one(0);
    MPI_Win win = window();

    MPI_Win_get_group(win, &all);
    MPI_Group_difference(all, first, &others);
    if (rank == 0) {
        MPI_Win_post(others, 0, win);
        MPI_Win_wait(win);
    } else if (rank < size - 2) {
        MPI_Win_start(first, 0, win);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&all);
    MPI_Group_free(&others);
    MPI_Group_free(&first);
    MPI_Win_free(&win);
}

/* ---- calls of all members -------------------------------------------------------------------- */

static void a_fence_that_one_does_not_enter(int rank, int size)
{
    MPI_Win win = window();

    MPI_Win_fence(0, win);
    if (rank < size - 1)
        MPI_Win_fence(0, win);
    else
        receive_from(0, 3, MPI_COMM_WORLD);
    MPI_Win_free(&win);
}

static void a_window_freed_by_some(int rank, int size)
{
    MPI_Win win = window();

    (void)size;
    if (rank != 1)
        MPI_Win_free(&win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Win_free(&win);
}

static void a_window_made_by_some(int rank, int size)
{
    (void)size;
    if (rank != 2)
        window();
    else
        receive_from(0, 3, MPI_COMM_WORLD);
}

static void fences_of_two_windows_crosswise(int rank, int size)
{
    MPI_Win wins[2] = {window(), window()};

    (void)size;
    MPI_Win_set_name(wins[0], "pressure");
    MPI_Win_set_name(wins[1], "velocity");
    MPI_Win_fence(0, wins[rank % 2]);
    MPI_Win_fence(0, wins[1 - rank % 2]);
}

PROGRAMS(PROGRAM(a_lock_is_never_released), PROGRAM(locks_taken_crosswise),
         PROGRAM(locks_of_all_keep_a_writer_out), PROGRAM(a_writer_keeps_a_lock_of_all_out),
         PROGRAM(many_readers_keep_a_writer_out), PROGRAM(a_message_inside_a_lock),
         PROGRAM(a_lock_is_held_at_finalize),
         PROGRAM(a_start_without_a_post), PROGRAM(a_wait_without_a_complete),
         PROGRAM(all_start_before_they_post), PROGRAM(some_of_many_complete),
         PROGRAM(a_fence_that_one_does_not_enter), PROGRAM(a_window_freed_by_some),
         PROGRAM(a_window_made_by_some), PROGRAM(fences_of_two_windows_crosswise))
