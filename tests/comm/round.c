/* SPDX-License-Identifier: MIT */
/* What a member may rely on that waits for others to leave a sequence number. */
#include "comm/round.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <sched.h>

#include "base/cpu.h"

enum { ROUNDS = 60000, SKEW = 48, LOOKS = 2000 };

/* The first member looks in each round whether both have left its sequence number, while the second
 * leaves it. */
struct meeting {
    struct board *board;
    _Atomic(int) begun; /* rounds, by the first */
    _Atomic(int) over;  /* by the second */
    bool must_wake;    /* in this round */
};

static void await(_Atomic(int) *rounds, int round)
{
    int looks = 0;

    while (load_acquire(rounds) < round) {
        cpu_pause();
        if (++looks % LOOKS == 0)
            sched_yield();
    }
}

static void pause_for(int pauses)
{
    for (; pauses > 0; pauses--)
        cpu_pause();
}

static void *leave_all(void *argument)
{
    struct meeting *meeting = argument;

    for (int round = 1; round <= ROUNDS; round++) {
        await(&meeting->begun, round);
        pause_for(round % SKEW);
        meeting->must_wake = board_leave(meeting->board, 1, (uint64_t)round, false);
        store_release(&meeting->over, round);
    }
    return NULL;
}

/* One look: who has seen in vain that others have not left may sleep after it. */
Test(round, who_finds_that_others_have_not_left_is_roused_when_they_have)
{
    static struct rank self;
    struct comm comm = {.self = &self};
    struct meeting meeting = {.board = board_create(2, false)};
    int forgotten = 0, held_up = 0;
    pthread_t other;

    guard_init(&self.guard);
    meeting.board->unpublished = 0;
    meeting.board->members[0].left = ROUNDS;
    cr_assert_eq(pthread_create(&other, NULL, leave_all, &meeting), 0);
    for (int i = 1; i <= ROUNDS; i++) {
        struct round round = {.comm = &comm,
                            .board = meeting.board,
                            .seqno = (uint64_t)i + meeting.board->seqnos};
        bool is_clear;

        store_release(&meeting.begun, i);
        pause_for(i / SKEW % SKEW);
        is_clear = round_is_clear(&round);
        await(&meeting.over, i);
        forgotten += !is_clear && !meeting.must_wake;
        held_up += !round_is_clear(&round) + load_relaxed(&meeting.board->held_up);
    }
    pthread_join(other, NULL);
    cr_assert_eq(forgotten, 0, "in %d of %d rounds no member wakes the first", forgotten, ROUNDS);
    cr_assert_eq(held_up, 0);
    board_destroy(meeting.board);
}
