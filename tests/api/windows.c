/* SPDX-License-Identifier: MIT */
/* Windows have groups, names, hints, attributes and error handlers, and are freed. */
#include <stdint.h>

#include "windows.h"

ALIGNED static int memory[16];

static MPI_Win window(void)
{
    return window_over(memory, sizeof memory, sizeof(int));
}

/* ---- groups and names ------------------------------------------------------------------------ */

static void the_group_is_that_of_the_communicator(void)
{
    MPI_Group all, group = MPI_GROUP_NULL;
    MPI_Win win = window();
    int result;

    check_ok(MPI_Win_get_group(win, &group));
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_compare(all, group, &result);
    check_equal(result, MPI_IDENT);
    MPI_Group_free(&all);
    MPI_Win_free(&win);
    MPI_Group_rank(group, &result);
    check_equal(result, check_rank);
    check_ok(MPI_Group_free(&group));
}

static void a_window_has_no_name_until_it_is_given_one(void)
{
    char name[MPI_MAX_OBJECT_NAME] = "something", letters[4 * MPI_MAX_OBJECT_NAME];
    MPI_Win win = window();
    int length = -1;

    check_ok(MPI_Win_get_name(win, name, &length));
    check_text(name, "");
    check_equal(length, 0);
    check_ok(MPI_Win_set_name(win, "temperatures"));
    check_ok(MPI_Win_get_name(win, name, &length));
    check_text(name, "temperatures");
    check_equal(length, 12);
    memset(letters, 'x', sizeof letters - 1);
    letters[sizeof letters - 1] = '\0';
#ifndef MPICH_VERSION
    check_ok(MPI_Win_set_name(win, letters));
    check_ok(MPI_Win_get_name(win, name, &length));
    check_equal(length, MPI_MAX_OBJECT_NAME - 1);
    check_equal(name[MPI_MAX_OBJECT_NAME - 2], 'x');
#endif
    check_ok(MPI_Win_set_name(win, ""));
    check_ok(MPI_Win_get_name(win, name, &length));
    check_text(name, "");
    MPI_Win_free(&win);
}

static void each_member_has_a_name_of_its_own(void)
{
    char name[MPI_MAX_OBJECT_NAME], own[20];
    MPI_Win win = window();
    int length, i;

    for (i = 0; i < 100; i++) {
        snprintf(own, sizeof own, "of %d, %d", check_rank, i);
        check_ok(MPI_Win_set_name(win, own));
        check_ok(MPI_Win_get_name(win, name, &length));
        check_text(name, own);
    }
    MPI_Win_free(&win);
}

/* ---- hints ----------------------------------------------------------------------------------- */

static void check_hint(MPI_Win win, const char *key, const char *expected)
{
    char value[MPI_MAX_INFO_VAL + 1] = "";
    MPI_Info info = MPI_INFO_NULL;
    int flag = 0, length = sizeof value;

    check_ok(MPI_Win_get_info(win, &info));
    check_ok(MPI_Info_get_string(info, key, &length, value, &flag));
    check_equal(flag, expected != NULL);
    if (flag && expected != NULL)
        check_text(value, expected);
    check_ok(MPI_Info_free(&info));
}

static void hints_have_their_defaults(void)
{
    MPI_Win win = window();

    check_hint(win, "no_locks", "false");
    check_hint(win, "accumulate_ordering", "rar,raw,war,waw");
    check_hint(win, "accumulate_ops", "same_op_no_op");
    check_hint(win, "same_size", "false");
    check_hint(win, "same_disp_unit", "false");
#ifndef MPICH_VERSION
    check_hint(win, "mpi_accumulate_granularity", "0");
    check_hint(win, "unheard_of", NULL);
#endif
    MPI_Win_free(&win);
}

static MPI_Info pair(const char *key, const char *value)
{
    MPI_Info info;

    MPI_Info_create(&info);
    MPI_Info_set(info, key, value);
    return info;
}

static void hints_given_are_returned(void)
{
    MPI_Info info = pair("no_locks", "true");
    MPI_Win win;

    MPI_Info_set(info, "same_size", "true");
    MPI_Info_set(info, "accumulate_ordering", "rar,war");
    MPI_Info_set(info, "unheard_of", "yes");
    check_ok(MPI_Win_create(memory, sizeof memory, 1, info, MPI_COMM_WORLD, &win));
    MPI_Info_free(&info);
    check_hint(win, "no_locks", "true");
    check_hint(win, "same_size", "true");
    check_hint(win, "same_disp_unit", "false");
#ifndef MPICH_VERSION /* 4.0 has another order, or unset keys */
    check_hint(win, "accumulate_ordering", "rar,war");
    check_hint(win, "unheard_of", NULL);
#endif
    /* A hint that is set later leaves the others alone. */
    info = pair("accumulate_ops", "same_op");
    check_ok(MPI_Win_set_info(win, info));
    MPI_Info_free(&info);
    check_hint(win, "accumulate_ops", "same_op");
    check_hint(win, "same_size", "true");
    MPI_Win_free(&win);
}

static void every_hint_is_taken(void)
{
#ifndef MPICH_VERSION
    static const char *const pairs[][3] = {
        {"no_locks", "true", "false"},
        {"accumulate_ordering", "none", "rar,rawful"},
        {"accumulate_ordering", "waw,rar", "sometimes"},
        {"accumulate_ops", "same_op", "any"},
        {"mpi_accumulate_granularity", "8", "eight"},
        {"same_size", "true", "perhaps"},
        {"same_disp_unit", "true", "TRUE "},
        {"mpi_assert_memory_alloc_kinds", "system", NULL},
    };
    MPI_Info info;
    MPI_Win win = window();
    size_t i;

    for (i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        info = pair(pairs[i][0], pairs[i][1]);
        check_ok(MPI_Win_set_info(win, info));
        MPI_Info_free(&info);
        check_hint(win, pairs[i][0], pairs[i][1]);
        if (pairs[i][2] == NULL || i == 0)
            continue;
        info = pair(pairs[i][0], pairs[i][2]); /* a value that the key cannot have */
        check_ok(MPI_Win_set_info(win, info));
        MPI_Info_free(&info);
        check_hint(win, pairs[i][0], pairs[i][1]);
    }
    MPI_Win_free(&win);
#endif
}

static void hints_may_be_none(void)
{
    MPI_Win win = window();
#ifndef MPICH_VERSION /* 4.0 wants an object */
    check_ok(MPI_Win_set_info(win, MPI_INFO_NULL));
#endif
    check_hint(win, "no_locks", "false");
    MPI_Win_free(&win);
}

/* ---- attributes ------------------------------------------------------------------------------ */

static int deleted;

static int note_deletion(MPI_Win win, int key, void *value, void *state)
{
    (void)key;
    check(win != MPI_WIN_NULL);
    check(state == &deleted);
    deleted += (int)(intptr_t)value;
    return MPI_SUCCESS;
}

static void attributes_are_deleted_with_the_window(void)
{
    int keys[2], flag = -1;
    void *value = NULL;
    MPI_Win win = window();

    deleted = 0;
    check_ok(MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, note_deletion, &keys[0], &deleted));
    check_ok(MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, note_deletion, &keys[1], &deleted));
    check_ok(MPI_Win_get_attr(win, keys[0], &value, &flag));
    check_equal(flag, 0);
    check_ok(MPI_Win_set_attr(win, keys[0], (void *)(intptr_t)3));
    check_ok(MPI_Win_set_attr(win, keys[1], (void *)(intptr_t)40));
    check_ok(MPI_Win_get_attr(win, keys[0], &value, &flag));
    check(flag && value == (void *)(intptr_t)3);
    check_ok(MPI_Win_set_attr(win, keys[0], (void *)(intptr_t)5));
    check_equal(deleted, 3);
    check_ok(MPI_Win_delete_attr(win, keys[1]));
    check_equal(deleted, 43);
    check_ok(MPI_Win_free_keyval(&keys[1]));
    check_ok(MPI_Win_free_keyval(&keys[0]));
    check_equal(keys[0], MPI_KEYVAL_INVALID);
    check_ok(MPI_Win_free(&win));
    check_equal(deleted, 48);
}

static int refuse_deletion(MPI_Win win, int key, void *value, void *state)
{
    (void)win;
    (void)key;
    (void)state;
    return *(int *)value ? MPI_ERR_OTHER : MPI_SUCCESS;
}

static void a_window_stays_when_its_attribute_does(void)
{
#ifndef MPICH_VERSION
    int key, refuses = 1;
    MPI_Win win = window();

    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, refuse_deletion, &key, NULL);
    MPI_Win_set_attr(win, key, &refuses);
    check_class(MPI_Win_free(&win), MPI_ERR_OTHER);
    check(win != MPI_WIN_NULL);
    MPI_Win_fence(0, win);
    refuses = 0;
    check_ok(MPI_Win_free(&win));
    MPI_Win_free_keyval(&key);
#else
    (void)refuse_deletion;
#endif
}

static void attributes_of_the_library_cannot_be_changed(void)
{
#ifndef MPICH_VERSION
    static const int keys[] = {MPI_WIN_BASE, MPI_WIN_SIZE, MPI_WIN_DISP_UNIT, MPI_WIN_CREATE_FLAVOR,
                               MPI_WIN_MODEL};
    MPI_Win win = window();
    size_t i;

    for (i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        check_class(MPI_Win_set_attr(win, keys[i], NULL), MPI_ERR_KEYVAL);
        check_class(MPI_Win_delete_attr(win, keys[i]), MPI_ERR_KEYVAL);
    }
    MPI_Win_free(&win);
#endif
}

/* ---- error handlers -------------------------------------------------------------------------- */

static int handled;
static MPI_Win handled_win;

static void handle(MPI_Win *win, int *code, ...)
{
    MPI_Error_class(*code, &handled);
    handled_win = *win;
}

static void errors_are_fatal_at_first(void)
{
    MPI_Errhandler handler;
    MPI_Win win;

    errors_return();
    MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    check_ok(MPI_Win_get_errhandler(win, &handler));
    check(handler == MPI_ERRORS_ARE_FATAL);
    MPI_Errhandler_free(&handler);
    MPI_Win_free(&win);
    errors_are_fatal();
}

static void a_handler_is_called_with_the_window(void)
{
    MPI_Errhandler handler, got;
    MPI_Win win = window();

    check_ok(MPI_Win_create_errhandler(handle, &handler));
    check_ok(MPI_Win_set_errhandler(win, handler));
    check_ok(MPI_Win_get_errhandler(win, &got));
    check(got == handler);
    MPI_Errhandler_free(&got);
    MPI_Errhandler_free(&handler);
    handled = 0;
    check_class(MPI_Put(memory, -1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_COUNT);
    check_equal(handled, MPI_ERR_COUNT);
    check(handled_win == win);
    check_ok(MPI_Win_call_errhandler(win, MPI_ERR_RMA_SYNC));
    check_equal(handled, MPI_ERR_RMA_SYNC);
    MPI_Win_free(&win);
}

/* ---- freeing --------------------------------------------------------------------------------- */

/* The memory that others have accessed is there until all have called MPI_Win_free. */
static void freeing_waits_for_all(void)
{
    int *mine, i, turn, in[8];
    MPI_Win win;

    for (turn = 0; turn < 20; turn++) {
        MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
        mine[0] = turn + check_rank;
        MPI_Barrier(MPI_COMM_WORLD);
        if (check_rank != 0) {
            MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
            for (i = 0; i < 8; i++)
                MPI_Get(&in[i], 1, MPI_INT, 0, 0, 1, MPI_INT, win);
            MPI_Win_unlock(0, win);
            check_equal(in[7], turn);
        }
        check_ok(MPI_Win_free(&win));
        check(win == MPI_WIN_NULL);
    }
}

static void windows_are_made_and_freed_many_times(void)
{
    int i, *mine;
    MPI_Win win;

    for (i = 0; i < 200; i++) {
        MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        if (i % 2 == 0)
            MPI_Win_fence(0, win);
        MPI_Win_free(&win);
        MPI_Win_allocate_shared(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
        MPI_Win_free(&win);
    }
    check(win == MPI_WIN_NULL);
}

CASES(the_group_is_that_of_the_communicator, a_window_has_no_name_until_it_is_given_one,
      each_member_has_a_name_of_its_own, hints_have_their_defaults, hints_given_are_returned,
      every_hint_is_taken, hints_may_be_none, attributes_are_deleted_with_the_window,
      a_window_stays_when_its_attribute_does, attributes_of_the_library_cannot_be_changed,
      errors_are_fatal_at_first, a_handler_is_called_with_the_window, freeing_waits_for_all,
      windows_are_made_and_freed_many_times)
