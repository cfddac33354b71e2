/* SPDX-License-Identifier: MIT */
/* Wrong arguments and wrong epochs of one-sided communication: the class, and that nothing else
 * happens. */
#include <stdlib.h>

#include "windows.h"

ALIGNED static int memory[8];

static MPI_Win window(void)
{
    int i;

    for (i = 0; i < 8; i++)
        memory[i] = 100 * check_rank + i;
    return window_over(memory, sizeof memory, sizeof(int));
}

static void check_untouched(void)
{
    int i;

    for (i = 0; i < 8; i++)
        check_equal(memory[i], 100 * check_rank + i);
}

static void no_window_is_made_from_wrong_arguments(void)
{
    MPI_Win win = MPI_WIN_NULL;
    char *base = NULL;

    errors_return();
    check_class(MPI_Win_create(memory, -1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win), MPI_ERR_SIZE);
    check_class(MPI_Win_create(memory, 8, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &win), MPI_ERR_DISP);
    check_class(MPI_Win_create(memory, 8, -4, MPI_INFO_NULL, MPI_COMM_WORLD, &win), MPI_ERR_DISP);
    check_class(MPI_Win_create(memory, 8, 1, MPI_INFO_NULL, MPI_COMM_NULL, &win), MPI_ERR_COMM);
    check_class(MPI_Win_allocate(-1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win), MPI_ERR_SIZE);
    check_class(MPI_Win_allocate_shared(-1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win),
                MPI_ERR_SIZE);
    check_class(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_NULL, &win), MPI_ERR_COMM);
#ifndef MPICH_VERSION
    check_class(MPI_Win_create(NULL, 8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win), MPI_ERR_BASE);
    check_class(MPI_Win_create(memory, 8, 1, (MPI_Info)memory, MPI_COMM_WORLD, &win), MPI_ERR_INFO);
    check_class(MPI_Win_create(memory, 8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, NULL), MPI_ERR_ARG);
    check_class(MPI_Win_allocate(8, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win), MPI_ERR_DISP);
    check_class(MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, NULL, &win), MPI_ERR_ARG);
    check_class(MPI_Win_allocate_shared(8, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win),
                MPI_ERR_DISP);
#endif
    check(win == MPI_WIN_NULL);
    check(base == NULL);
    errors_are_fatal();
}

static void an_intercommunicator_has_no_window(void)
{
    MPI_Comm half, inter;
    MPI_Win win = MPI_WIN_NULL;
    int leader = check_rank % 2 == 0 ? 1 : 0;

    if (check_size == 1)
        return;
    MPI_Comm_split(MPI_COMM_WORLD, check_rank % 2, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, leader, 1, &inter);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
#ifndef MPICH_VERSION
    check_class(MPI_Win_create(memory, 8, 1, MPI_INFO_NULL, inter, &win), MPI_ERR_COMM);
    check_class(MPI_Win_create_dynamic(MPI_INFO_NULL, inter, &win), MPI_ERR_COMM);
#endif
    check(win == MPI_WIN_NULL);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

static void no_window_is_an_error_everywhere(void)
{
    MPI_Win win = MPI_WIN_NULL;
    MPI_Group group;
    MPI_Info info;
    MPI_Aint size;
    int value = 0, flag;
    char *base;

    errors_return();
    check_class(MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_WIN);
    check_class(MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_WIN);
    check_class(MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win), MPI_ERR_WIN);
    check_class(MPI_Fetch_and_op(&value, &value, MPI_INT, 0, 0, MPI_SUM, win), MPI_ERR_WIN);
    check_class(MPI_Win_fence(0, win), MPI_ERR_WIN);
    check_class(MPI_Win_start(MPI_GROUP_EMPTY, 0, win), MPI_ERR_WIN);
    check_class(MPI_Win_complete(win), MPI_ERR_WIN);
    check_class(MPI_Win_post(MPI_GROUP_EMPTY, 0, win), MPI_ERR_WIN);
    check_class(MPI_Win_wait(win), MPI_ERR_WIN);
    check_class(MPI_Win_test(win, &flag), MPI_ERR_WIN);
    check_class(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win), MPI_ERR_WIN);
    check_class(MPI_Win_unlock(0, win), MPI_ERR_WIN);
    check_class(MPI_Win_lock_all(0, win), MPI_ERR_WIN);
    check_class(MPI_Win_unlock_all(win), MPI_ERR_WIN);
    check_class(MPI_Win_flush(0, win), MPI_ERR_WIN);
    check_class(MPI_Win_flush_all(win), MPI_ERR_WIN);
    check_class(MPI_Win_flush_local(0, win), MPI_ERR_WIN);
    check_class(MPI_Win_flush_local_all(win), MPI_ERR_WIN);
    check_class(MPI_Win_sync(win), MPI_ERR_WIN);
    check_class(MPI_Win_get_group(win, &group), MPI_ERR_WIN);
    check_class(MPI_Win_get_info(win, &info), MPI_ERR_WIN);
    check_class(MPI_Win_set_info(win, MPI_INFO_NULL), MPI_ERR_WIN);
    check_class(MPI_Win_attach(win, &value, 4), MPI_ERR_WIN);
    check_class(MPI_Win_detach(win, &value), MPI_ERR_WIN);
    check_class(MPI_Win_shared_query(win, 0, &size, &flag, &base), MPI_ERR_WIN);
    check_class(MPI_Win_free(&win), MPI_ERR_WIN);
    errors_are_fatal();
}

static void a_freed_window_is_none(void)
{
#ifndef MPICH_VERSION
    MPI_Win win = window(), stale = win;
    int value = 0;

    MPI_Win_free(&win);
    errors_return();
    check_class(MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, stale), MPI_ERR_WIN);
    check_class(MPI_Win_fence(0, stale), MPI_ERR_WIN);
    check_class(MPI_Win_lock_all(0, stale), MPI_ERR_WIN);
    check_class(MPI_Win_free(&stale), MPI_ERR_WIN);
    errors_are_fatal();
#endif
}

static void operations_check_their_arguments(void)
{
    MPI_Win win = window();
    MPI_Datatype raw;
    int value = 77;

    MPI_Type_contiguous(2, MPI_INT, &raw);
    MPI_Win_fence(0, win);
    check_class(MPI_Put(&value, -1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_COUNT);
    check_class(MPI_Put(&value, 1, MPI_INT, 0, 0, -1, MPI_INT, win), MPI_ERR_COUNT);
    check_class(MPI_Put(&value, 1, MPI_DATATYPE_NULL, 0, 0, 1, MPI_INT, win), MPI_ERR_TYPE);
    check_class(MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_DATATYPE_NULL, win), MPI_ERR_TYPE);
    check_class(MPI_Put(&value, 1, raw, 0, 0, 1, MPI_INT, win), MPI_ERR_TYPE);
    check_class(MPI_Put(&value, 1, MPI_INT, 0, 0, 1, raw, win), MPI_ERR_TYPE);
    check_class(MPI_Put(&value, 1, MPI_INT, check_size, 0, 1, MPI_INT, win), MPI_ERR_RANK);
    check_class(MPI_Put(&value, 1, MPI_INT, -17, 0, 1, MPI_INT, win), MPI_ERR_RANK);
    check_class(MPI_Get(&value, -1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_COUNT);
    check_class(MPI_Get(&value, 1, MPI_INT, check_size, 0, 1, MPI_INT, win), MPI_ERR_RANK);
    check_class(MPI_Get(&value, 1, MPI_INT, 0, 0, 1, raw, win), MPI_ERR_TYPE);
    check_class(MPI_Accumulate(&value, 1, MPI_INT, check_size, 0, 1, MPI_INT, MPI_SUM, win),
                MPI_ERR_RANK);
    check_class(MPI_Fetch_and_op(&value, &value, MPI_INT, -17, 0, MPI_SUM, win), MPI_ERR_RANK);
#ifndef MPICH_VERSION
    check_class(MPI_Put(NULL, 1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_BUFFER);
    check_class(MPI_Put(MPI_IN_PLACE, 1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_BUFFER);
    check_class(MPI_Get(NULL, 1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_BUFFER);
    check_class(MPI_Put(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, 1, MPI_INT, win), MPI_ERR_RANK);
    check_class(MPI_Put(memory, 2, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_TRUNCATE);
    check_class(MPI_Get(&value, 1, MPI_INT, 0, 0, 2, MPI_INT, win), MPI_ERR_TRUNCATE);
#endif
    MPI_Win_fence(0, win);
    check_equal(value, 77);
    check_untouched();
    MPI_Type_free(&raw);
    MPI_Win_free(&win);
}

static void accumulates_check_their_operations(void)
{
    MPI_Win win = window();
    int value = 77, old = 78;

    MPI_Win_fence(0, win);
    check_class(MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_OP_NULL, win), MPI_ERR_OP);
    check_class(MPI_Get_accumulate(&value, 1, MPI_INT, &old, -1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM,
                                   win), MPI_ERR_COUNT);
    check_class(MPI_Fetch_and_op(&value, &old, MPI_INT, 0, 0, MPI_OP_NULL, win), MPI_ERR_OP);
    check_class(MPI_Fetch_and_op(&value, &old, MPI_DATATYPE_NULL, 0, 0, MPI_SUM, win),
                MPI_ERR_TYPE);
#ifndef MPICH_VERSION
    check_class(MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_NO_OP, win), MPI_ERR_OP);
    check_class(MPI_Accumulate(&value, 1, MPI_FLOAT, 0, 0, 1, MPI_FLOAT, MPI_BAND, win),
                MPI_ERR_OP);
    check_class(MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_MAXLOC, win), MPI_ERR_OP);
    check_class(MPI_Accumulate(&value, 1, MPI_FLOAT, 0, 0, 1, MPI_INT, MPI_SUM, win), MPI_ERR_TYPE);
    check_class(MPI_Get_accumulate(&value, 1, MPI_INT, &old, 1, MPI_FLOAT, 0, 0, 1, MPI_INT,
                                   MPI_SUM, win), MPI_ERR_TYPE);
    check_class(MPI_Compare_and_swap(&value, &value, &old, MPI_FLOAT, 0, 0, win), MPI_ERR_TYPE);
    check_class(MPI_Compare_and_swap(&value, &value, &old, MPI_WCHAR, 0, 0, win), MPI_ERR_TYPE);
    check_class(MPI_Compare_and_swap(&value, &value, &old, MPI_2INT, 0, 0, win), MPI_ERR_TYPE);
    check_class(MPI_Fetch_and_op(NULL, &old, MPI_INT, 0, 0, MPI_SUM, win), MPI_ERR_BUFFER);
    check_class(MPI_Fetch_and_op(&value, NULL, MPI_INT, 0, 0, MPI_SUM, win), MPI_ERR_BUFFER);
    check_class(MPI_Compare_and_swap(&value, NULL, &old, MPI_INT, 0, 0, win), MPI_ERR_BUFFER);
    check_class(MPI_Accumulate(memory, 2, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win),
                MPI_ERR_TRUNCATE);
#endif
    MPI_Win_fence(0, win);
    check_equal(old, 78);
    check_untouched();
    MPI_Win_free(&win);
}

static void first_only(void *in, void *inout, int *count, MPI_Datatype *type)
{
    memcpy(inout, in, (size_t)*count * sizeof(int));
    (void)type;
}

static void accumulates_take_no_types_and_operations_of_ones_own(void)
{
#ifndef MPICH_VERSION
    MPI_Win win = window();
    MPI_Datatype pair, mixed;
    MPI_Op op;
    int value[4] = {0};

    MPI_Op_create(first_only, 1, &op);
    MPI_Type_contiguous(1, MPI_INT, &pair);
    MPI_Type_create_struct(2, (int[]){1, 1}, (MPI_Aint[]){0, 4},
                           (MPI_Datatype[]){MPI_INT, MPI_FLOAT}, &mixed);
    MPI_Type_commit(&pair);
    MPI_Type_commit(&mixed);
    MPI_Win_fence(0, win);
    check_class(MPI_Accumulate(value, 1, MPI_INT, 0, 0, 1, MPI_INT, op, win), MPI_ERR_OP);
    check_class(MPI_Get_accumulate(value, 1, MPI_INT, value, 1, MPI_INT, 0, 0, 1, MPI_INT, op,
                                   win), MPI_ERR_OP);
    check_class(MPI_Fetch_and_op(value, value, MPI_INT, 0, 0, op, win), MPI_ERR_OP);
    check_class(MPI_Accumulate(value, 1, mixed, 0, 0, 1, mixed, MPI_SUM, win), MPI_ERR_TYPE);
    check_class(MPI_Accumulate(value, 1, mixed, 0, 0, 1, mixed, MPI_REPLACE, win), MPI_ERR_TYPE);
    check_class(MPI_Fetch_and_op(value, value, pair, 0, 0, MPI_SUM, win), MPI_ERR_TYPE);
    check_class(MPI_Compare_and_swap(value, value, value, pair, 0, 0, win), MPI_ERR_TYPE);
    MPI_Win_fence(0, win);
    check_untouched();
    MPI_Op_free(&op);
    MPI_Type_free(&pair);
    MPI_Type_free(&mixed);
    MPI_Win_free(&win);
#else
    (void)first_only;
#endif
}

static void data_must_be_in_the_window(void)
{
#ifndef MPICH_VERSION
    MPI_Win win = window();
    MPI_Datatype wide, before;
    int value[4] = {0}, old[2] = {-1, -1};

    MPI_Type_vector(2, 1, 7, MPI_INT, &wide);
    MPI_Type_create_hindexed_block(1, 1, (MPI_Aint[]){-4}, MPI_INT, &before);
    MPI_Type_commit(&wide);
    MPI_Type_commit(&before);
    MPI_Win_fence(0, win);
    check_class(MPI_Put(value, 1, MPI_INT, 0, 8, 1, MPI_INT, win), MPI_ERR_RMA_RANGE);
    check_class(MPI_Put(value, 2, MPI_INT, 0, 7, 2, MPI_INT, win), MPI_ERR_RMA_RANGE);
    check_class(MPI_Put(value, 1, MPI_INT, 0, -1, 1, MPI_INT, win), MPI_ERR_RMA_RANGE);
    check_class(MPI_Put(value, 2, MPI_INT, 0, 1, 1, wide, win), MPI_ERR_RMA_RANGE);
    check_class(MPI_Put(value, 1, MPI_INT, 0, 0, 1, before, win), MPI_ERR_RMA_RANGE);
    check_class(MPI_Get(old, 1, MPI_INT, right(), 8, 1, MPI_INT, win), MPI_ERR_RMA_RANGE);
    check_class(MPI_Accumulate(value, 1, MPI_LONG, 0, 7, 1, MPI_LONG, MPI_SUM, win),
                MPI_ERR_RMA_RANGE);
    check_class(MPI_Fetch_and_op(value, old, MPI_INT, 0, 8, MPI_SUM, win), MPI_ERR_RMA_RANGE);
    check_class(MPI_Compare_and_swap(value, value, old, MPI_INT, 0, -8, win), MPI_ERR_RMA_RANGE);
    MPI_Win_fence(0, win);
    check_equal(old[0], -1);
    check_untouched();
    MPI_Type_free(&wide);
    MPI_Type_free(&before);
    MPI_Win_free(&win);
#endif
}

static void memory_must_be_attached(void)
{
#ifndef MPICH_VERSION
    static int attached[12];
    MPI_Win win;
    MPI_Aint at, wrong[6];
    int value[4] = {0}, i;

    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    check_ok(MPI_Win_attach(win, attached + 4, 4 * sizeof(int)));
    check_class(MPI_Win_attach(win, attached + 3, 2 * sizeof(int)), MPI_ERR_RMA_ATTACH);
    check_class(MPI_Win_attach(win, attached + 5, sizeof(int)), MPI_ERR_RMA_ATTACH);
    check_class(MPI_Win_attach(win, attached, sizeof attached), MPI_ERR_RMA_ATTACH);
    check_class(MPI_Win_attach(win, attached + 4, 4 * sizeof(int)), MPI_ERR_RMA_ATTACH);
    check_class(MPI_Win_attach(win, NULL, 4), MPI_ERR_BASE);
    check_class(MPI_Win_attach(win, attached, -1), MPI_ERR_SIZE);
    check_ok(MPI_Win_attach(win, attached + 8, sizeof(int))); /* next to the other */
    check_class(MPI_Win_detach(win, attached + 5), MPI_ERR_ARG);
    check_class(MPI_Win_detach(win, attached), MPI_ERR_ARG);
    check_class(MPI_Win_shared_query(win, 0, &at, &i, &wrong[0]), MPI_ERR_RMA_FLAVOR);
    at = address_at(right(), attached);
    MPI_Win_fence(0, win);
    check_ok(MPI_Put(value, 2, MPI_INT, right(), MPI_Aint_add(at, 7 * sizeof(int)), 2, MPI_INT,
                     win));
    wrong[0] = MPI_Aint_add(at, 3 * sizeof(int));
    wrong[1] = MPI_Aint_add(at, 9 * sizeof(int));
    wrong[2] = MPI_Aint_add(at, 15);
    wrong[3] = 0;
    wrong[4] = -1;
    wrong[5] = -4;
    for (i = 0; i < 6; i++) {
        check_class(MPI_Put(value, 1, MPI_INT, right(), wrong[i], 1, MPI_INT, win),
                    MPI_ERR_RMA_RANGE);
        check_class(MPI_Accumulate(value, 1, MPI_INT, right(), wrong[i], 1, MPI_INT, MPI_SUM, win),
                    MPI_ERR_RMA_RANGE);
        check_class(MPI_Compare_and_swap(value, value, value, MPI_INT, right(), wrong[i], win),
                    MPI_ERR_RMA_RANGE);
    }
    MPI_Win_fence(0, win);
    check_ok(MPI_Win_detach(win, attached + 4));
    check_class(MPI_Win_detach(win, attached + 4), MPI_ERR_ARG);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    check_class(MPI_Put(value, 1, MPI_INT, right(), MPI_Aint_add(at, 16), 1, MPI_INT, win),
                MPI_ERR_RMA_RANGE);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    win = window();
    check_class(MPI_Win_attach(win, attached, 4), MPI_ERR_RMA_FLAVOR);
    check_class(MPI_Win_detach(win, attached), MPI_ERR_RMA_FLAVOR);
    MPI_Win_free(&win);
#endif
}

static void synchronization_checks_its_arguments(void)
{
    MPI_Win win = window();

    check_class(MPI_Win_lock(MPI_LOCK_SHARED, check_size, 0, win), MPI_ERR_RANK);
    check_class(MPI_Win_lock(MPI_LOCK_SHARED, -17, 0, win), MPI_ERR_RANK);
    check_class(MPI_Win_unlock(check_size, win), MPI_ERR_RANK);
    errors_return();
    check_class(MPI_Win_start(MPI_GROUP_NULL, 0, win), MPI_ERR_GROUP);
    check_class(MPI_Win_post(MPI_GROUP_NULL, 0, win), MPI_ERR_GROUP);
#ifndef MPICH_VERSION /* 4.0 has other classes, or does not look */
    check_class(MPI_Win_lock(4711, 0, 0, win), MPI_ERR_LOCKTYPE);
    check_class(MPI_Win_fence(1, win), MPI_ERR_ASSERT);
    check_class(MPI_Win_fence(MPI_MODE_NOCHECK, win), MPI_ERR_ASSERT);
    check_class(MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOSTORE, win), MPI_ERR_ASSERT);
    check_class(MPI_Win_lock_all(MPI_MODE_NOPUT, win), MPI_ERR_ASSERT);
    check_class(MPI_Win_start(MPI_GROUP_EMPTY, MPI_MODE_NOSTORE, win), MPI_ERR_ASSERT);
    check_class(MPI_Win_post(MPI_GROUP_EMPTY, MPI_MODE_NOSUCCEED, win), MPI_ERR_ASSERT);
    check_class(MPI_Win_lock_all(-1, win), MPI_ERR_ASSERT);
    check_class(MPI_Win_get_group(win, NULL), MPI_ERR_ARG);
    check_class(MPI_Win_get_info(win, NULL), MPI_ERR_ARG);
    check_class(MPI_Win_set_info(win, (MPI_Info)memory), MPI_ERR_INFO);
    check_class(MPI_Win_free(NULL), MPI_ERR_ARG);
#endif
    errors_are_fatal();
    MPI_Win_free(&win);
}

static void queries_check_their_arguments(void)
{
    MPI_Win win = window();
    MPI_Aint size = -7;
    int unit = -7;
    char *base = NULL;

    (void)size, (void)unit, (void)base;
#ifndef MPICH_VERSION
    check_class(MPI_Win_shared_query(win, check_size, &size, &unit, &base), MPI_ERR_RANK);
    check_class(MPI_Win_shared_query(win, -17, &size, &unit, &base), MPI_ERR_RANK);
    check_class(MPI_Win_shared_query(win, 0, NULL, &unit, &base), MPI_ERR_ARG);
    check_class(MPI_Win_shared_query(win, 0, &size, NULL, &base), MPI_ERR_ARG);
    check_class(MPI_Win_shared_query(win, 0, &size, &unit, NULL), MPI_ERR_ARG);
#endif
    check_equal(size, -7);
    check_equal(unit, -7);
    check(base == NULL);
    MPI_Win_free(&win);
}

/* The communicator of another half has a rank that the window does not. */
static void groups_must_be_of_the_window(void)
{
#ifndef MPICH_VERSION
    MPI_Group all;
    MPI_Win win = MPI_WIN_NULL;

    if (check_size == 1)
        return;
    MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    check_class(MPI_Win_start(all, 0, win), MPI_ERR_GROUP);
    check_class(MPI_Win_post(all, 0, win), MPI_ERR_GROUP);
    check_class(MPI_Win_complete(win), MPI_ERR_RMA_SYNC);
    check_class(MPI_Win_wait(win), MPI_ERR_RMA_SYNC);
    MPI_Group_free(&all);
    MPI_Win_free(&win);
#endif
}

CASES(no_window_is_made_from_wrong_arguments, an_intercommunicator_has_no_window,
      no_window_is_an_error_everywhere, a_freed_window_is_none, operations_check_their_arguments,
      accumulates_check_their_operations, accumulates_take_no_types_and_operations_of_ones_own,
      data_must_be_in_the_window, memory_must_be_attached, synchronization_checks_its_arguments,
      queries_check_their_arguments, groups_must_be_of_the_window)
