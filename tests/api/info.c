/* SPDX-License-Identifier: MIT */
/* Info objects, against a model, and what MPI_INFO_ENV has. */
#include "check.h"

#include <stdlib.h>

enum { KEYS = 12, STEPS = 500 };

static void values_are_kept_in_the_order_of_their_keys(void)
{
    char order[KEYS] = {0}, values[KEYS][16] = {{0}};
    unsigned long state = 5;
    int count = 0, i, step, nkeys;
    MPI_Info info, dup;

    check_ok(MPI_Info_create(&info));
    for (step = 0; step < STEPS; step++) {
        int which, there = -1;
        char key[16];

        state = state * 6364136223846793005ul + 1442695040888963407ul;
        which = (int)((state >> 33) % KEYS);
        snprintf(key, sizeof key, "key%d", which);
        for (i = 0; i < count; i++)
            if (order[i] == which)
                there = i;
        if ((state >> 40) % 3 != 0) {
            snprintf(values[which], sizeof values[which], "value%d", step);
            check_ok(MPI_Info_set(info, key, values[which]));
            if (there < 0)
                order[count++] = (char)which;
        } else if (there >= 0) {
            check_ok(MPI_Info_delete(info, key));
            memmove(order + there, order + there + 1, (size_t)(--count - there));
        }
    }
    check_ok(MPI_Info_dup(info, &dup));
    check_ok(MPI_Info_free(&info));
    check(info == MPI_INFO_NULL);
    check_ok(MPI_Info_get_nkeys(dup, &nkeys));
    check_equal(nkeys, count);
    for (i = 0; i < count; i++) {
        char key[MPI_MAX_INFO_KEY + 1], expected[16], value[32] = "";
        int flag = 0;

        snprintf(expected, sizeof expected, "key%d", order[i]);
        check_ok(MPI_Info_get_nthkey(dup, i, key));
#ifndef MPICH_VERSION /* which has another order */
        check_text(key, expected);
#endif
        check_ok(MPI_Info_get(dup, expected, 31, value, &flag));
        check(flag);
        check_text(value, values[(int)order[i]]);
    }
    MPI_Info_free(&dup);
}

static void a_value_that_does_not_fit_is_cut(void)
{
    char value[16];
    int room, flag, length;
    MPI_Info info;

    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "0123456789");
    memset(value, 'x', sizeof value);
    check_ok(MPI_Info_get(info, "key", 4, value, &flag));
    check(flag);
    check_text(value, "0123");
    check(value[5] == 'x');
    check_ok(MPI_Info_get_valuelen(info, "key", &length, &flag));
    check(flag);
    check_equal(length, 10);
    room = 4;
    memset(value, 'x', sizeof value);
    check_ok(MPI_Info_get_string(info, "key", &room, value, &flag));
    check_text(value, "012");
    check_equal(room, 11);
    room = 0;
    value[0] = 'x';
    check_ok(MPI_Info_get_string(info, "key", &room, value, &flag));
    check(flag);
    check(value[0] == 'x');
    check_equal(room, 11);
    check_ok(MPI_Info_get_string(info, "key", &room, value, &flag));
    check_text(value, "0123456789");
    room = 5;
    check_ok(MPI_Info_get_string(info, "none", &room, value, &flag));
    check(!flag);
    check_text(value, "0123456789");
    check_ok(MPI_Info_get(info, "none", 5, value, &flag));
    check(!flag);
    check_ok(MPI_Info_get_valuelen(info, "none", &length, &flag));
    check(!flag);
    MPI_Info_free(&info);
}

static void keys_and_values_may_be_as_long_as_they_may(void)
{
    char key[MPI_MAX_INFO_KEY + 1], value[MPI_MAX_INFO_VAL + 1], got[MPI_MAX_INFO_VAL + 1];
    int flag = 0;
    MPI_Info info;

    MPI_Info_create(&info);
    memset(key, 'k', sizeof key);
    memset(value, 'v', sizeof value);
    key[MPI_MAX_INFO_KEY - 1] = value[MPI_MAX_INFO_VAL - 1] = '\0';
    check_ok(MPI_Info_set(info, key, value));
    check_ok(MPI_Info_get(info, key, MPI_MAX_INFO_VAL - 1, got, &flag));
    check(flag);
    check_text(got, value);
    check_ok(MPI_Info_set(info, key, "")); /* an empty value is one */
    check_ok(MPI_Info_get(info, key, MPI_MAX_INFO_VAL - 1, got, &flag));
    check(flag);
    check_text(got, "");
    MPI_Info_free(&info);
}

#ifndef MPICH_VERSION /* 4.0 tells nothing there */
static void the_environment_tells_how_the_job_was_started(void)
{
    char value[MPI_MAX_INFO_VAL];
    int flag = 0;
    MPI_Info info = MPI_INFO_ENV, made;

    check_ok(MPI_Info_get(info, "maxprocs", sizeof value - 1, value, &flag));
    check(flag);
    check_equal(atoi(value), check_size);
    check_ok(MPI_Info_get(info, "command", sizeof value - 1, value, &flag));
    check(flag);
    check(value[0] != '\0');
    check_ok(MPI_Info_get(info, "thread_level", sizeof value - 1, value, &flag));
    check_text(value, "MPI_THREAD_SINGLE");
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    check_class(MPI_Info_set(info, "a", "b"), MPI_ERR_INFO);
    check_class(MPI_Info_delete(info, "maxprocs"), MPI_ERR_INFO);
    check_class(MPI_Info_free(&info), MPI_ERR_INFO);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
    check_ok(MPI_Info_create_env(0, NULL, &made));
    check_ok(MPI_Info_get(made, "maxprocs", sizeof value - 1, value, &flag));
    check(flag);
    check_ok(MPI_Info_free(&made));
    check_ok(MPI_Info_create_env(2, (char *[]){"program", "argument", NULL}, &made));
    check_ok(MPI_Info_get(made, "argv", sizeof value - 1, value, &flag));
    check(flag);
    check_text(value, "argument");
    check_ok(MPI_Info_free(&made));
    check_ok(MPI_Info_dup(MPI_INFO_ENV, &made)); /* may be changed */
    check_ok(MPI_Info_set(made, "a", "b"));
    check_ok(MPI_Info_free(&made));
}

static void hardware_is_told_by_kind(void)
{
    char value[8];
    int flag = 0;
    MPI_Info info;

    check_ok(MPI_Get_hw_resource_info(&info));
    check_ok(MPI_Info_get(info, "heddle://Machine", 7, value, &flag));
    check(flag);
    check_text(value, "true");
    check_ok(MPI_Info_free(&info));
}
#else
#define the_environment_tells_how_the_job_was_started values_are_kept_in_the_order_of_their_keys
#define hardware_is_told_by_kind values_are_kept_in_the_order_of_their_keys
#endif

static void memory_is_given_and_taken_back(void)
{
    void *blocks[50];
    int i;

    for (i = 0; i < 50; i++) {
        check_ok(MPI_Alloc_mem(i * 100, MPI_INFO_NULL, &blocks[i]));
        memset(blocks[i], i, (size_t)i * 100);
    }
    for (i = 49; i >= 0; i -= 2)
        check_ok(MPI_Free_mem(blocks[i]));
    for (i = 0; i < 50; i += 2)
        check_ok(MPI_Free_mem(blocks[i]));
#ifndef MPICH_VERSION
    {
        MPI_Info info;

        MPI_Info_create(&info);
        MPI_Info_set(info, "mpi_minimum_memory_alignment", "4096");
        check_ok(MPI_Alloc_mem(10, info, &blocks[0]));
        check((size_t)blocks[0] % 4096 == 0);
        MPI_Info_free(&info);
        MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
        check_ok(MPI_Free_mem(blocks[0]));
        check_class(MPI_Free_mem(&info), MPI_ERR_BASE);
        check_class(MPI_Free_mem(NULL), MPI_ERR_BASE);
        check_class(MPI_Alloc_mem(-1, MPI_INFO_NULL, &blocks[0]), MPI_ERR_ARG);
        check_class(MPI_Alloc_mem(1, (MPI_Info)(void *)blocks, &blocks[0]), MPI_ERR_INFO);
        MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
    }
#endif
}

static void wrong_arguments_are_told(void)
{
    char long_key[MPI_MAX_INFO_KEY + 2], long_value[MPI_MAX_INFO_VAL + 2];
    char text[MPI_MAX_INFO_KEY + 1];
    int value = 5, flag;
    MPI_Info info, none = MPI_INFO_NULL;

    memset(long_key, 'k', sizeof long_key);
    memset(long_value, 'v', sizeof long_value);
    long_key[sizeof long_key - 1] = long_value[sizeof long_value - 1] = '\0';
    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "value");
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    check_class(MPI_Info_set(none, "a", "b"), MPI_ERR_INFO);
    check_class(MPI_Info_set(info, NULL, "b"), MPI_ERR_INFO_KEY);
    check_class(MPI_Info_set(info, "", "b"), MPI_ERR_INFO_KEY);
    check_class(MPI_Info_set(info, long_key, "b"), MPI_ERR_INFO_KEY);
    check_class(MPI_Info_set(info, "a", NULL), MPI_ERR_INFO_VALUE);
    check_class(MPI_Info_set(info, "a", long_value), MPI_ERR_INFO_VALUE);
    check_class(MPI_Info_delete(none, "a"), MPI_ERR_INFO);
    check_class(MPI_Info_delete(info, NULL), MPI_ERR_INFO_KEY);
    check_class(MPI_Info_delete(info, "there is none"), MPI_ERR_INFO_NOKEY);
    check_class(MPI_Info_get(none, "a", 5, text, &flag), MPI_ERR_INFO);
    check_class(MPI_Info_get(info, NULL, 5, text, &flag), MPI_ERR_INFO_KEY);
    check_class(MPI_Info_get_valuelen(none, "a", &value, &flag), MPI_ERR_INFO);
    check_class(MPI_Info_get_valuelen(info, NULL, &value, &flag), MPI_ERR_INFO_KEY);
    check_class(MPI_Info_get_string(none, "a", &value, text, &flag), MPI_ERR_INFO);
    check_class(MPI_Info_get_string(info, NULL, &value, text, &flag), MPI_ERR_INFO_KEY);
    check_class(MPI_Info_get_nkeys(none, &value), MPI_ERR_INFO);
    check_class(MPI_Info_get_nthkey(none, 0, text), MPI_ERR_INFO);
    check_class(MPI_Info_get_nthkey(info, 1, text), MPI_ERR_ARG);
    check_class(MPI_Info_get_nthkey(info, -1, text), MPI_ERR_ARG);
    check_class(MPI_Info_dup(none, &info), MPI_ERR_INFO);
    check_class(MPI_Info_free(&none), MPI_ERR_INFO);
    check_class(MPI_Info_create(NULL), MPI_ERR_ARG);
    MPI_Info_free(&info);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

CASES(values_are_kept_in_the_order_of_their_keys, a_value_that_does_not_fit_is_cut,
      keys_and_values_may_be_as_long_as_they_may, the_environment_tells_how_the_job_was_started,
      hardware_is_told_by_kind, memory_is_given_and_taken_back, wrong_arguments_are_told)
