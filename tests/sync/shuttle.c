/* SPDX-License-Identifier: MIT */
/* The shuttle's contract: turns, and that an item is whole when it is seen. */
#include "sync/shuttle.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

enum { ROUNDS = 50000, WORDS = SHUTTLE_ITEM_BYTES / 8 };

static struct shuttle shuttle;
static struct shuttle_end ends[2];

static void open_both(void)
{
    memset(&shuttle, 0, sizeof shuttle);
    shuttle_open(&ends[0], &shuttle, true);
    shuttle_open(&ends[1], &shuttle, false);
}

TestSuite(shuttle, .init = open_both);

static void push_number(struct shuttle_end *end, uint64_t number)
{
    uint64_t words[WORDS];

    for (int i = 0; i < WORDS; i++)
        words[i] = number * (uint64_t)(i + 1);
    memcpy(shuttle_place(end), words, sizeof words);
    shuttle_push(end);
}

static uint64_t pop_number(struct shuttle_end *end)
{
    uint64_t words[WORDS];
    const void *item = shuttle_peek(end);

    if (item == NULL)
        return UINT64_MAX;
    memcpy(words, item, sizeof words);
    for (int i = 0; i < WORDS; i++)
        cr_assert_eq(words[i], words[0] * (uint64_t)(i + 1));
    shuttle_pop(end);
    return words[0];
}

Test(shuttle, belongs_to_the_side_that_begins)
{
    cr_assert(ends[0].is_ours);
    cr_assert_not(ends[1].is_ours);
    cr_assert_null(shuttle_peek(&ends[0]));
    cr_assert_null(shuttle_peek(&ends[1]));
}

Test(shuttle, changes_hands_when_the_other_side_has_popped_what_was_pushed)
{
    push_number(&ends[0], 7);
    cr_assert_not(ends[0].is_ours);
    cr_assert_not_null(shuttle_peek(&ends[1]));
    cr_assert_not(ends[1].is_ours);
    cr_assert_eq(pop_number(&ends[1]), 7);
    cr_assert(ends[1].is_ours);
    cr_assert_null(shuttle_peek(&ends[1]));
}

Test(shuttle, is_under_way_from_a_push_to_the_pop_of_its_answer)
{
    cr_assert_not(shuttle_is_under_way(&ends[0]));
    cr_assert_not(shuttle_is_under_way(&ends[1]));
    push_number(&ends[0], 1);
    cr_assert(shuttle_is_under_way(&ends[0]));
    pop_number(&ends[1]);
    cr_assert(shuttle_is_under_way(&ends[0]));
    push_number(&ends[1], 2);
    cr_assert(shuttle_is_under_way(&ends[0]));
    cr_assert_eq(pop_number(&ends[0]), 2);
    cr_assert_not(shuttle_is_under_way(&ends[0]));
    cr_assert(shuttle_is_under_way(&ends[1]));
}

static void *answer(void *argument)
{
    (void)argument;
    for (uint64_t i = 0; i < ROUNDS; i++) {
        uint64_t number;

        while ((number = pop_number(&ends[1])) == UINT64_MAX)
            sched_yield();
        push_number(&ends[1], number + 1);
    }
    return NULL;
}

Test(shuttle, carries_whole_items_to_and_fro_between_two_threads)
{
    pthread_t other;

    pthread_create(&other, NULL, answer, NULL);
    for (uint64_t i = 0; i < ROUNDS; i++) {
        uint64_t number;

        push_number(&ends[0], 3 * i);
        while ((number = pop_number(&ends[0])) == UINT64_MAX)
            sched_yield();
        cr_assert_eq(number, 3 * i + 1);
    }
    pthread_join(other, NULL);
}
