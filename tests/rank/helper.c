/* SPDX-License-Identifier: MIT */
/* Helper threads belong to the rank that they were created for, and end with it. */
#include "rank/thread/helper.h"

#include <signal.h>
#include <time.h>

#include "check/deadlock.h"
#include "expect.h"
#include "rank/abort.h"
#include "rank/sleep/waiter.h"
#include "rank/wait.h"

enum { HELPERS = 3, ROUNDS = 30 };

static int run(int ranks, int (*body)(struct rank *, void *), void *argument)
{
    const struct world_options options = {
        .ranks = ranks, .stack_bytes = 1 << 20, .main = body, .argument = argument};
    struct world *world = NULL;
    int status;

    store_relaxed(&ranks_mistakes, 0);
    cr_assert_eq(world_create(&options, &world), 0, "%s", note_text());
    world->deadlock.explain = deadlock_explain;
    cr_assert_eq(world_start(world), 0, "%s", note_text());
    cr_assert(world_join(world, RANKS_STUCK_NS), "the ranks are stuck");
    status = world_status(world);
    world_destroy(world);
    cr_assert_eq(load_relaxed(&ranks_mistakes), 0);
    return status;
}

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

struct sum {
    struct rank *rank;
    int value;
};

static void add_late(struct helper *helper, void *argument)
{
    struct sum *sum = argument;
    sigset_t blocked;

    expect(rank_self() == sum->rank && helper->rank == sum->rank);
    expect(!rank_is_main_thread(rank_self()));
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    expect(sigismember(&blocked, SIGALRM) == 1);
    sleep_ms(5);
    sum->value++;
}

/* All ranks wait for helpers at the same time: that is no deadlock. */
static int let_add(struct rank *self, void *argument)
{
    struct helper helpers[HELPERS];
    struct sum sums[HELPERS] = {0};

    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        for (int k = 0; k < HELPERS; k++) {
            sums[k].rank = self;
            expect(helper_start(self, &helpers[k], add_late, &sums[k]) == 0);
        }
        for (int k = HELPERS - 1; k >= 0; k--) {
            helper_join(&helpers[k]);
            expect(helper_is_done(&helpers[k]));
            expect(sums[k].value == i + 1, "%d in round %d", sums[k].value, i);
        }
    }
    return 0;
}

Test(helper, belongs_to_its_rank_and_counts_as_runnable)
{
    cr_assert_eq(run(4, let_add, NULL), 0);
}

static _Atomic(int) ended;

static void work_until_stopped(struct helper *helper, void *argument)
{
    (void)argument;
    while (!helper_should_stop(helper))
        sleep_ms(1);
    sleep_ms(5);
    fetch_add_relaxed(&ended, 1);
}

static int leave_helpers(struct rank *self, void *argument)
{
    struct helper *helpers = argument;

    for (int k = 0; k < HELPERS; k++)
        expect(helper_start(self, &helpers[k], work_until_stopped, NULL) == 0);
    return 0;
}

Test(helper, ends_with_its_rank)
{
    struct helper helpers[HELPERS];

    store_relaxed(&ended, 0);
    cr_assert_eq(run(1, leave_helpers, helpers), 0);
    cr_assert_eq(load_relaxed(&ended), HELPERS);
}

static int wait_for_helper_of_an_aborted_job(struct rank *self, void *argument)
{
    struct helper helper;

    (void)argument;
    expect(helper_start(self, &helper, work_until_stopped, NULL) == 0);
    if (self->world_rank == 0) {
        sleep_ms(20);
        world_abort(self->world, 5, "that is all");
    }
    helper_join(&helper);
    expect(false, "the helper never ends by itself");
    return 0;
}

Test(helper, an_abort_waits_for_helpers)
{
    store_relaxed(&ended, 0);
    cr_assert_eq(run(3, wait_for_helper_of_an_aborted_job, NULL), 5);
    cr_assert_eq(load_relaxed(&ended), 3);
}
