/* SPDX-License-Identifier: MIT */
/* Windows to which memory is attached. */
#include "windows.h"

static void attached_memory_is_reached_by_its_address(void)
{
    ALIGNED static int first[4], second[4];
    MPI_Aint at_first, at_second, *size;
    int got = -1, flag, *flavor, *unit;
    void *base;
    MPI_Win win;

    memset(first, 0, sizeof first);
    second[3] = check_rank;
    check_ok(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    check_ok(MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &flavor, &flag));
    check(flag && *flavor == MPI_WIN_FLAVOR_DYNAMIC);
    check_ok(MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &flag));
    check(flag && base == MPI_BOTTOM);
    check_ok(MPI_Win_get_attr(win, MPI_WIN_SIZE, &size, &flag));
    check(flag && *size == 0);
    check_ok(MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &unit, &flag));
    check(flag && *unit == 1);
    check_ok(MPI_Win_attach(win, first, sizeof first));
    check_ok(MPI_Win_attach(win, second, sizeof second));
    at_first = address_at(right(), first);
    at_second = address_at(right(), second);
    MPI_Win_fence(0, win);
    check_ok(MPI_Put(&check_rank, 1, MPI_INT, right(), MPI_Aint_add(at_first, 2 * sizeof(int)), 1,
                     MPI_INT, win));
    check_ok(MPI_Get(&got, 1, MPI_INT, right(), MPI_Aint_add(at_second, 3 * sizeof(int)), 1,
                     MPI_INT, win));
    check_ok(MPI_Accumulate(&(int){7}, 1, MPI_INT, right(), at_first, 1, MPI_INT, MPI_SUM, win));
    MPI_Win_fence(0, win);
    check_equal(first[2], left());
    check_equal(first[0], 7);
    check_equal(got, right());
    check_ok(MPI_Win_detach(win, first));
    check_ok(MPI_Win_detach(win, second));
    check_ok(MPI_Win_free(&win));
}

static void memory_can_be_attached_again_and_left_attached(void)
{
    ALIGNED static char memory[40][8];
    MPI_Win win;
    int i;

    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (i = 0; i < 40; i++) /* every other of them, in a mixed order */
        check_ok(MPI_Win_attach(win, memory[i * 7 % 40], 8));
    for (i = 0; i < 40; i += 2)
        check_ok(MPI_Win_detach(win, memory[i]));
    for (i = 0; i < 40; i += 4)
        check_ok(MPI_Win_attach(win, memory[i], 8));
    check_ok(MPI_Win_free(&win));
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    check_ok(MPI_Win_attach(win, memory, sizeof memory));
    check_ok(MPI_Win_detach(win, memory));
    check_ok(MPI_Win_free(&win));
}

static void memory_may_be_in_two_dynamic_windows(void)
{
    ALIGNED int memory = 0;
    MPI_Win wins[2];
    MPI_Aint at;

    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &wins[0]);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &wins[1]);
    check_ok(MPI_Win_attach(wins[0], &memory, sizeof memory));
    check_ok(MPI_Win_attach(wins[1], &memory, sizeof memory));
    check_ok(MPI_Win_detach(wins[0], &memory));
    at = address_at(right(), &memory);
    MPI_Win_fence(0, wins[1]);
    check_ok(MPI_Put(&(int){3}, 1, MPI_INT, right(), at, 1, MPI_INT, wins[1]));
    MPI_Win_fence(0, wins[1]);
    check_equal(memory, 3);
    check_ok(MPI_Win_free(&wins[0]));
    check_ok(MPI_Win_free(&wins[1]));
}

static void a_type_may_reach_over_memory_that_is_not_attached(void)
{
    ALIGNED static int memory[12];
    static int out[4] = {1, 2, 3, 4};
    MPI_Datatype type;
    MPI_Aint at;
    MPI_Win win;

    memset(memory, 0, sizeof memory);
    MPI_Type_vector(2, 2, 8, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, memory, 2 * sizeof(int));
    MPI_Win_attach(win, memory + 8, 2 * sizeof(int));
    at = address_at(right(), memory);
    MPI_Win_fence(0, win);
    check_ok(MPI_Put(out, 4, MPI_INT, right(), at, 1, type, win));
    MPI_Win_fence(0, win);
    check_equal(memory[1], 2);
    check_equal(memory[2], 0);
    check_equal(memory[9], 4);
    MPI_Win_free(&win);
    MPI_Type_free(&type);
}

static void nothing_can_be_attached_too(void)
{
    int memory[2];
    MPI_Win win;

    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    check_ok(MPI_Win_attach(win, memory, 0));
    check_ok(MPI_Win_detach(win, memory));
    check_ok(MPI_Win_attach(win, memory, sizeof memory));
    check_ok(MPI_Win_detach(win, memory));
    MPI_Win_free(&win);
}

/* A member attaches and detaches memory while others access the rest. */
static void attaching_does_not_disturb_others(void)
{
    enum { REGIONS = 60 };
    ALIGNED static int fixed[2], others[REGIONS][2];
    int i, got = 0;
    MPI_Aint at;
    MPI_Win win;

    fixed[0] = fixed[1] = 0;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    check_ok(MPI_Win_attach(win, fixed, sizeof fixed));
    at = address_at(right(), fixed);
    MPI_Win_lock_all(0, win);
    for (i = 0; i < REGIONS; i++) {
        check_ok(MPI_Win_attach(win, others[i], sizeof others[i]));
        check_ok(MPI_Accumulate(&(int){1}, 1, MPI_INT, right(), at, 1, MPI_INT, MPI_SUM, win));
        check_ok(MPI_Win_flush(right(), win));
        if (i % 3 != 0)
            check_ok(MPI_Win_detach(win, others[i]));
    }
    check_ok(MPI_Get(&got, 1, MPI_INT, right(), at, 1, MPI_INT, win));
    MPI_Win_unlock_all(win);
    check_equal(got, REGIONS);
    MPI_Barrier(MPI_COMM_WORLD);
    check_equal(fixed[0], REGIONS);
    MPI_Win_free(&win);
}

CASES(attached_memory_is_reached_by_its_address, memory_can_be_attached_again_and_left_attached,
      memory_may_be_in_two_dynamic_windows, a_type_may_reach_over_memory_that_is_not_attached,
      nothing_can_be_attached_too, attaching_does_not_disturb_others)
