/* SPDX-License-Identifier: MIT */
/* How far an exploration has come: by schedules of questions alone. */
#include <criterion/criterion.h>

#include "job/schedule_reach.h"

static void ask(struct schedule *schedule, int answers)
{
    const struct schedule_question question = {.choice = CHOICE_COMPLETION, .count = answers};

    cr_assert_geq(schedule_pick(schedule, &question), 0);
}

/* Three questions, one of which has one answer. */
static struct schedule_reach run(struct schedule *schedule)
{
    schedule_begin_run(schedule);
    ask(schedule, 2);
    ask(schedule, 1);
    ask(schedule, 3);
    return schedule_reach(schedule);
}

Test(schedule_reach, counts_choices_and_those_with_alternatives)
{
    struct schedule schedule = {0};
    struct schedule_reach reach = run(&schedule);

    cr_assert_eq(reach.depth, 3);
    cr_assert_eq(reach.branches, 2);
    schedule_free(&schedule);
}

Test(schedule_reach, counts_what_is_left_until_nothing_is)
{
    static const long expected[] = {3, 2, 1, 2, 1, 0};
    struct schedule schedule = {0};
    long left[6];
    int runs = 0;

    do {
        cr_assert_lt(runs, 6);
        left[runs++] = run(&schedule).left;
        schedule_end_run(&schedule);
    } while (schedule_next(&schedule));
    cr_assert_eq(runs, 6);
    for (int i = 0; i < runs; i++)
        cr_assert_eq(left[i], expected[i], "run %d: %ld", i, left[i]);
    schedule_free(&schedule);
}
