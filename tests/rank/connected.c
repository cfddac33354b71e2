/* SPDX-License-Identifier: MIT */
/* Connected worlds: a deadlock is one of all of them, and so is an abort. */
#include "rank/worlds/connected.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "check/deadlock.h"
#include "expect.h"
#include "rank/sleep/waiter.h"
#include "rank/wait.h"

enum { WORLDS = 3 };

struct set {
    struct world *worlds[WORLDS];
    int count;
    _Atomic(bool) has_come;
};

/* Worlds of 1, 2, ... ranks. */
static void create(struct set *set, int count, int (*body)(struct rank *, void *))
{
    store_relaxed(&ranks_mistakes, 0);
    set->count = count;
    for (int i = 0; i < count; i++) {
        const struct world_options options = {
            .ranks = i + 1, .stack_bytes = 1 << 20, .main = body, .argument = set};

        cr_assert_eq(world_create(&options, &set->worlds[i]), 0, "%s", note_text());
        set->worlds[i]->deadlock.explain = deadlock_explain;
        store_relaxed(&set->worlds[i]->deadlock.runnable, i + 1); /* it is about to start */
        if (i > 0)
            cr_assert(connected_tie_world(set->worlds[i], set->worlds[i - 1]));
    }
}

/* Which of the worlds it is. */
static int index_of(const struct set *set, const struct world *world)
{
    int i = 0;

    while (set->worlds[i] != world)
        i++;
    return i;
}

/* The report of a deadlock, which each world has; NULL: there was none. */
static char *run(struct set *set)
{
    char *report = NULL;

    for (int i = 0; i < set->count; i++)
        cr_assert_eq(world_start(set->worlds[i]), 0, "%s", note_text());
    for (int i = 0; i < set->count; i++)
        cr_assert(world_join(set->worlds[i], RANKS_STUCK_NS), "the ranks are stuck");
    for (int i = 0; i < set->count; i++) {
        char *own = set->worlds[i]->abort.report;

        cr_assert_eq(own == NULL, set->worlds[0]->abort.report == NULL);
        if (i == 0)
            report = own != NULL ? strdup(own) : NULL;
    }
    cr_assert_eq(load_relaxed(&ranks_mistakes), 0);
    return report;
}

static void destroy(struct set *set)
{
    for (int i = 0; i < set->count; i++)
        world_destroy(set->worlds[i]);
}

Test(connected, ranks_are_numbered_through)
{
    struct set set = {0};
    int index = 0;

    create(&set, WORLDS, NULL);
    connected_take();
    connected_view(set.worlds[1], SCOPE_TIED);
    cr_assert_eq(connected_size(), 1 + 2 + 3);
    for (int i = 0; i < WORLDS; i++)
        for (int rank = 0; rank < set.worlds[i]->size; rank++, index++) {
            cr_assert_eq(connected_index(&set.worlds[i]->ranks[rank]), index);
            cr_assert_eq(connected_rank(index), &set.worlds[i]->ranks[rank]);
        }
    connected_release();
    destroy(&set);
}

static bool nobody_has_come(void *subject)
{
    return !load_acquire(&((struct set *)subject)->has_come);
}

static void describe_first(void *subject, struct wait_report *wait_report)
{
    struct set *set = subject;
    const struct rank *self = wait_report->rank;
    int next = (index_of(set, self->world) + 1) % set->count;

    fputs("the next job", wait_report->words);
    wait_report_await(wait_report, &set->worlds[next]->ranks[0]);
}

static const struct wait come = {.is_pending = nobody_has_come, .describe = describe_first};

/* All wait but one, which lets them go late. */
static int wait_for_another_world(struct rank *self, void *argument)
{
    struct set *set = argument;

    if (self->world != set->worlds[set->count - 1] || self->world_rank > 0) {
        rank_wait(self, &come, set);
        return 0;
    }
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    store_seq_cst(&set->has_come, true);
    for (int i = 0; i < set->count; i++)
        for (int rank = 0; rank < set->worlds[i]->size; rank++)
            rank_wake(&set->worlds[i]->ranks[rank]);
    return 0;
}

Test(connected, a_world_that_waits_for_another_is_not_dead)
{
    struct set set = {0};

    create(&set, WORLDS, wait_for_another_world);
    cr_assert_null(run(&set));
    for (int i = 0; i < WORLDS; i++)
        cr_assert_eq(world_status(set.worlds[i]), 0);
    destroy(&set);
}

static int wait_for_each_other(struct rank *self, void *argument)
{
    if (self->world_rank == 0)
        rank_wait(self, &come, argument);
    return 0;
}

Test(connected, worlds_that_wait_for_each_other_are_a_deadlock)
{
    struct set set = {0};
    char *report;

    create(&set, 2, wait_for_each_other);
    report = run(&set);
    cr_assert_not_null(report);
    cr_assert_not_null(strstr(report, "no rank of 3 can go on"), "%s", report);
    cr_assert_not_null(strstr(report, "  rank 0 of job 0 and rank 0 of job 1: in the library: "
                                      "waits for the next job\n"),
                       "%s", report);
    cr_assert_not_null(strstr(report, "  rank 1 of job 1: ended before\n"), "%s", report);
    cr_assert_not_null(strstr(report, "circle: rank 0 of job 0 waits for rank 0 of job 1, which "
                                      "waits for rank 0 of job 0\n"),
                       "%s", report);
    for (int i = 0; i < 2; i++)
        cr_assert_eq(world_status(set.worlds[i]), STATUS_DEADLOCK);
    free(report);
    destroy(&set);
}

static int abort_or_wait(struct rank *self, void *argument)
{
    struct set *set = argument;

    if (self->world == set->worlds[1] && self->world_rank == 1) {
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
        world_abort(self->world, 9, "job %d has had enough", 1);
    }
    rank_wait(self, &come, set);
    expect(false, "rank %d went on", self->world_rank);
    return 0;
}

Test(connected, the_abort_of_one_is_the_abort_of_all)
{
    struct set set = {0};

    create(&set, WORLDS, abort_or_wait);
    cr_assert_null(run(&set));
    for (int i = 0; i < WORLDS; i++) {
        cr_assert_eq(world_status(set.worlds[i]), 9);
        cr_assert_str_eq(set.worlds[i]->abort.text, "job 1 has had enough");
    }
    destroy(&set);
}

static struct set *tied_set(int count)
{
    static struct set set;

    create(&set, count, NULL);
    return &set;
}

static int count_viewed(struct world *world, enum scope scope)
{
    int count = 0;

    connected_take();
    connected_view(world, scope);
    for (struct world *each = connected_first(); each != NULL; each = connected_next(each))
        count++;
    connected_release();
    return count;
}

Test(connected, worlds_that_are_untied_are_connected_no_longer)
{
    struct set *set = tied_set(WORLDS);

    cr_assert_eq(count_viewed(set->worlds[0], SCOPE_TIED), WORLDS);
    connected_untie_world(set->worlds[1], set->worlds[2]);
    cr_assert_eq(count_viewed(set->worlds[0], SCOPE_TIED), WORLDS - 1);
    cr_assert_eq(count_viewed(set->worlds[2], SCOPE_TIED), 1);
    cr_assert_eq(count_viewed(set->worlds[2], SCOPE_ALL), WORLDS);
    destroy(set);
}

Test(connected, a_communicator_that_was_freed_connects_for_good)
{
    struct set *set = tied_set(2);
    struct rank *other = &set->worlds[1]->ranks[0];

    cr_assert(connected_tie(set->worlds[0], 1, &other));
    connected_untie_world(set->worlds[0], set->worlds[1]);
    cr_assert_eq(count_viewed(set->worlds[0], SCOPE_TIED), 2);
    connected_take();
    connected_untie(set->worlds[0], 1, &other, UNTIED_STAYS);
    connected_release();
    cr_assert_eq(count_viewed(set->worlds[0], SCOPE_TIED), 2);
    destroy(set);
}

Test(connected, a_world_with_a_rank_at_a_port_can_be_reached_by_all)
{
    struct set *set = tied_set(2);

    connected_untie_world(set->worlds[0], set->worlds[1]);
    cr_assert_eq(count_viewed(set->worlds[0], SCOPE_REACHABLE), 1);
    connected_come_to_port(set->worlds[0]);
    cr_assert_eq(count_viewed(set->worlds[0], SCOPE_REACHABLE), 2);
    cr_assert_eq(count_viewed(set->worlds[1], SCOPE_REACHABLE), 1);
    connected_leave_port(set->worlds[0]);
    destroy(set);
}

Test(connected, an_abort_before_the_tie_is_that_of_both)
{
    struct set *set = tied_set(2);

    connected_untie_world(set->worlds[0], set->worlds[1]);
    world_abort(set->worlds[0], 3, "too late");
    cr_assert_not(world_is_aborted(set->worlds[1]));
    cr_assert(connected_tie_world(set->worlds[0], set->worlds[1]));
    cr_assert(world_is_aborted(set->worlds[1]));
    cr_assert_str_eq(set->worlds[1]->abort.text, "too late");
    destroy(set);
}
