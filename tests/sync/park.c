/* SPDX-License-Identifier: MIT */
#include "sync/park.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <sched.h>

#include "base/clock.h"

enum { WAITERS = 5, TURNS = 20000 };

static const uint64_t short_ns = 20000000, long_ns = UINT64_C(3600000000000);

static struct park park;
static _Atomic(int) round_number;

Test(park, does_not_sleep_when_it_was_woken_since_the_look)
{
    uint32_t seen;

    park_init(&park);
    seen = park_count(&park);
    park_wake(&park);
    park_wake(&park);
    park_sleep(&park, seen, long_ns);
}

Test(park, ends_a_sleep_that_nobody_ends_when_the_time_is_up)
{
    uint64_t start_ns = clock_ns();

    park_init(&park);
    while (clock_ns() - start_ns < short_ns) /* a sleep may end early */
        park_sleep(&park, park_count(&park), short_ns);
}

static void *await_rounds(void *argument)
{
    (void)argument;
    for (int i = 1; i <= 100; i++) {
        for (;;) {
            uint32_t seen = park_count(&park);

            if (load_acquire(&round_number) >= i)
                break;
            park_sleep(&park, seen, PARK_FOREVER);
        }
    }
    return NULL;
}

Test(park, wakes_all_who_sleep)
{
    pthread_t waiters[WAITERS];

    park_init(&park);
    for (int i = 0; i < WAITERS; i++)
        pthread_create(&waiters[i], NULL, await_rounds, NULL);
    for (int i = 1; i <= 100; i++) {
        store_release(&round_number, i);
        park_wake(&park);
        for (int yields = 0; yields < 10; yields++)
            sched_yield();
    }
    for (int i = 0; i < WAITERS; i++)
        pthread_join(waiters[i], NULL);
}

/* Two threads that hand a number to and fro: a lost wake-up stops both. */
static struct park beds[2];
static _Atomic(int) turn;

static void take_turns(int mine)
{
    for (int i = mine; i < TURNS; i += 2) {
        for (;;) {
            uint32_t seen = park_count(&beds[mine]);

            if (load_relaxed(&turn) == i)
                break;
            park_sleep(&beds[mine], seen, PARK_FOREVER);
        }
        store_relaxed(&turn, i + 1);
        park_wake(&beds[1 - mine]);
    }
}

static void *take_odd_turns(void *argument)
{
    (void)argument;
    take_turns(1);
    return NULL;
}

Test(park, loses_no_wake_between_two_who_take_turns)
{
    pthread_t other;

    park_init(&beds[0]);
    park_init(&beds[1]);
    pthread_create(&other, NULL, take_odd_turns, NULL);
    take_turns(0);
    pthread_join(other, NULL);
    cr_assert_eq(load_relaxed(&turn), TURNS);
}

static int news;

static void *wake_with_news(void *argument)
{
    (void)argument;
    news = 42;
    park_wake(&park);
    return NULL;
}

Test(park, publishes_what_the_waker_wrote_before)
{
    pthread_t waker;
    uint32_t seen;

    park_init(&park);
    seen = park_count(&park);
    pthread_create(&waker, NULL, wake_with_news, NULL);
    while (park_count(&park) == seen)
        park_sleep(&park, seen, PARK_FOREVER);
    cr_assert_eq(news, 42); /* and the thread sanitizer agrees */
    pthread_join(waker, NULL);
}
