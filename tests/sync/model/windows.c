/* SPDX-License-Identifier: MIT */
/* Programs of lib/rma: accumulates, and the regions of dynamic windows. */
#include "op/kernel.h"
#include "programs.h"
#include "ranks.h"
#include "rma/accumulate.h"
#include "rma/passive.h"
#include "rma/pscw.h"
#include "rma/region.h"

enum { ELEMENTS = 2, MEMBERS_MAX = 3, SINGLES_BEFORE_NATIVE = 64 };

static struct windows {
    struct window_common common;
    struct window views[MEMBERS_MAX];
    struct window_part parts[MEMBERS_MAX];
    int target[ELEMENTS], origins[2][ELEMENTS], results[2];
    int compared;
    struct window_extras extras[2];
    struct context context;
    struct group *group;
} *windows;

static const struct type int_type = {.size = sizeof(int), .extent = sizeof(int), .is_dense = true,
                                     .is_named = true, .class = CLASS_C_INTEGER,
                                     .element = ELEMENT_INT32};

/* The operation adds: native.c knows that by the kernels, and op_combine of around.c does nothing
 * else. */
static const struct op sum = {.classes = 1u << CLASS_C_INTEGER, .kernels = sum_kernels};

static void open_window(int members)
{
    begin_ranks(members, true);
    windows = model_take(sizeof *windows);
    windows->common.size = members;
    windows->common.parts = windows->parts;
    for (int i = 0; i < members; i++) {
        windows->views[i].common = &windows->common;
        windows->views[i].self = &world->ranks[i];
        windows->views[i].rank = i;
    }
}

/* Both members add to the elements of rank 0. */
void begin_window(void)
{
    open_window(2);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < ELEMENTS; j++)
            windows->origins[i][j] = 1 + i;
}

/* The next single element ends the mode. */
void begin_window_in_locking_mode(void)
{
    begin_window();
    store_relaxed(&windows->parts[0].is_locking, true);
    windows->parts[0].accumulate_singles = SINGLES_BEFORE_NATIVE - 1;
}

/* The ranks may have several threads. */
void begin_window_of_threads(void)
{
    begin_window();
    for (int i = 0; i < 2; i++)
        guard_share(&world->ranks[i].guard);
}

static void add(int member, MPI_Count count)
{
    const struct accumulate accumulate = {
        .access = {.window = &windows->views[member], .rank = 0,
                   .origin = {windows->origins[member], count, &int_type},
                   .target = {windows->target, count, &int_type}},
        .op = &sum,
        .basic = &int_type};

    accumulate_run(&accumulate);
}

void one_adds_one_adds_many(int thread)
{
    struct rank *self = become_rank(thread);

    add(self->world_rank, thread == 1 ? 1 : ELEMENTS);
}

/* Thread 1 twice: the second time in the other mode. */
void two_add(int thread)
{
    struct rank *self = become_rank(thread);

    add(self->world_rank, 1);
    if (thread == 1)
        add(self->world_rank, 1);
}

void all_is_added(void)
{
    model_assert(windows->target[0] == 4);
}

void both_have_added(void)
{
    model_assert(windows->target[0] == 3);
}

/* Thread 1 takes 0 for 4, if the other has not added yet. */
void one_swaps_one_adds_many(int thread)
{
    static const int four = 4;
    struct rank *self = become_rank(thread);
    const struct data target = {windows->target, 1, &int_type};

    if (thread == 1)
        accumulate_compare_and_swap(&windows->views[0], 0, &target, &four, &windows->compared,
                                    &windows->results[0], NULL);
    else
        add(self->world_rank, ELEMENTS);
}

void one_has_swapped(void)
{
    model_assert(windows->target[0] == (windows->results[0] == 0 ? 6 : 2));
}

/* ---- regions --------------------------------------------------------------------------------- */

static char memory[100];

void begin_dynamic_window(void)
{
    begin_window();
    model_assert(region_attach(&windows->parts[0], memory + 40, 20) == MPI_SUCCESS);
}

static void look(void)
{
    model_assert(region_holds(&windows->parts[0], (uintptr_t)memory + 45,
                              (uintptr_t)memory + 55));
    model_assert(!region_holds(&windows->parts[0], (uintptr_t)memory + 70,
                               (uintptr_t)memory + 80));
    model_assert(region_meets(&windows->parts[0], (uintptr_t)memory + 45,
                              (uintptr_t)memory + 80));
}

/* A region before the one that is looked for. */
void one_attaches_one_looks(int thread)
{
    become_rank(thread);
    if (thread == 1)
        model_assert(region_attach(&windows->parts[0], memory + 10, 20) == MPI_SUCCESS);
    else
        look();
}

void one_detaches_one_looks(int thread)
{
    become_rank(thread);
    if (thread == 1)
        model_assert(region_detach(&windows->parts[0], memory + 10) == MPI_SUCCESS);
    else
        look();
}

/* Another region comes in its place, and what was there is not seen again. */
void one_replaces_one_looks(int thread)
{
    become_rank(thread);
    if (thread == 1) {
        model_assert(region_detach(&windows->parts[0], memory + 40) == MPI_SUCCESS);
        store_release(&shared->flag, 1);
        model_assert(region_attach(&windows->parts[0], memory + 70, 10) == MPI_SUCCESS);
    } else {
        while (load_acquire(&shared->flag) == 0)
            model_yield();
        model_assert(!region_holds(&windows->parts[0], (uintptr_t)memory + 45,
                                   (uintptr_t)memory + 55));
    }
}

void region_is_replaced(void)
{
    region_check(&windows->parts[0]);
    model_assert(!region_holds(&windows->parts[0], (uintptr_t)memory + 45,
                               (uintptr_t)memory + 55));
}

/* Another region is before it. */
void begin_dynamic_window_of_two(void)
{
    begin_dynamic_window();
    model_assert(region_attach(&windows->parts[0], memory + 10, 20) == MPI_SUCCESS);
}

/* The next region needs a larger table. */
void begin_dynamic_window_that_is_full(void)
{
    begin_dynamic_window_of_two();
    for (int i = 0; i < 2; i++)
        model_assert(region_attach(&windows->parts[0], memory + 90 + i, 1) == MPI_SUCCESS);
}

void one_attaches_to_a_full_table(int thread)
{
    become_rank(thread);
    if (thread == 1)
        model_assert(region_attach(&windows->parts[0], memory + 5, 1) == MPI_SUCCESS);
    else
        look();
}

void regions_are_right(void)
{
    region_check(&windows->parts[0]);
    look();
}

/* ---- post, start, complete, wait ------------------------------------------------------------- */

/* Member 0 exposes its memory to member 1. */
void begin_exposure(void)
{
    begin_window();
    windows->group = model_take(sizeof *windows->group + 2 * sizeof windows->group->members[0]);
    windows->group->size = 2;
    windows->context.groups[0] = windows->group;
    windows->common.context = &windows->context;
    for (int i = 0; i < 2; i++) {
        windows->group->members[i] = &world->ranks[i];
        windows->views[i].extras = &windows->extras[i];
    }
}

/* The group of the other member. */
static struct group *group_of(int member)
{
    struct group *group = model_take(sizeof *group + sizeof group->members[0]);

    group->size = 1;
    group->members[0] = &world->ranks[member];
    return group;
}

static struct window *view_of(int thread)
{
    return &windows->views[become_rank(thread)->world_rank];
}

static void post(struct window *view)
{
    static const struct call call;

    model_assert(pscw_post(view, group_of(1), true, &call) == MPI_SUCCESS);
}

static void start(struct window *view)
{
    static const struct call call;

    model_assert(pscw_start(view, group_of(0), true, &call) == MPI_SUCCESS);
}

/* Member 1 reads what member 0 has written before it posted. */
void one_posts_one_starts(int thread)
{
    struct window *view = view_of(thread);

    if (thread == 1) {
        windows->target[0] = 1;
        post(view);
    } else {
        start(view);
        model_assert(windows->target[0] == 1);
    }
}

void begin_access(void)
{
    begin_exposure();
    post(view_of(1));
    start(view_of(2));
}

/* The other way round. */
void one_completes_one_ends_exposure(int thread)
{
    struct window *view = view_of(thread);

    if (thread == 2) {
        windows->target[0] = 2;
        pscw_complete(view);
    } else {
        pscw_wait(view);
        model_assert(windows->target[0] == 2);
    }
}

/* ---- locks ----------------------------------------------------------------------------------- */

static void open_window_with_locks(int members)
{
    open_window(members);
    rank_lock_init(&windows->common.all_lock, "a window", -1);
    for (int i = 0; i < members; i++) {
        rank_lock_init(&windows->parts[i].lock, "a window", i);
        store_relaxed(&windows->views[i].latest_lock, -1);
    }
}

void begin_locks_of_two(void)
{
    open_window_with_locks(2);
}

void begin_locks_of_three(void)
{
    open_window_with_locks(3);
}

/* Member 0 writes under an exclusive lock what the others read under that of the whole. */
void one_locks_others_lock_all(int thread)
{
    static const struct call call;
    struct window *view = view_of(thread);

    if (thread == 1) {
        model_assert(passive_lock(view, 1, true, true, &call) == MPI_SUCCESS);
        windows->target[0]++;
        model_assert(passive_unlock(view, 1) == MPI_SUCCESS);
    } else {
        model_assert(passive_lock_all(view, true, &call) == MPI_SUCCESS);
        model_assert(windows->target[0] <= 1);
        passive_unlock_all(view);
    }
}

/* Both members write to the same target. */
void two_lock_a_target(int thread)
{
    static const struct call call;
    struct window *view = view_of(thread);

    model_assert(passive_lock(view, 1, true, true, &call) == MPI_SUCCESS);
    windows->target[0]++;
    model_assert(passive_unlock(view, 1) == MPI_SUCCESS);
}

void both_have_written(void)
{
    model_assert(windows->target[0] == 2);
}
