/* SPDX-License-Identifier: MIT */
/* Ranks that wait for locks, posts and words in windows which come late, but come. */
#include "case.h"

#include <time.h>

static _Alignas(64) int memory[4];

static void idle(int tenths)
{
    nanosleep(&(struct timespec){tenths / 10, tenths % 10 * 100000000L}, NULL);
}

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

static void a_holder_of_a_lock_sleeps(int rank, int size)
{
    MPI_Win win = window();

    (void)size;
    if (rank == 0)
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        idle(12);
    } else if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    } else {
        MPI_Win_lock_all(0, win);
    }
    if (rank < 2)
        MPI_Win_unlock(1, win);
    else
        MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

/* The others wait for messages of the one that only looks. */
static void a_word_is_polled(int rank, int size)
{
    int value = 0, i;
    MPI_Win win = window();

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        while (value == 0) {
            MPI_Fetch_and_op(NULL, &value, MPI_INT, 0, 0, MPI_NO_OP, win);
            MPI_Win_flush(0, win);
        }
        for (i = 2; i < size; i++)
            send_to(i, 1, MPI_COMM_WORLD);
    } else if (rank == 1) {
        idle(12);
        MPI_Accumulate(&(int){1}, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, win);
    } else {
        receive_from(0, 1, MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

static void a_shared_word_is_polled(int rank, int size)
{
    int *own, unit, i;
    volatile int *word;
    MPI_Aint bytes;
    MPI_Win win;

    MPI_Win_allocate_shared(rank == 0 ? 64 : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &word);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    if (rank == 0) {
        while (word[0] == 0)
            MPI_Win_sync(win);
        for (i = 2; i < size; i++)
            send_to(i, 1, MPI_COMM_WORLD);
    } else if (rank == 1) {
        idle(12);
        word[0] = 1;
        MPI_Win_sync(win);
    } else {
        receive_from(0, 1, MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
}

static void an_exposure_is_tested(int rank, int size)
{
    int flag = 0;
    MPI_Group group = one(rank == 0 ? 1 : 0);
    MPI_Win win = window();

    (void)size;
    if (rank == 0) {
        MPI_Win_post(group, 0, win);
        while (!flag)
            MPI_Win_test(win, &flag);
    } else if (rank == 1) {
        MPI_Win_start(group, 0, win);
        idle(12);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&group);
    MPI_Win_free(&win);
}

static void a_post_comes_late(int rank, int size)
{
    MPI_Group group = one(rank == 0 ? 1 : 0);
    MPI_Win win = window();

    (void)size;
    if (rank == 0) {
        idle(12);
        MPI_Win_post(group, 0, win);
        MPI_Win_wait(win);
    } else if (rank == 1) {
        MPI_Win_start(group, 0, win);
        MPI_Win_complete(win);
    }
    MPI_Group_free(&group);
    MPI_Win_free(&win);
}

/* Each holds a lock and wants those of its neighbours in the order of all. */
static void philosophers_dine(int rank, int size)
{
    int first = rank + 1 < size ? rank : 0, second = rank + 1 < size ? rank + 1 : rank, i;
    MPI_Win win = window();

    for (i = 0; i < 300; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, first, 0, win);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, second, 0, win);
        MPI_Win_unlock(first, win);
        MPI_Win_unlock(second, win);
        MPI_Win_lock_all(0, win);
        MPI_Win_unlock_all(win);
    }
    MPI_Win_free(&win);
}

PROGRAMS(PROGRAM(a_holder_of_a_lock_sleeps), PROGRAM(a_word_is_polled),
         PROGRAM(a_shared_word_is_polled), PROGRAM(an_exposure_is_tested),
         PROGRAM(a_post_comes_late), PROGRAM(philosophers_dine))
