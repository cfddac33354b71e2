/* SPDX-License-Identifier: MIT */
/* Many ranks are woken by each other: none of them sleeps on, whoever wakes whom meanwhile. */
#include "rank/sleep/wake.h"

#include "expect.h"
#include "base/knob.h"
#include "mpi.h"
#include "rank/wait.h"

enum { RANKS = 3 * WAKE_BATCH + 7, LAPS = 40 };

struct meeting {
    struct rank *ranks[RANKS];
    _Atomic(int) arrived;
    _Atomic(int) lap; /* the latest that is over */
    bool all_wake;    /* each who arrives wakes all; else the last does */
};

struct arrival {
    struct meeting *meeting;
    int lap;
};

static bool is_missing_some(void *subject)
{
    const struct arrival *arrival = subject;

    return load_seq_cst(&arrival->meeting->lap) < arrival->lap;
}

static int meet(struct rank *self, void *argument)
{
    struct meeting *meeting = argument;
    struct arrival arrival = {meeting, 1};

    meeting->ranks[self->world_rank] = self;
    for (; arrival.lap <= LAPS; arrival.lap++) {
        bool is_last = fetch_add_seq_cst(&meeting->arrived, 1) + 1 == arrival.lap * RANKS;

        if (is_last)
            store_seq_cst(&meeting->lap, arrival.lap);
        if (is_last || (meeting->all_wake && arrival.lap > 1))
            rank_wake_many(meeting->ranks, RANKS);
        rank_wait(self, &(const struct wait){.is_pending = is_missing_some}, &arrival);
        expect(load_seq_cst(&meeting->arrived) >= arrival.lap * RANKS);
    }
    return 0;
}

static void hold_meetings(bool all_wake)
{
    static struct meeting meeting;
    const struct world_options options = {
        .ranks = RANKS, .stack_bytes = 1 << 18, .main = meet, .argument = &meeting};
    struct world *world = NULL;

    meeting.all_wake = all_wake;
    cr_assert_eq(world_create(&options, &world), 0, "%s", note_text());
    cr_assert_eq(world_start(world), 0, "%s", note_text());
    cr_assert(world_join(world, RANKS_STUCK_NS), "a wake-up was lost");
    cr_assert_eq(world_status(world), 0, "%s", world->abort.text);
    cr_assert_eq(load_relaxed(&ranks_mistakes), 0);
    cr_assert_eq(load_relaxed(&meeting.lap), LAPS);
    world_destroy(world);
}

Test(wake, the_last_to_come_wakes_all)
{
    hold_meetings(false);
}

Test(wake, the_last_to_come_wakes_all_who_sleep_at_once)
{
    knobs.wait_spin_us = knobs.wait_yield_us = 0;
    hold_meetings(false);
}

Test(wake, each_who_comes_wakes_all_who_sleep_at_once)
{
    knobs.wait_spin_us = knobs.wait_yield_us = 0;
    hold_meetings(true);
}
