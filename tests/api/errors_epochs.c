/* SPDX-License-Identifier: MIT */
/* Calls outside the epoch that they need are MPI_ERR_RMA_SYNC, and change no epoch. */
#include "windows.h"

ALIGNED static int memory[8];

static MPI_Win window(void)
{
    memset(memory, 0, sizeof memory);
    return window_over(memory, sizeof memory, sizeof(int));
}

/* MPICH 4.0 looks for these in builds for debugging only. */
#ifdef MPICH_VERSION
#define refused(call) ((void)0)
#else
#define refused(call) check_class(call, MPI_ERR_RMA_SYNC)
#endif

static int value = 5, old;

/* All operations on that target are refused. */
static void operations_are_refused(int target, MPI_Win win)
{
    (void)target, (void)win;
    refused(MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win));
    refused(MPI_Get(&old, 1, MPI_INT, target, 0, 1, MPI_INT, win));
    refused(MPI_Accumulate(&value, 1, MPI_INT, target, 0, 1, MPI_INT, MPI_SUM, win));
    refused(MPI_Get_accumulate(&value, 1, MPI_INT, &old, 1, MPI_INT, target, 0, 1, MPI_INT, MPI_SUM,
                               win));
    refused(MPI_Fetch_and_op(&value, &old, MPI_INT, target, 0, MPI_SUM, win));
    refused(MPI_Compare_and_swap(&value, &value, &old, MPI_INT, target, 0, win));
    refused(MPI_Put(&value, 0, MPI_INT, target, 0, 0, MPI_INT, win));
}

/* Also where other operations are allowed. */
static void requests_are_refused(MPI_Win win)
{
    MPI_Request request = MPI_REQUEST_NULL;

    (void)win;
    refused(MPI_Rput(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request));
    refused(MPI_Rget(&old, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request));
    refused(MPI_Raccumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win, &request));
    refused(MPI_Rget_accumulate(&value, 1, MPI_INT, &old, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM,
                                win, &request));
    check(request == MPI_REQUEST_NULL);
}

static void flushes_are_refused(MPI_Win win)
{
    (void)win;
    refused(MPI_Win_flush(0, win));
    refused(MPI_Win_flush_local(0, win));
    refused(MPI_Win_flush_all(win));
    refused(MPI_Win_flush_local_all(win));
}

static void without_an_epoch_nothing_is_allowed(void)
{
    int flag = -1;
    MPI_Win win = window();

    operations_are_refused(0, win);
    operations_are_refused(MPI_PROC_NULL, win);
    requests_are_refused(win);
    flushes_are_refused(win);
    refused(MPI_Win_complete(win));
    refused(MPI_Win_wait(win));
    refused(MPI_Win_test(win, &flag));
    check_equal(flag, -1);
    refused(MPI_Win_unlock(0, win));
    refused(MPI_Win_unlock(MPI_PROC_NULL, win));
    refused(MPI_Win_unlock_all(win));
    MPI_Win_free(&win);
    check_equal(memory[0], 0);
}

static void a_fence_allows_operations_without_requests(void)
{
    MPI_Win win = window();

    MPI_Win_fence(0, win);
    requests_are_refused(win);
    flushes_are_refused(win);
    refused(MPI_Win_complete(win));
    refused(MPI_Win_unlock_all(win));
    check_ok(MPI_Put(&value, 1, MPI_INT, right(), 0, 1, MPI_INT, win));
    requests_are_refused(win);
    refused(MPI_Win_lock(MPI_LOCK_SHARED, right(), 0, win));
    refused(MPI_Win_lock_all(0, win));
    refused(MPI_Win_start(MPI_GROUP_EMPTY, 0, win));
    refused(MPI_Win_post(MPI_GROUP_EMPTY, 0, win));
    refused(MPI_Win_free(&win));
    refused(MPI_Win_fence(MPI_MODE_NOPRECEDE, win));
    check(win != MPI_WIN_NULL);
    check_ok(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
    check_equal(memory[0], 5);
    operations_are_refused(right(), win);
    check_ok(MPI_Win_free(&win));
}

static MPI_Group self_alone(void)
{
    MPI_Group all, self;

    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, &check_rank, &self);
    MPI_Group_free(&all);
    return self;
}

static void a_start_allows_its_targets_alone(void)
{
    MPI_Group self = self_alone();
    MPI_Win win = window();

    check_ok(MPI_Win_post(self, 0, win));
    refused(MPI_Win_post(self, 0, win));
    operations_are_refused(check_rank, win);
    check_ok(MPI_Win_start(self, 0, win));
    refused(MPI_Win_start(MPI_GROUP_EMPTY, 0, win));
    if (check_size > 1)
        operations_are_refused(right(), win);
    check_ok(MPI_Put(&value, 1, MPI_INT, check_rank, 1, 1, MPI_INT, win));
    requests_are_refused(win);
    flushes_are_refused(win);
    refused(MPI_Win_lock(MPI_LOCK_SHARED, check_rank, 0, win));
    refused(MPI_Win_lock_all(0, win));
    refused(MPI_Win_fence(0, win));
    refused(MPI_Win_unlock(check_rank, win));
    refused(MPI_Win_unlock_all(win));
    refused(MPI_Win_free(&win));
    check_ok(MPI_Win_complete(win));
    refused(MPI_Win_complete(win));
    operations_are_refused(check_rank, win);
    refused(MPI_Win_free(&win)); /* it is exposed still */
    refused(MPI_Win_fence(0, win));
    refused(MPI_Win_lock(MPI_LOCK_SHARED, check_rank, 0, win));
    refused(MPI_Win_lock_all(0, win));
    check_ok(MPI_Win_wait(win));
    refused(MPI_Win_wait(win));
    check_equal(memory[1], 5);
    check_ok(MPI_Win_free(&win));
    MPI_Group_free(&self);
}

static void a_lock_allows_its_target_alone(void)
{
    MPI_Group self = self_alone();
    MPI_Win win = window();

    check_ok(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right(), 0, win));
    refused(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right(), 0, win));
    refused(MPI_Win_lock(MPI_LOCK_SHARED, right(), 0, win));
    refused(MPI_Win_lock_all(0, win));
    if (check_size > 1) {
        operations_are_refused(check_rank, win);
        refused(MPI_Win_flush(check_rank, win));
        refused(MPI_Win_flush_local(check_rank, win));
        refused(MPI_Win_unlock(check_rank, win));
    }
    refused(MPI_Win_fence(0, win));
    refused(MPI_Win_start(self, 0, win));
    refused(MPI_Win_post(self, 0, win));
    refused(MPI_Win_complete(win));
    refused(MPI_Win_wait(win));
    refused(MPI_Win_unlock_all(win));
    refused(MPI_Win_free(&win));
    check(win != MPI_WIN_NULL);
    check_ok(MPI_Put(&value, 1, MPI_INT, right(), 2, 1, MPI_INT, win));
    check_ok(MPI_Win_unlock(right(), win));
    refused(MPI_Win_unlock(right(), win));
    operations_are_refused(right(), win);
    MPI_Barrier(MPI_COMM_WORLD);
    check_equal(memory[2], 5);
    check_ok(MPI_Win_free(&win));
    MPI_Group_free(&self);
}

static void a_lock_of_all_is_no_lock_of_one(void)
{
    MPI_Win win = window();

    check_ok(MPI_Win_lock_all(0, win));
    refused(MPI_Win_lock_all(0, win));
    refused(MPI_Win_lock(MPI_LOCK_SHARED, right(), 0, win));
    refused(MPI_Win_unlock(right(), win));
    refused(MPI_Win_fence(0, win));
    refused(MPI_Win_start(MPI_GROUP_EMPTY, 0, win));
    refused(MPI_Win_post(MPI_GROUP_EMPTY, 0, win));
    refused(MPI_Win_free(&win));
    check_ok(MPI_Put(&value, 1, MPI_INT, right(), 3, 1, MPI_INT, win));
    check_ok(MPI_Win_unlock_all(win));
    refused(MPI_Win_unlock_all(win));
    operations_are_refused(right(), win);
    MPI_Barrier(MPI_COMM_WORLD);
    check_equal(memory[3], 5);
    check_ok(MPI_Win_free(&win));
}

static void a_window_without_locks_has_none(void)
{
#ifndef MPICH_VERSION
    MPI_Info info;
    MPI_Win win;

    MPI_Info_create(&info);
    MPI_Info_set(info, "no_locks", "true");
    MPI_Win_create(memory, sizeof memory, 1, info, MPI_COMM_WORLD, &win);
    MPI_Info_free(&info);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    refused(MPI_Win_lock(MPI_LOCK_SHARED, right(), 0, win));
    refused(MPI_Win_lock_all(0, win));
    check_ok(MPI_Win_fence(0, win));
    check_ok(MPI_Win_free(&win));
#endif
}

CASES(without_an_epoch_nothing_is_allowed, a_fence_allows_operations_without_requests,
      a_start_allows_its_targets_alone, a_lock_allows_its_target_alone,
      a_lock_of_all_is_no_lock_of_one, a_window_without_locks_has_none)
