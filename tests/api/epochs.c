/* SPDX-License-Identifier: MIT */
/* Active target synchronization: fences, and post, start, complete, wait. */
#include <stdlib.h>

#include "windows.h"

enum { INTS = 128 };

ALIGNED static int memory[INTS];

static MPI_Win window_of(int value)
{
    int i;

    for (i = 0; i < INTS; i++)
        memory[i] = value;
    return window_over(memory, sizeof memory, sizeof(int));
}

/* The group of the members from first to before end. */
static MPI_Group members(int first, int end)
{
    MPI_Group all, some;

    MPI_Comm_group(MPI_COMM_WORLD, &all);
    if (first < end)
        MPI_Group_range_incl(all, 1, (int[][3]){{first, end - 1, 1}}, &some);
    else
        MPI_Group_incl(all, 0, NULL, &some);
    MPI_Group_free(&all);
    return some;
}

static void put_to(int rank, int place, const int *value, MPI_Win win)
{
    check_ok(MPI_Put(value, 1, MPI_INT, rank, place, 1, MPI_INT, win));
}

/* ---- fences ---------------------------------------------------------------------------------- */

static void a_fence_ends_one_epoch_and_begins_the_next(void)
{
    int i, in = -1, out[20];
    MPI_Win win = window_of(-1);

    check_ok(MPI_Win_fence(0, win));
    for (i = 0; i < 20; i++) {
        out[i] = 100 * i + check_rank;
        put_to(right(), i, &out[i], win);
        check_ok(MPI_Win_fence(0, win));
        check_equal(memory[i], 100 * i + left());
        check_ok(MPI_Get(&in, 1, MPI_INT, right(), i, 1, MPI_INT, win));
        check_ok(MPI_Win_fence(0, win));
        check_equal(in, 100 * i + check_rank);
    }
    check_ok(MPI_Win_free(&win));
}

static void fences_take_their_asserts(void)
{
    MPI_Win win = window_of(-1);

    check_ok(MPI_Win_fence(MPI_MODE_NOPRECEDE, win));
    put_to(right(), 0, &check_rank, win);
    check_ok(MPI_Win_fence(MPI_MODE_NOSTORE, win));
    put_to(right(), 1, &check_rank, win);
    check_ok(MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT, win));
    check_ok(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
    check_ok(MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED | MPI_MODE_NOSTORE |
                           MPI_MODE_NOPUT, win));
    check_equal(memory[0], left());
    check_equal(memory[1], left());
    check_ok(MPI_Win_free(&win));
}

/* A value that a member stored before the fence is there for others after it. */
static void stores_before_a_fence_can_be_got(void)
{
    int in, turn;
    MPI_Win win = window_of(-1);

    for (turn = 0; turn < 10; turn++) {
        memory[3] = 50 * turn + check_rank;
        check_ok(MPI_Win_fence(0, win));
        check_ok(MPI_Get(&in, 1, MPI_INT, left(), 3, 1, MPI_INT, win));
        check_ok(MPI_Win_fence(0, win));
        check_equal(in, 50 * turn + left());
    }
    check_ok(MPI_Win_free(&win));
}

/* A fence begins nothing if the next one ends nothing. */
static void other_epochs_follow_a_fence(void)
{
    MPI_Group all = members(0, check_size);
    MPI_Win win = window_of(-1);

    check_ok(MPI_Win_fence(0, win));
    check_ok(MPI_Win_lock(MPI_LOCK_SHARED, right(), 0, win));
    put_to(right(), 0, &check_rank, win);
    check_ok(MPI_Win_unlock(right(), win));
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_Win_fence(MPI_MODE_NOPRECEDE, win));
    put_to(right(), 1, &check_rank, win);
    check_ok(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
    check_ok(MPI_Win_lock_all(0, win));
    put_to(right(), 2, &check_rank, win);
    check_ok(MPI_Win_unlock_all(win));
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_Win_fence(0, win));
    check_ok(MPI_Win_post(all, 0, win));
    check_ok(MPI_Win_start(all, 0, win));
    put_to(right(), 3, &check_rank, win);
    check_ok(MPI_Win_complete(win));
    check_ok(MPI_Win_wait(win));
    check_ok(MPI_Win_fence(MPI_MODE_NOPRECEDE, win));
    put_to(right(), 4, &check_rank, win);
    check_ok(MPI_Win_fence(0, win));
    for (int i = 0; i < 5; i++)
        check_equal(memory[i], left());
    check_ok(MPI_Win_free(&win));
    MPI_Group_free(&all);
}

static void fences_of_two_windows_are_apart(void)
{
    ALIGNED int more[4] = {-1, -1, -1, -1};
    MPI_Win win = window_of(-1), other = window_over(more, sizeof more, sizeof(int));

    check_ok(MPI_Win_fence(0, win));
    check_ok(MPI_Win_fence(0, other));
    put_to(right(), 2, &check_rank, win);
    put_to(left(), 3, &check_rank, other);
    check_ok(MPI_Win_fence(0, other));
    check_equal(more[3], right());
    check_ok(MPI_Win_fence(0, win));
    check_equal(memory[2], left());
    check_ok(MPI_Win_free(&other));
    check_ok(MPI_Win_free(&win));
}

/* ---- post, start, complete, wait ------------------------------------------------------------- */

static void neighbours_expose_to_each_other(void)
{
    int turn;
    MPI_Group origins = members(left(), left() + 1), targets = members(right(), right() + 1);
    MPI_Win win = window_of(-1);

    for (turn = 0; turn < 50; turn++) {
        int out = 100 * turn + check_rank;

        check_ok(MPI_Win_post(origins, 0, win));
        check_ok(MPI_Win_start(targets, 0, win));
        put_to(right(), turn, &out, win);
        check_ok(MPI_Win_complete(win));
        check_ok(MPI_Win_wait(win));
        check_equal(memory[turn], 100 * turn + left());
    }
    MPI_Group_free(&origins);
    MPI_Group_free(&targets);
    check_ok(MPI_Win_free(&win));
}

/* All but the first access the first; groups are freed at once. */
static void one_exposes_to_many(void)
{
    int turn, rank;
    MPI_Group group;
    MPI_Win win = window_of(-1);

    for (turn = 0; turn < 20; turn++) {
        int out = 100 * turn + check_rank;

        group = check_rank == 0 ? members(1, check_size) : members(0, 1);
        if (check_rank == 0) {
            check_ok(MPI_Win_post(group, 0, win));
            MPI_Group_free(&group);
            check_ok(MPI_Win_wait(win));
            for (rank = 1; rank < check_size; rank++)
                check_equal(memory[rank], 100 * turn + rank);
        } else {
            check_ok(MPI_Win_start(group, 0, win));
            MPI_Group_free(&group);
            put_to(0, check_rank, &out, win);
            check_ok(MPI_Win_complete(win));
        }
    }
    check_ok(MPI_Win_free(&win));
}

static void many_expose_to_one(void)
{
    int turn, rank, in[64];
    MPI_Group group;
    MPI_Win win = window_of(-1);

    for (turn = 0; turn < 20; turn++) {
        group = check_rank == 0 ? members(1, check_size) : members(0, 1);
        if (check_rank == 0) {
            check_ok(MPI_Win_start(group, 0, win));
            for (rank = 1; rank < check_size; rank++)
                check_ok(MPI_Get(&in[rank], 1, MPI_INT, rank, 5, 1, MPI_INT, win));
            check_ok(MPI_Win_complete(win));
            for (rank = 1; rank < check_size; rank++)
                check_equal(in[rank], 100 * turn + rank);
        } else {
            memory[5] = 100 * turn + check_rank;
            check_ok(MPI_Win_post(group, 0, win));
            check_ok(MPI_Win_wait(win));
        }
        MPI_Group_free(&group);
    }
    check_ok(MPI_Win_free(&win));
}

static void all_expose_to_all(void)
{
    int turn, rank;
    MPI_Group all = members(0, check_size);
    MPI_Win win = window_of(-1);

    for (turn = 0; turn < 20; turn++) {
        int out = 100 * turn + check_rank;

        check_ok(MPI_Win_post(all, 0, win));
        check_ok(MPI_Win_start(all, 0, win));
        for (rank = 0; rank < check_size; rank++)
            put_to(rank, check_rank, &out, win);
        check_ok(MPI_Win_complete(win));
        check_ok(MPI_Win_wait(win));
        for (rank = 0; rank < check_size; rank++)
            check_equal(memory[rank], 100 * turn + rank);
    }
    MPI_Group_free(&all);
    check_ok(MPI_Win_free(&win));
}

static void groups_of_nobody_are_no_epoch_to_anyone(void)
{
    int flag = -1;
    MPI_Win win = window_of(-1);

    check_ok(MPI_Win_start(MPI_GROUP_EMPTY, 0, win));
    check_ok(MPI_Put(&check_rank, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win));
    check_ok(MPI_Win_complete(win));
    check_ok(MPI_Win_post(MPI_GROUP_EMPTY, 0, win));
    check_ok(MPI_Win_wait(win));
    check_ok(MPI_Win_post(MPI_GROUP_EMPTY, 0, win));
    check_ok(MPI_Win_test(win, &flag));
    check_equal(flag, 1);
    check_ok(MPI_Win_free(&win));
}

static void a_test_tells_when_an_exposure_has_ended(void)
{
    int flag = 0;
    MPI_Group origins = members(left(), left() + 1), targets = members(right(), right() + 1);
    MPI_Win win = window_of(-1);

    check_ok(MPI_Win_post(origins, 0, win));
    check_ok(MPI_Win_test(win, &flag));
    check_equal(flag, 0); /* the left one waits for the barrier */
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_Win_start(targets, 0, win));
    put_to(right(), 1, &check_rank, win);
    check_ok(MPI_Win_complete(win));
    while (!flag)
        check_ok(MPI_Win_test(win, &flag));
    check_equal(memory[1], left());
    check_ok(MPI_Win_post(origins, 0, win)); /* the other has ended */
    check_ok(MPI_Win_start(targets, 0, win));
    check_ok(MPI_Win_complete(win));
    check_ok(MPI_Win_wait(win));
    MPI_Group_free(&origins);
    MPI_Group_free(&targets);
    check_ok(MPI_Win_free(&win));
}

static void epochs_without_notes_work_too(void)
{
    int turn;
    MPI_Group origins = members(left(), left() + 1), targets = members(right(), right() + 1);
    MPI_Win win = window_of(-1);

    for (turn = 0; turn < 20; turn++) {
        int out = 100 * turn + check_rank;

        check_ok(MPI_Win_post(origins, MPI_MODE_NOCHECK, win));
        MPI_Barrier(MPI_COMM_WORLD);
        check_ok(MPI_Win_start(targets, MPI_MODE_NOCHECK, win));
        put_to(right(), turn, &out, win);
        check_ok(MPI_Win_complete(win));
        check_ok(MPI_Win_wait(win));
        check_equal(memory[turn], 100 * turn + left());
        check_ok(MPI_Win_post(origins, MPI_MODE_NOSTORE | MPI_MODE_NOPUT, win));
        check_ok(MPI_Win_start(targets, 0, win));
        check_ok(MPI_Win_complete(win));
        check_ok(MPI_Win_wait(win));
    }
    MPI_Group_free(&origins);
    MPI_Group_free(&targets);
    check_ok(MPI_Win_free(&win));
}

/* A target may be ahead of its origins: its next post waits for them to come. */
static void a_target_may_be_an_epoch_ahead(void)
{
    int turn;
    MPI_Group group = check_rank == 0 ? members(1, check_size) : members(0, 1);
    MPI_Win win = window_of(0);

    for (turn = 0; turn < 200; turn++) {
        if (check_rank == 0) {
            check_ok(MPI_Win_post(group, 0, win));
            check_ok(MPI_Win_wait(win));
            check_equal(memory[0], (turn + 1) * (check_size - 1));
        } else {
            check_ok(MPI_Win_start(group, 0, win));
            check_ok(MPI_Accumulate(&(int){1}, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win));
            check_ok(MPI_Win_complete(win));
        }
    }
    MPI_Group_free(&group);
    check_ok(MPI_Win_free(&win));
}

/* The ranks of the group's own order are others than those of the window. */
static void groups_may_have_another_order(void)
{
    int rank, *ranks = malloc((size_t)check_size * sizeof *ranks);
    MPI_Group all, reversed;
    MPI_Win win = window_of(-1);

    for (rank = 0; rank < check_size; rank++)
        ranks[rank] = check_size - 1 - rank;
    MPI_Win_get_group(win, &all);
    MPI_Group_incl(all, check_size, ranks, &reversed);
    check_ok(MPI_Win_post(reversed, 0, win));
    check_ok(MPI_Win_start(reversed, 0, win));
    put_to(right(), 0, &check_rank, win);
    check_ok(MPI_Win_complete(win));
    check_ok(MPI_Win_wait(win));
    check_equal(memory[0], left());
    MPI_Group_free(&all);
    MPI_Group_free(&reversed);
    check_ok(MPI_Win_free(&win));
    free(ranks);
}

static void an_exposure_and_locks_of_another_window_go_together(void)
{
    ALIGNED int more[2] = {-1, -1};
    MPI_Group origins = members(left(), left() + 1), targets = members(right(), right() + 1);
    MPI_Win win = window_of(-1), other = window_over(more, sizeof more, sizeof(int));

    check_ok(MPI_Win_post(origins, 0, win));
    check_ok(MPI_Win_start(targets, 0, win));
    check_ok(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right(), 0, other));
    put_to(right(), 0, &check_rank, win);
    put_to(right(), 1, &check_rank, other);
    check_ok(MPI_Win_unlock(right(), other));
    check_ok(MPI_Win_complete(win));
    check_ok(MPI_Win_wait(win));
    MPI_Barrier(MPI_COMM_WORLD);
    check_equal(memory[0], left());
    check_equal(more[1], left());
    MPI_Group_free(&origins);
    MPI_Group_free(&targets);
    check_ok(MPI_Win_free(&win));
    check_ok(MPI_Win_free(&other));
}

CASES(a_fence_ends_one_epoch_and_begins_the_next, fences_take_their_asserts,
      stores_before_a_fence_can_be_got, other_epochs_follow_a_fence,
      fences_of_two_windows_are_apart, neighbours_expose_to_each_other, one_exposes_to_many,
      many_expose_to_one, all_expose_to_all, groups_of_nobody_are_no_epoch_to_anyone,
      a_test_tells_when_an_exposure_has_ended, epochs_without_notes_work_too,
      a_target_may_be_an_epoch_ahead, groups_may_have_another_order,
      an_exposure_and_locks_of_another_window_go_together)
