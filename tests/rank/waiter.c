/* SPDX-License-Identifier: MIT */
/* A deadlock is found exactly: at once when all sleep for good, never while one of them may still
 * do something, and in each world for itself. */
#include "rank/sleep/waiter.h"

#include <pthread.h>
#include <time.h>

#include "expect.h"
#include "base/memory.h"
#include "check/deadlock.h"
#include "mpi.h"
#include "rank/wait.h"

static bool for_ever(void *subject)
{
    (void)subject;
    return true;
}

static void describe_nothing(void *subject, struct wait_report *wait_report)
{
    (void)subject;
    fputs("nothing", wait_report->words);
}

static const struct wait nothing = {.is_pending = for_ever, .describe = describe_nothing};

static int run(int ranks, int (*body)(struct rank *, void *), void *argument, char **report)
{
    const struct world_options options = {
        .ranks = ranks, .stack_bytes = 1 << 20, .main = body, .argument = argument};
    struct world *world = NULL;
    int status;

    cr_assert_eq(world_create(&options, &world), 0, "%s", note_text());
    world->deadlock.explain = deadlock_explain;
    cr_assert_eq(world_start(world), 0, "%s", note_text());
    cr_assert(world_join(world, RANKS_STUCK_NS), "the ranks are stuck");
    status = world_status(world);
    *report = world->abort.report;
    world->abort.report = NULL;
    world_destroy(world);
    return status;
}

static void expect_deadlock(int ranks, int (*body)(struct rank *, void *), void *argument,
                            const char *words)
{
    char *report;

    cr_assert_eq(run(ranks, body, argument, &report), STATUS_DEADLOCK);
    cr_assert_not_null(report);
    cr_assert_not_null(strstr(report, words), "not in the report: %s\n%s", words, report);
    memory_give(report);
}

static int wait_for_nothing(struct rank *self, void *argument)
{
    (void)argument;
    rank_wait(self, &nothing, NULL);
    return 0;
}

Test(waiter, finds_one_rank_that_waits_for_nothing)
{
    expect_deadlock(1, wait_for_nothing, NULL, "rank 0: in the library: waits for nothing");
}

Test(waiter, finds_many_ranks_that_wait_for_nothing)
{
    expect_deadlock(40, wait_for_nothing, NULL, "ranks 0..39: in the library: waits for nothing");
}

static int wait_or_end(struct rank *self, void *argument)
{
    (void)argument;
    if (self->world_rank % 2 == 0)
        rank_wait(self, &nothing, NULL);
    return 0;
}

Test(waiter, counts_ranks_that_have_ended_as_gone)
{
    expect_deadlock(6, wait_or_end, NULL, "ranks 1, 3 and 5: ended before");
}

/* ---- what keeps a world alive --------------------------------------------------------------- */

struct flag {
    _Atomic(bool) is_up;
    struct rank *waiter;
};

static bool is_down(void *subject)
{
    return !load_seq_cst(&((struct flag *)subject)->is_up);
}

static void *raise_flag(void *argument)
{
    struct flag *flag = argument;

    nanosleep(&(struct timespec){.tv_nsec = 3000000}, NULL);
    store_seq_cst(&flag->is_up, true);
    rank_wake(flag->waiter);
    return NULL;
}

static int wait_for_own_thread(struct rank *self, void *argument)
{
    struct flag flag = {.waiter = self};
    pthread_t thread;

    (void)argument;
    expect(pthread_create(&thread, NULL, raise_flag, &flag) == 0);
    rank_wait(self, &(const struct wait){.is_pending = is_down}, &flag);
    expect(pthread_join(thread, NULL) == 0);
    return 0;
}

Test(waiter, leaves_alone_whom_a_thread_of_its_own_will_wake)
{
    char *report;

    cr_assert_eq(run(5, wait_for_own_thread, NULL, &report), 0);
    cr_assert_null(report);
    cr_assert_eq(load_relaxed(&ranks_mistakes), 0);
}

static int wait_while_something_is_outstanding(struct rank *self, void *argument)
{
    struct flag *flag = argument;

    if (self->world_rank != 0) {
        rank_wait(self, &(const struct wait){.is_pending = is_down}, flag);
        return 0;
    }
    /* As a generalized request does; what ends it is no rank's thread. */
    world_add_runnable(self->world);
    rank_wait(self, &(const struct wait){.is_pending = is_down}, flag);
    world_remove_runnable(self->world);
    rank_wake(&self->world->ranks[1]);
    return 0;
}

Test(waiter, leaves_alone_a_world_in_which_something_is_outstanding)
{
    const struct world_options options = {.ranks = 2, .stack_bytes = 1 << 20};
    struct world_options own = options;
    struct flag flag = {0};
    struct world *world = NULL;

    own.main = wait_while_something_is_outstanding;
    own.argument = &flag;
    cr_assert_eq(world_create(&own, &world), 0);
    world->deadlock.explain = deadlock_explain;
    cr_assert_eq(world_start(world), 0);
    cr_assert_not(world_join(world, 100000000), "both wait");
    store_seq_cst(&flag.is_up, true);
    rank_wake(&world->ranks[0]);
    cr_assert(world_join(world, RANKS_STUCK_NS));
    cr_assert_eq(world_status(world), 0, "%s", world->abort.text);
    world_destroy(world);
}

/* ---- worlds side by side -------------------------------------------------------------------- */

static void *run_deadlock(void *argument)
{
    int i;

    for (i = 0; i < 20; i++)
        expect_deadlock(3, wait_for_nothing, argument, "ranks 0..2");
    return NULL;
}

static int wait_in_turn(struct rank *self, void *argument)
{
    int i;

    (void)argument;
    for (i = 0; i < 50; i++)
        expect(wait_for_own_thread(self, NULL) == 0);
    return 0;
}

Test(waiter, looks_at_each_world_for_itself)
{
    pthread_t thread;
    char *report;

    cr_assert_eq(pthread_create(&thread, NULL, run_deadlock, NULL), 0);
    cr_assert_eq(run(3, wait_in_turn, NULL, &report), 0);
    cr_assert_null(report);
    pthread_join(thread, NULL);
}

/* ---- a thousand times ------------------------------------------------------------------------ */

Test(waiter, finds_it_each_time)
{
    int i;

    for (i = 0; i < 300; i++)
        expect_deadlock(1 + i % 7, wait_for_nothing, NULL, "waits for nothing");
}
