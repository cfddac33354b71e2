/* SPDX-License-Identifier: MIT */
/* Making windows over memory, with memory and with shared memory, and freeing them. */
#include <stdint.h>
#include <stdlib.h>

#include "windows.h"

static void *attribute(MPI_Win win, int key)
{
    void *value = NULL;
    int flag = 0;

    check_ok(MPI_Win_get_attr(win, key, &value, &flag));
    check(flag);
    return value;
}

static void check_attributes(MPI_Win win, void *base, MPI_Aint size, int unit, int flavor)
{
    check(attribute(win, MPI_WIN_BASE) == base);
    check_equal(*(MPI_Aint *)attribute(win, MPI_WIN_SIZE), size);
    check_equal(*(int *)attribute(win, MPI_WIN_DISP_UNIT), unit);
    check_equal(*(int *)attribute(win, MPI_WIN_CREATE_FLAVOR), flavor);
    check_equal(*(int *)attribute(win, MPI_WIN_MODEL), MPI_WIN_UNIFIED);
}

/* Puts one's rank at the end of the right neighbour's ints. */
static void check_reaches(MPI_Win win, const int *memory, int count)
{
    MPI_Win_fence(0, win);
    check_ok(MPI_Put(&check_rank, 1, MPI_INT, right(), count - 1, 1, MPI_INT, win));
    MPI_Win_fence(0, win);
    check_equal(memory[count - 1], left());
}

static void a_window_has_memory_of_its_members(void)
{
    ALIGNED int memory[3] = {-1, -1, -1};
    MPI_Win win = MPI_WIN_NULL;

    check_ok(MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                            &win));
    check(win != MPI_WIN_NULL);
    check_attributes(win, memory, sizeof memory, sizeof(int), MPI_WIN_FLAVOR_CREATE);
    check_reaches(win, memory, 3);
    check_ok(MPI_Win_free(&win));
    check(win == MPI_WIN_NULL);
    check_equal(memory[0], -1);
}

static void each_member_has_its_own_size_and_unit(void)
{
    ALIGNED static char memory[64];
    char letter = (char)('a' + check_rank);
    int unit = 1 + check_rank % 3, rank;
    MPI_Aint size = check_rank % 2 == 1 ? 0 : 32 + check_rank;
    MPI_Win win;

    memset(memory, 0, sizeof memory);
    check_ok(MPI_Win_create(size > 0 ? memory : NULL, size, unit, MPI_INFO_NULL, MPI_COMM_WORLD,
                            &win));
    check_attributes(win, size > 0 ? memory : NULL, size, unit, MPI_WIN_FLAVOR_CREATE);
    MPI_Win_fence(0, win);
    for (rank = 0; rank < check_size; rank += 2)
        check_ok(MPI_Put(&letter, 1, MPI_CHAR, rank, check_rank, 1, MPI_CHAR, win));
    MPI_Win_fence(0, win);
    for (rank = 0; rank < check_size && size > 0; rank++)
        check_equal(memory[rank * unit], 'a' + rank);
    check_ok(MPI_Win_free(&win));
}

static void a_window_of_nothing_at_all_can_be_made(void)
{
    MPI_Win win;

    check_ok(MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    check_ok(MPI_Win_fence(0, win));
    check_ok(MPI_Put(NULL, 0, MPI_INT, right(), 0, 0, MPI_INT, win));
    check_ok(MPI_Win_fence(0, win));
    check_ok(MPI_Win_free(&win));
}

static void allocated_memory_is_the_windows(void)
{
    int *memory = NULL, i;
    MPI_Win win;

    check_ok(MPI_Win_allocate(BYTES(10 * sizeof(int)), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                              &memory, &win));
    check(memory != NULL);
    check_attributes(win, memory, BYTES(10 * sizeof(int)), sizeof(int), MPI_WIN_FLAVOR_ALLOCATE);
    for (i = 0; i < 10; i++)
        memory[i] = -1;
    check_reaches(win, memory, 10);
    check_ok(MPI_Win_free(&win));
}

static void allocated_memory_may_have_no_bytes(void)
{
    int *memory = NULL;
    MPI_Win win;

    check_ok(MPI_Win_allocate(check_rank == 0 ? sizeof(int) : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                              &memory, &win));
    check_equal(*(MPI_Aint *)attribute(win, MPI_WIN_SIZE), check_rank == 0 ? sizeof(int) : 0);
    if (check_rank == 0)
        *memory = 5;
    MPI_Win_fence(0, win);
    check_ok(MPI_Accumulate(&(int){2}, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win));
    MPI_Win_fence(0, win);
    if (check_rank == 0)
        check_equal(*memory, 5 + 2 * check_size);
    check_ok(MPI_Win_free(&win));
}

static void allocated_memory_is_aligned_as_the_hint_says(void)
{
#ifndef MPICH_VERSION /* 4.0 does not know it */
    static const char *const alignments[] = {"16", "64", "256", "4096"};
    char *memory;
    MPI_Info info;
    MPI_Win win;
    int i;

    for (i = 0; i < 4; i++) {
        MPI_Info_create(&info);
        MPI_Info_set(info, "mpi_minimum_memory_alignment", alignments[i]);
        check_ok(MPI_Win_allocate(100, 1, info, MPI_COMM_WORLD, &memory, &win));
        check_equal((uintptr_t)memory % (uintptr_t)atoi(alignments[i]), 0);
        memset(memory, 1, 100);
        check_ok(MPI_Win_free(&win));
        check_ok(MPI_Win_allocate_shared(100, 1, info, MPI_COMM_WORLD, &memory, &win));
        if (check_rank == 0)
            check_equal((uintptr_t)memory % (uintptr_t)atoi(alignments[i]), 0);
        check_ok(MPI_Win_free(&win));
        MPI_Info_set(info, "alloc_shared_noncontig", "true");
        check_ok(MPI_Win_allocate_shared(3, 1, info, MPI_COMM_WORLD, &memory, &win));
        check_equal((uintptr_t)memory % (uintptr_t)atoi(alignments[i]), 0);
        check_ok(MPI_Win_free(&win));
        MPI_Info_free(&info);
    }
#endif
}

/* ---- shared windows -------------------------------------------------------------------------- */

static char *queried(MPI_Win win, int rank, MPI_Aint size, int unit)
{
    MPI_Aint found = -1;
    char *base = NULL;
    int found_unit = -1;

    check_ok(MPI_Win_shared_query(win, rank, &found, &found_unit, &base));
    check_equal(found, size);
    check_equal(found_unit, unit);
    return base;
}

/* Rank r has r + 1 ints, but rank 1 has none. */
static int ints_of(int rank)
{
    return rank == 1 ? 0 : rank + 1;
}

static void shared_parts_follow_one_another(void)
{
    int rank, i, *mine = NULL;
    char *next = NULL;
    MPI_Win win;

    check_ok(MPI_Win_allocate_shared(ints_of(check_rank) * (MPI_Aint)sizeof(int), 1 + check_rank,
                                     MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win));
    check_attributes(win, mine, ints_of(check_rank) * (MPI_Aint)sizeof(int), 1 + check_rank,
                     MPI_WIN_FLAVOR_SHARED);
    for (rank = 0; rank < check_size; rank++) {
        MPI_Aint bytes = ints_of(rank) * (MPI_Aint)sizeof(int);
        char *base = queried(win, rank, bytes, 1 + rank);

        if (bytes == 0) {
            check(base == NULL);
            continue;
        }
        if (rank == check_rank)
            check(base == (char *)mine);
        check(next == NULL || base == next);
        next = base + bytes;
    }
    check(queried(win, MPI_PROC_NULL, sizeof(int), 1) == queried(win, 0, sizeof(int), 1));
    for (i = 0; i < ints_of(check_rank); i++)
        mine[i] = 100 * check_rank + i;
    MPI_Win_fence(0, win);
    mine = (void *)queried(win, 0, sizeof(int), 1);
    for (rank = 0; rank < check_size; rank++)
        for (i = 0; i < ints_of(rank); i++)
            check_equal(*mine++, 100 * rank + i);
    MPI_Win_fence(0, win);
    check_ok(MPI_Win_free(&win));
}

static void shared_parts_may_lie_apart(void)
{
    MPI_Info info;
    MPI_Win win;
    double *mine, *others;
    int rank;

    MPI_Info_create(&info);
    MPI_Info_set(info, "alloc_shared_noncontig", "true");
    check_ok(MPI_Win_allocate_shared(sizeof(double), sizeof(double), info, MPI_COMM_WORLD, &mine,
                                     &win));
    MPI_Info_free(&info);
    check_equal((uintptr_t)mine % sizeof(double), 0);
    *mine = check_rank + 0.5;
    MPI_Win_fence(0, win);
    for (rank = 0; rank < check_size; rank++) {
        others = (void *)queried(win, rank, sizeof(double), sizeof(double));
        check(*others == rank + 0.5);
    }
    MPI_Win_fence(0, win);
    check_ok(MPI_Win_free(&win));
}

static void a_shared_window_takes_operations_too(void)
{
    int *mine;
    MPI_Win win;

    check_ok(MPI_Win_allocate_shared(BYTES(2 * sizeof(int)), sizeof(int), MPI_INFO_NULL,
                                     MPI_COMM_WORLD, &mine, &win));
    mine[0] = mine[1] = -1;
    check_reaches(win, mine, 2);
    check_equal(mine[0], -1);
    check_ok(MPI_Win_free(&win));
}

static void the_first_with_memory_answers_for_nobody(void)
{
    char *mine;
    MPI_Win win;

    check_ok(MPI_Win_allocate_shared(check_rank == check_size - 1 ? 8 : 0, 2, MPI_INFO_NULL,
                                     MPI_COMM_WORLD, &mine, &win));
    check(queried(win, MPI_PROC_NULL, 8, 2) == queried(win, check_size - 1, 8, 2));
    check_ok(MPI_Win_free(&win));
}

#ifndef MPICH_VERSION /* MPI 4.1 */
static void windows_of_other_flavors_can_be_queried(void)
{
    ALIGNED int own[2] = {check_rank, check_rank + 1};
    int *mine, *others;
    MPI_Aint size = -1;
    int unit = -1;
    MPI_Win win;

    MPI_Win_create(own, sizeof own, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    others = (void *)queried(win, right(), sizeof own, 4);
    check_equal(others[1], right() + 1);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Win_allocate(sizeof own, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    check(queried(win, check_rank, sizeof own, 1) == (char *)mine);
    MPI_Win_free(&win);
    MPI_Win_create(NULL, 0, 7, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    check_ok(MPI_Win_shared_query(win, MPI_PROC_NULL, &size, &unit, &others));
    check_equal(size, 0);
    check(others == NULL);
    MPI_Win_free(&win);
}
#else
static void windows_of_other_flavors_can_be_queried(void)
{
}
#endif

/* ---- communicators --------------------------------------------------------------------------- */

static void a_window_outlives_its_communicator(void)
{
    ALIGNED int memory[2] = {0, 0};
    MPI_Comm dup;
    MPI_Win win;

    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, dup, &win);
    MPI_Comm_free(&dup);
    check_reaches(win, memory, 2);
    check_ok(MPI_Win_lock(MPI_LOCK_SHARED, right(), 0, win));
    check_ok(MPI_Accumulate(&(int){1}, 1, MPI_INT, right(), 0, 1, MPI_INT, MPI_SUM, win));
    check_ok(MPI_Win_unlock(right(), win));
    check_ok(MPI_Win_free(&win));
    check_equal(memory[0], 1);
}

/* In the reverse order of ranks, without the world's rank 0 when there are others. */
static void targets_are_ranks_of_the_windows_group(void)
{
    int has_part = check_size == 1 || check_rank > 0, rank, size;
    ALIGNED int memory = -1;
    MPI_Comm part;
    MPI_Win win;

    MPI_Comm_split(MPI_COMM_WORLD, has_part ? 1 : MPI_UNDEFINED, -check_rank, &part);
    if (!has_part)
        return;
    MPI_Comm_rank(part, &rank);
    MPI_Comm_size(part, &size);
    MPI_Win_create(&memory, sizeof memory, sizeof(int), MPI_INFO_NULL, part, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&check_rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    check_equal(memory, check_size - 1 - (rank + size - 1) % size);
    MPI_Win_free(&win);
    MPI_Comm_free(&part);
}

static void windows_of_one_member_need_nobody(void)
{
    ALIGNED int memory = 1;
    int got = -1;
    MPI_Win win;

    if (check_rank > 0)
        return;
    check_ok(MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_SELF, &win));
    MPI_Win_fence(0, win);
    check_ok(MPI_Put(&(int){5}, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
    MPI_Win_fence(0, win);
    check_ok(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
    check_ok(MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win));
    check_ok(MPI_Win_unlock(0, win));
    check_equal(got, 5);
    check_ok(MPI_Win_free(&win));
}

static void windows_may_have_the_same_memory(void)
{
#ifndef MPICH_VERSION
    ALIGNED int memory[4] = {0};
    MPI_Win wins[3];
    int i;

    for (i = 0; i < 3; i++)
        MPI_Win_create(memory + i, 2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                       &wins[i]);
    for (i = 0; i < 3; i++) {
        MPI_Win_fence(0, wins[i]);
        MPI_Accumulate(&(int){1}, 1, MPI_INT, right(), 1, 1, MPI_INT, MPI_SUM, wins[i]);
        MPI_Accumulate(&(int){1}, 1, MPI_INT, right(), 0, 1, MPI_INT, MPI_SUM, wins[i]);
        MPI_Win_fence(0, wins[i]);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    check_equal(memory[0], 1);
    check_equal(memory[1], 2);
    check_equal(memory[2], 2);
    check_equal(memory[3], 1);
    for (i = 2; i >= 0; i--)
        check_ok(MPI_Win_free(&wins[i]));
#endif
}

static void many_windows_live_side_by_side(void)
{
    enum { WINDOWS = 50 };
    MPI_Win wins[WINDOWS];
    int *memory[WINDOWS], out[WINDOWS], i;

    for (i = 0; i < WINDOWS; i++) {
        check_ok(MPI_Win_allocate(BYTES(sizeof(int)), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                                  &memory[i], &wins[i]));
        *memory[i] = -1;
        MPI_Win_fence(0, wins[i]);
    }
    for (i = 0; i < WINDOWS; i++) {
        out[i] = i + check_rank;
        MPI_Put(&out[i], 1, MPI_INT, right(), 0, 1, MPI_INT, wins[i]);
    }
    for (i = WINDOWS - 1; i >= 0; i--)
        MPI_Win_fence(0, wins[i]);
    for (i = 0; i < WINDOWS; i++)
        check_equal(*memory[i], i + left());
    for (i = 0; i < WINDOWS; i++)
        check_ok(MPI_Win_free(&wins[i * 7 % WINDOWS]));
}

CASES(a_window_has_memory_of_its_members, each_member_has_its_own_size_and_unit,
      a_window_of_nothing_at_all_can_be_made, allocated_memory_is_the_windows,
      allocated_memory_may_have_no_bytes, allocated_memory_is_aligned_as_the_hint_says,
      shared_parts_follow_one_another, shared_parts_may_lie_apart,
      a_shared_window_takes_operations_too, the_first_with_memory_answers_for_nobody,
      windows_of_other_flavors_can_be_queried, a_window_outlives_its_communicator,
      targets_are_ranks_of_the_windows_group, windows_of_one_member_need_nobody,
      windows_may_have_the_same_memory, many_windows_live_side_by_side)
