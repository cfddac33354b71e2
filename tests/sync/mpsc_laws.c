/* SPDX-License-Identifier: MIT */
/* The laws of the inbox hold in every state, and are missed when they are broken. */
#include "sync/mpsc.h"

#include <criterion/criterion.h>

#include "../base/broken_law.h"

enum { MORE_THAN_THE_RING = 3 * MPSC_CELLS + 7 };

static struct mpsc queue;

static void open_queue(void)
{
    cr_assert(mpsc_init(&queue));
}

static void close_queue(void)
{
    mpsc_fini(&queue);
}

TestSuite(mpsc_laws, .init = open_queue, .fini = close_queue);

static void push(uint64_t number)
{
    cr_assert_eq(mpsc_push(&queue, &number, sizeof number), MPSC_PUSHED);
}

static uint64_t pop(void)
{
    const void *item = mpsc_peek(&queue);
    uint64_t number;

    cr_assert_not_null(item);
    memcpy(&number, item, sizeof number);
    mpsc_pop(&queue);
    return number;
}

Test(mpsc_laws, hold_in_every_state)
{
    mpsc_check(&queue);
    for (uint64_t i = 0; i < MORE_THAN_THE_RING; i++) {
        push(i);
        mpsc_check(&queue);
    }
    for (uint64_t i = 0; i < MORE_THAN_THE_RING; i++) {
        cr_assert_eq(pop(), i);
        mpsc_check(&queue);
    }
}

static void pop_what_is_not_there(void)
{
    queue.head++;
    mpsc_check(&queue);
}

Test(mpsc_laws, find_a_consumer_that_is_ahead_of_its_producers)
{
    cr_assert(is_caught(pop_what_is_not_there, "queue->head <= tail"));
}

static void stamp_ahead(void)
{
    store_relaxed(&queue.cells[3].stamp, 3 + 2);
    mpsc_check(&queue);
}

Test(mpsc_laws, find_a_stamp_of_a_ticket_that_nobody_has_drawn)
{
    cr_assert(is_caught(stamp_ahead, "load_acquire(&mpsc_cell_of(queue, ticket)->stamp) "
                                     "<= ticket + 1"));
}

static void free_what_is_full(void)
{
    push(1);
    store_relaxed(&queue.freed, 1);
    mpsc_check(&queue);
}

Test(mpsc_laws, find_a_cell_that_is_free_before_it_is_popped)
{
    cr_assert(is_caught(free_what_is_full, "freed <= queue->head"));
}

static void forget_overflowed(void)
{
    for (uint64_t i = 0; i < MORE_THAN_THE_RING; i++)
        push(i);
    for (uint64_t i = 0; i < MPSC_CELLS + 1; i++)
        pop();
    store_relaxed(&queue.overflowed, 0);
    mpsc_check(&queue);
}

Test(mpsc_laws, find_overflowed_items_that_nobody_has_counted)
{
    cr_assert(is_caught(forget_overflowed, "count <= overflowed"));
}
