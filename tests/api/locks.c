/* SPDX-License-Identifier: MIT */
/* Passive target synchronization: locks, flushes, and stores to shared windows. */
#include <stdlib.h>

#include "windows.h"

enum { INTS = 256 };

ALIGNED static int memory[INTS];

static MPI_Win window_of(int value)
{
    int i;
    MPI_Win win;

    for (i = 0; i < INTS; i++)
        memory[i] = value;
    win = window_over(memory, sizeof memory, sizeof(int));
    MPI_Barrier(MPI_COMM_WORLD);
    return win;
}

static int got(int rank, int place, MPI_Win win)
{
    int value = -12345;

    check_ok(MPI_Get(&value, 1, MPI_INT, rank, place, 1, MPI_INT, win));
    check_ok(MPI_Win_flush(rank, win));
    return value;
}

static void put(int value, int rank, int place, MPI_Win win)
{
    check_ok(MPI_Put(&value, 1, MPI_INT, rank, place, 1, MPI_INT, win));
    check_ok(MPI_Win_flush_local(rank, win));
}

static void an_unlock_completes_what_was_put(void)
{
    MPI_Win win = window_of(-1);

    check_ok(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right(), 0, win));
    put(check_rank, right(), 3, win);
    check_ok(MPI_Win_unlock(right(), win));
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_Win_lock(MPI_LOCK_SHARED, check_rank, 0, win));
    check_equal(memory[3], left());
    check_ok(MPI_Win_unlock(check_rank, win));
    check_ok(MPI_Win_free(&win));
}

static void an_exclusive_lock_keeps_all_others_out(void)
{
    enum { TURNS = 100 };
    int i;
    MPI_Win win = window_of(0);

    for (i = 0; i < TURNS; i++) {
        check_ok(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
        put(got(0, 7, win) + 1, 0, 7, win);
        check_ok(MPI_Win_unlock(0, win));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win));
    check_equal(got(0, 7, win), TURNS * check_size);
    check_ok(MPI_Win_unlock(0, win));
    check_ok(MPI_Win_free(&win));
}

/* The two halves of what a writer wrote are equal to readers of both kinds. */
static void readers_see_no_halves(void)
{
    enum { TURNS = 60 };
    int i, one, other;
    MPI_Win win = window_of(0);

    for (i = 0; i < TURNS; i++) {
        if ((i + check_rank) % 3 == 0) {
            check_ok(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
            one = got(0, 0, win);
            put(one + 1, 0, 0, win);
            put(one + 1, 0, 1, win);
            check_ok(MPI_Win_unlock(0, win));
        } else if ((i + check_rank) % 3 == 1) {
            check_ok(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win));
            one = got(0, 0, win);
            other = got(0, 1, win);
            check_ok(MPI_Win_unlock(0, win));
            check_equal(one, other);
        } else {
            check_ok(MPI_Win_lock_all(0, win));
            one = got(0, 0, win);
            other = got(0, 1, win);
            check_ok(MPI_Win_unlock_all(win));
            check_equal(one, other);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_Win_free(&win));
}

/* All have the lock at once: each waits inside for all. */
static void shared_locks_are_held_together(void)
{
    MPI_Win win = window_of(-1);

    check_ok(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win));
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_Win_unlock(0, win));
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_Win_lock_all(0, win));
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_Win_unlock_all(win));
    MPI_Barrier(MPI_COMM_WORLD);
    if (check_rank % 2 == 0)
        check_ok(MPI_Win_lock_all(0, win));
    else
        check_ok(MPI_Win_lock(MPI_LOCK_SHARED, right(), 0, win));
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(check_rank % 2 == 0 ? MPI_Win_unlock_all(win) : MPI_Win_unlock(right(), win));
    check_ok(MPI_Win_free(&win));
}

static void exclusive_locks_of_different_targets_are_held_together(void)
{
    MPI_Win win = window_of(-1);

    check_ok(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right(), 0, win));
    MPI_Barrier(MPI_COMM_WORLD);
    put(check_rank, right(), 0, win);
    check_ok(MPI_Win_unlock(right(), win));
    MPI_Barrier(MPI_COMM_WORLD);
    check_equal(memory[0], left());
    check_ok(MPI_Win_free(&win));
}

static void several_targets_are_locked_by_one(void)
{
    int rank, turn;
    MPI_Win win = window_of(0);

    for (turn = 0; turn < 20; turn++) {
        for (rank = 0; rank < check_size; rank++)
            check_ok(MPI_Win_lock(rank % 2 == 0 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, rank, 0,
                                  win));
        for (rank = 0; rank < check_size; rank += 2)
            put(got(rank, 0, win) + 1, rank, 0, win);
        for (rank = 0; rank < check_size; rank++)
            check_ok(MPI_Win_unlock(turn % 2 == 0 ? rank : check_size - 1 - rank, win));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    check_equal(memory[0], check_rank % 2 == 0 ? 20 * check_size : 0);
    check_ok(MPI_Win_free(&win));
}

static void a_window_of_ones_own_can_be_locked(void)
{
    int i;
    MPI_Win win = window_of(0);

    for (i = 0; i < 50; i++) {
        check_ok(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, check_rank, 0, win));
        memory[0]++;
        check_ok(MPI_Win_unlock(check_rank, win));
        check_ok(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right(), 0, win));
        put(got(right(), 0, win) + 1, right(), 0, win);
        check_ok(MPI_Win_unlock(right(), win));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_Win_lock(MPI_LOCK_SHARED, check_rank, 0, win));
    check_equal(memory[0], 100);
    check_ok(MPI_Win_unlock(check_rank, win));
    check_ok(MPI_Win_free(&win));
}

static void nobody_can_be_locked(void)
{
    MPI_Win win = window_of(-1);

    check_ok(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, MPI_PROC_NULL, 0, win));
    check_ok(MPI_Put(&check_rank, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win));
    check_ok(MPI_Win_flush(MPI_PROC_NULL, win));
    check_ok(MPI_Win_flush_local(MPI_PROC_NULL, win));
    check_ok(MPI_Win_lock(MPI_LOCK_SHARED, right(), 0, win));
    put(check_rank, right(), 0, win);
    check_ok(MPI_Win_unlock(MPI_PROC_NULL, win));
    put(check_rank, right(), 1, win);
    check_ok(MPI_Win_unlock(right(), win));
    MPI_Barrier(MPI_COMM_WORLD);
    check_equal(memory[0], left());
    check_equal(memory[1], left());
    check_ok(MPI_Win_free(&win));
}

static void locks_need_not_be_checked(void)
{
    MPI_Win win = window_of(-1);

    check_ok(MPI_Win_lock(MPI_LOCK_SHARED, right(), MPI_MODE_NOCHECK, win));
    put(check_rank, right(), 0, win);
    check_ok(MPI_Win_unlock(right(), win));
    check_ok(MPI_Win_lock_all(MPI_MODE_NOCHECK, win));
    put(check_rank, right(), 1, win);
    check_ok(MPI_Win_unlock_all(win));
    MPI_Barrier(MPI_COMM_WORLD);
    if (check_rank == 0) {
        check_ok(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right(), MPI_MODE_NOCHECK, win));
        put(55, right(), 2, win);
        check_ok(MPI_Win_unlock(right(), win));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    check_equal(memory[0], left());
    check_equal(memory[1], left());
    check_equal(memory[2], left() == 0 ? 55 : -1);
    check_ok(MPI_Win_free(&win));
}

/* ---- flush and sync -------------------------------------------------------------------------- */

/* A message tells the target that the data are there. */
static void a_flush_completes_at_the_target(void)
{
    int turn, token;
    MPI_Win win = window_of(-1);

    check_ok(MPI_Win_lock_all(0, win));
    for (turn = 0; turn < 40; turn++) {
        int out = 100 * turn + check_rank;

        check_ok(MPI_Put(&out, 1, MPI_INT, right(), turn, 1, MPI_INT, win));
        check_ok(turn % 2 == 0 ? MPI_Win_flush(right(), win) : MPI_Win_flush_all(win));
        MPI_Sendrecv(&turn, 1, MPI_INT, right(), 1, &token, 1, MPI_INT, left(), 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        check_ok(MPI_Win_sync(win));
        check_equal(memory[turn], 100 * turn + left());
    }
    check_ok(MPI_Win_unlock_all(win));
    check_ok(MPI_Win_free(&win));
}

static void a_local_flush_gives_buffers_back(void)
{
    int out = check_rank, in = -1;
    MPI_Win win = window_of(-1);

    check_ok(MPI_Win_lock_all(0, win));
    check_ok(MPI_Put(&out, 1, MPI_INT, right(), 0, 1, MPI_INT, win));
    check_ok(MPI_Win_flush_local(right(), win));
    out = -2;
    check_ok(MPI_Put(&(int){17}, 1, MPI_INT, right(), 1, 1, MPI_INT, win));
    check_ok(MPI_Get(&in, 1, MPI_INT, check_rank, 2, 1, MPI_INT, win));
    check_ok(MPI_Win_flush_local_all(win));
    check_equal(in, -1);
    check_ok(MPI_Win_unlock_all(win));
    MPI_Barrier(MPI_COMM_WORLD);
    check_equal(memory[0], left());
    check_equal(memory[1], 17);
    check_ok(MPI_Win_free(&win));
}

static void flushes_of_nothing_are_allowed(void)
{
    int rank;
    MPI_Win win = window_of(-1);

    check_ok(MPI_Win_lock_all(0, win));
    for (rank = 0; rank < check_size; rank++) {
        check_ok(MPI_Win_flush(rank, win));
        check_ok(MPI_Win_flush_local(rank, win));
    }
    check_ok(MPI_Win_flush_all(win));
    check_ok(MPI_Win_flush_local_all(win));
    check_ok(MPI_Win_sync(win));
    check_ok(MPI_Win_unlock_all(win));
    check_ok(MPI_Win_lock(MPI_LOCK_SHARED, right(), 0, win));
    check_ok(MPI_Win_flush_all(win));
    check_ok(MPI_Win_flush_local_all(win));
    check_ok(MPI_Win_sync(win));
    check_ok(MPI_Win_unlock(right(), win));
    check_ok(MPI_Win_free(&win));
}

static void stores_to_shared_memory_are_seen_after_a_sync(void)
{
    volatile int *mine, *others;
    int turn, unit;
    MPI_Aint size;
    MPI_Win win;

    MPI_Win_allocate_shared(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    check_ok(MPI_Win_shared_query(win, right(), &size, &unit, &others));
    check_ok(MPI_Win_lock_all(MPI_MODE_NOCHECK, win));
    for (turn = 0; turn < 20; turn++) {
        mine[0] = 100 * turn + check_rank;
        check_ok(MPI_Win_sync(win));
        MPI_Barrier(MPI_COMM_WORLD);
        check_ok(MPI_Win_sync(win));
        check_equal(others[0], 100 * turn + right());
        MPI_Barrier(MPI_COMM_WORLD);
    }
    check_ok(MPI_Win_unlock_all(win));
    check_ok(MPI_Win_free(&win));
}

/* The right neighbour's flag is set while this one only looks. */
static void a_loop_of_gets_sees_a_flag_in_the_end(void)
{
    int flag, zero = 0;
    MPI_Win win = window_of(0);

    check_ok(MPI_Win_lock_all(0, win));
    check_ok(MPI_Accumulate(&(int){1}, 1, MPI_INT, right(), 0, 1, MPI_INT, MPI_REPLACE, win));
    check_ok(MPI_Win_flush(right(), win));
    do {
        check_ok(MPI_Fetch_and_op(&zero, &flag, MPI_INT, check_rank, 0, MPI_NO_OP, win));
        check_ok(MPI_Win_flush(check_rank, win));
    } while (flag == 0);
    check_equal(flag, 1);
    check_ok(MPI_Win_unlock_all(win));
    check_ok(MPI_Win_free(&win));
}

/* The target waits for a message meanwhile, which comes when all have been there. */
static void a_target_need_not_call_anything(void)
{
    int i, token = 0;
    MPI_Win win = window_of(0);

    if (check_rank == 0) {
        for (i = 1; i < check_size; i++)
            MPI_Recv(&token, 1, MPI_INT, i, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check_ok(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win));
        check_equal(memory[0], 10 * (check_size - 1));
        check_ok(MPI_Win_unlock(0, win));
    } else {
        for (i = 0; i < 10; i++) {
            check_ok(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
            put(got(0, 0, win) + 1, 0, 0, win);
            check_ok(MPI_Win_unlock(0, win));
        }
        MPI_Send(&token, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    }
    check_ok(MPI_Win_free(&win));
}

/* Each rank holds one lock and takes another, in the order of the ranks. */
static void locks_of_two_windows_are_taken_in_order(void)
{
    ALIGNED int more[2] = {0, 0};
    int i;
    MPI_Win win = window_of(0), other = window_over(more, sizeof more, sizeof(int));

    for (i = 0; i < 40; i++) {
        check_ok(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
        check_ok(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, check_size - 1, 0, other));
        put(got(0, 0, win) + 1, 0, 0, win);
        put(got(check_size - 1, 0, other) + 1, check_size - 1, 0, other);
        check_ok(MPI_Win_unlock(check_size - 1, other));
        check_ok(MPI_Win_unlock(0, win));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (check_rank == 0)
        check_equal(memory[0], 40 * check_size);
    if (check_rank == check_size - 1)
        check_equal(more[0], 40 * check_size);
    check_ok(MPI_Win_free(&win));
    check_ok(MPI_Win_free(&other));
}

CASES(an_unlock_completes_what_was_put, an_exclusive_lock_keeps_all_others_out,
      readers_see_no_halves, shared_locks_are_held_together,
      exclusive_locks_of_different_targets_are_held_together, several_targets_are_locked_by_one,
      a_window_of_ones_own_can_be_locked, nobody_can_be_locked, locks_need_not_be_checked,
      a_flush_completes_at_the_target, a_local_flush_gives_buffers_back,
      flushes_of_nothing_are_allowed, stores_to_shared_memory_are_seen_after_a_sync,
      a_loop_of_gets_sees_a_flag_in_the_end, a_target_need_not_call_anything,
      locks_of_two_windows_are_taken_in_order)
