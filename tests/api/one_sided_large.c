/* SPDX-License-Identifier: MIT */
/* One-sided communication with counts of MPI_Count: each function does what its other form does,
 * and takes numbers that do not fit an int. */
/* environment: ASAN_OPTIONS=allocator_may_return_null=1 */
#include <limits.h>
#include <stdint.h>

#include "windows.h"

static void each_way_of_making_has_a_large_form(void)
{
    ALIGNED int memory[2] = {-1, -1};
    int *mine, got = -1;
    MPI_Aint size = -1, unit = -1;
    char *base;
    MPI_Win win;

    check_ok(MPI_Win_create_c(memory, sizeof memory, (MPI_Aint)sizeof(int), MPI_INFO_NULL,
                              MPI_COMM_WORLD, &win));
    MPI_Win_fence(0, win);
    check_ok(MPI_Put_c(&check_rank, 1, MPI_INT, right(), 1, 1, MPI_INT, win));
    MPI_Win_fence(0, win);
    check_equal(memory[1], left());
    check_ok(MPI_Win_free(&win));
    check_ok(MPI_Win_allocate_c(BYTES(sizeof(int)), (MPI_Aint)sizeof(int), MPI_INFO_NULL,
                                MPI_COMM_WORLD, &mine, &win));
    *mine = 10 + check_rank;
    MPI_Win_fence(0, win);
    check_ok(MPI_Get_c(&got, 1, MPI_INT, right(), 0, 1, MPI_INT, win));
    MPI_Win_fence(0, win);
    check_equal(got, 10 + right());
    check_ok(MPI_Win_free(&win));
    check_ok(MPI_Win_allocate_shared_c(64, 2 + (MPI_Aint)check_rank, MPI_INFO_NULL,
                                       MPI_COMM_WORLD, &mine, &win));
    check_ok(MPI_Win_shared_query_c(win, right(), &size, &unit, &base));
    check_equal(size, 64);
    check_equal(unit, 2 + right());
    check_ok(MPI_Win_shared_query_c(win, check_rank, &size, &unit, &base));
    check((char *)mine == base);
    check_ok(MPI_Win_free(&win));
}

/* Only element 0 exists: no memory has that many bytes. */
static void a_unit_may_be_larger_than_an_int(void)
{
#ifndef MPICH_VERSION
    ALIGNED static int memory[4];
    MPI_Aint size = -1, unit = -1;
    int small = -1, got = -1;
    char *base;
    MPI_Win win;

    memory[0] = check_rank;
    check_ok(MPI_Win_create_c(memory, sizeof memory, (MPI_Aint)INT_MAX + 10, MPI_INFO_NULL,
                              MPI_COMM_WORLD, &win));
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    check_ok(MPI_Win_shared_query_c(win, right(), &size, &unit, &base));
    check_equal(unit, (MPI_Aint)INT_MAX + 10);
    check_class(MPI_Win_shared_query(win, right(), &size, &small, &base), MPI_ERR_ARG);
    check_equal(small, -1);
    MPI_Win_fence(0, win);
    check_ok(MPI_Get_c(&got, 1, MPI_INT, right(), 0, 1, MPI_INT, win));
    check_class(MPI_Get_c(&got, 1, MPI_INT, right(), 1, 1, MPI_INT, win), MPI_ERR_RMA_RANGE);
    MPI_Win_fence(0, win);
    check_equal(got, right());
    check_ok(MPI_Win_free(&win));
#endif
}

static void accumulates_have_large_forms(void)
{
    ALIGNED static int memory[4];
    int out[2] = {1, 2}, old[2] = {-1, -1};
    MPI_Win win = window_over(memory, sizeof memory, sizeof(int));

    memset(memory, 0, sizeof memory);
    MPI_Win_fence(0, win);
    check_ok(MPI_Accumulate_c(out, 2, MPI_INT, right(), 1, 2, MPI_INT, MPI_SUM, win));
    check_ok(MPI_Get_accumulate_c(out, 2, MPI_INT, old, 2, MPI_INT, right(), 1, 2, MPI_INT,
                                  MPI_REPLACE, win));
    MPI_Win_fence(0, win);
    check_equal(old[0], 1);
    check_equal(old[1], 2);
    check_equal(memory[0], 0);
    check_equal(memory[1], 1);
    check_equal(memory[2], 2);
    MPI_Win_free(&win);
}

static void requests_have_large_forms(void)
{
    ALIGNED static int memory[4];
    int out[2] = {1, 2}, in = -1, old = -1, i;
    MPI_Request requests[4];
    MPI_Win win = window_over(memory, sizeof memory, sizeof(int));

    for (i = 0; i < 4; i++)
        memory[i] = 10 * i;
    MPI_Barrier(MPI_COMM_WORLD);
    check_ok(MPI_Win_lock_all(0, win));
    check_ok(MPI_Rput_c(out, 1, MPI_INT, right(), 0, 1, MPI_INT, win, &requests[0]));
    check_ok(MPI_Rget_c(&in, 1, MPI_INT, right(), 1, 1, MPI_INT, win, &requests[1]));
    check_ok(MPI_Raccumulate_c(&out[1], 1, MPI_INT, right(), 2, 1, MPI_INT, MPI_SUM, win,
                               &requests[2]));
    check_ok(MPI_Rget_accumulate_c(&out[1], 1, MPI_INT, &old, 1, MPI_INT, right(), 3, 1, MPI_INT,
                                   MPI_SUM, win, &requests[3]));
    check_ok(MPI_Waitall(4, requests, MPI_STATUSES_IGNORE));
    check_ok(MPI_Win_unlock_all(win));
    MPI_Barrier(MPI_COMM_WORLD);
    check_equal(memory[0], 1);
    check_equal(in, 10);
    check_equal(memory[2], 22);
    check_equal(old, 30);
    check_equal(memory[3], 32);
    MPI_Win_free(&win);
}

/* The lengths that these numbers stand for are in no window. */
static void counts_beyond_any_window_are_refused(void)
{
#ifndef MPICH_VERSION /* 4.0 does not look, or crashes */
    static const MPI_Count counts[] = {(MPI_Count)INT_MAX + 1, INT64_C(1) << 61, INT64_C(1) << 62,
                                       INT64_MAX / 4, INT64_MAX};
    ALIGNED static int memory[4];
    int value[4] = {0};
    size_t i;
    MPI_Win win = window_over(memory, sizeof memory, sizeof(int));

    memset(memory, 0, sizeof memory);
    MPI_Win_fence(0, win);
    for (i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        MPI_Count count = counts[i];
        int class = -1, code = MPI_Put_c(value, count, MPI_INT, right(), 0, count, MPI_INT, win);

        MPI_Error_class(code, &class);
        check(class == MPI_ERR_COUNT || class == MPI_ERR_RMA_RANGE);
        MPI_Error_class(MPI_Get_c(value, 0, MPI_INT, right(), 0, count, MPI_INT, win), &class);
        check(class == MPI_ERR_COUNT || class == MPI_ERR_RMA_RANGE || class == MPI_ERR_TRUNCATE);
        code = MPI_Accumulate_c(value, 1, MPI_INT, right(), 0, count, MPI_INT, MPI_SUM, win);
        MPI_Error_class(code, &class);
        check(class == MPI_ERR_COUNT || class == MPI_ERR_RMA_RANGE);
    }
    check_class(MPI_Put_c(value, 1, MPI_INT, right(), INT64_MAX, 1, MPI_INT, win),
                MPI_ERR_RMA_RANGE);
    check_class(MPI_Put_c(value, 1, MPI_INT, right(), INT64_MAX / 4, 1, MPI_INT, win),
                MPI_ERR_RMA_RANGE);
    check_class(MPI_Put_c(value, 1, MPI_INT, right(), INT64_MIN, 1, MPI_INT, win),
                MPI_ERR_RMA_RANGE);
    MPI_Win_fence(0, win);
    check_equal(memory[0], 0);
    MPI_Win_free(&win);
#endif
}

static void windows_beyond_the_address_space_are_refused(void)
{
#ifndef MPICH_VERSION
    char *base = NULL;
    MPI_Win win = MPI_WIN_NULL;

    errors_return();
    check_class(MPI_Win_allocate_c(INT64_MAX, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win),
                MPI_ERR_NO_MEM);
    check_class(MPI_Win_allocate_shared_c(INT64_MAX, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                                          &win), MPI_ERR_NO_MEM);
    check_class(MPI_Win_allocate_shared_c(INT64_MAX / 3, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                                          &win), MPI_ERR_NO_MEM);
    check(base == NULL);
    check(win == MPI_WIN_NULL);
    errors_are_fatal();
#endif
}

CASES(each_way_of_making_has_a_large_form, a_unit_may_be_larger_than_an_int,
      accumulates_have_large_forms, requests_have_large_forms,
      counts_beyond_any_window_are_refused, windows_beyond_the_address_space_are_refused)
