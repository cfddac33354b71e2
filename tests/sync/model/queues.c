/* SPDX-License-Identifier: MIT */
/* Programs of sync/mpsc.h and sync/shuttle.h. */
#include "programs.h"

/* ---- shuttle --------------------------------------------------------------------------------- */

void begin_shuttle(void)
{
    programs_begin();
    model_assert(mpsc_init(&shared->queue));
    shuttle_open(&shared->ends[0], &shared->shuttle, true);
    shuttle_open(&shared->ends[1], &shared->shuttle, false);
}

static void push_number(struct shuttle_end *end, int number)
{
    memcpy(shuttle_place(end), &number, sizeof number);
    shuttle_push(end);
}

static int pop_number(struct shuttle_end *end)
{
    const void *item;
    int number;

    while ((item = shuttle_peek(end)) == NULL)
        model_yield();
    memcpy(&number, item, sizeof number);
    shuttle_pop(end);
    return number;
}

void pass_back_and_forth(int thread)
{
    struct shuttle_end *end = &shared->ends[thread - 1];

    if (thread == 1) {
        push_number(end, 1);
        model_assert(pop_number(end) == 2);
        push_number(end, 3);
    } else {
        model_assert(pop_number(end) == 1);
        push_number(end, 2);
        model_assert(pop_number(end) == 3);
    }
}

/* ---- mpsc ------------------------------------------------------------------------------------ */

void begin_queue(void)
{
    programs_begin();
    model_assert(mpsc_init(&shared->queue));
}

static void push(int number)
{
    enum mpsc_pushed pushed = mpsc_push(&shared->queue, &number, sizeof number);

    model_assert(pushed != MPSC_NO_MEMORY);
    if (pushed == MPSC_PUSHED_TO_DOZING)
        park_wake(&shared->park);
}

/* False: there is no item. */
static bool pop(void)
{
    const void *item = mpsc_peek(&shared->queue);

    if (item == NULL)
        return false;
    memcpy(&shared->popped[shared->items++], item, sizeof(int));
    mpsc_pop(&shared->queue);
    return true;
}

static void pop_by_polling(int items)
{
    while (items > 0)
        if (pop())
            items--;
        else
            model_yield();
}

/* As a rank waits. An item that has not come and keeps the consumer awake is about to come. */
static void pop_by_sleeping(int items)
{
    while (items > 0) {
        uint32_t seen = park_count(&shared->park);

        if (pop()) {
            items--;
        } else if (mpsc_prepare_sleep(&shared->queue)) {
            park_sleep(&shared->park, seen, PARK_FOREVER);
        } else {
            model_begin_poll();
            pop_by_polling(1);
            items--;
        }
    }
}

/* The items of each thread come in its order. */
static void check_order(void)
{
    for (int i = 0; i < shared->items; i++)
        for (int j = 0; j < i; j++)
            model_assert(shared->popped[i] / 10 != shared->popped[j] / 10 ||
                         shared->popped[i] > shared->popped[j]);
}

void end_queue(void)
{
    while (pop())
        continue;
    check_order();
    mpsc_check(&shared->queue);
    mpsc_fini(&shared->queue);
}

void two_push_one_polls(int thread)
{
    if (thread == 3)
        pop_by_polling(2);
    else
        push(10 * thread);
}

void two_push_one_sleeps(int thread)
{
    if (thread == 3)
        pop_by_sleeping(2);
    else
        push(10 * thread);
}

void one_pushes_two(int thread)
{
    if (thread == 2) {
        pop_by_sleeping(2);
    } else {
        push(10);
        push(11);
    }
}

/* The consumer waits for a flag, too, whose owner wakes it. It loads the flag in any order. */
void flag_is_set_for_a_dozing_consumer(int thread)
{
    uint32_t seen;

    if (thread == 1) {
        store_seq_cst(&shared->flag, 1);
        if (mpsc_wake(&shared->queue))
            park_wake(&shared->park);
        return;
    }
    for (;;) {
        seen = park_count(&shared->park);
        if (mpsc_prepare_sleep(&shared->queue) && !load_relaxed(&shared->flag))
            park_sleep(&shared->park, seen, PARK_FOREVER);
        if (load_relaxed(&shared->flag))
            return;
    }
}

/* As a mailbox: an item comes in a shuttle, beside the queue of a consumer that dozes. */
void item_is_passed_to_a_dozing_consumer(int thread)
{
    uint32_t seen;

    if (thread == 1) {
        push_number(&shared->ends[0], 1);
        if (mpsc_wake(&shared->queue))
            park_wake(&shared->park);
        return;
    }
    for (;;) {
        seen = park_count(&shared->park);
        if (mpsc_prepare_sleep(&shared->queue) && shuttle_peek(&shared->ends[1]) == NULL)
            park_sleep(&shared->park, seen, PARK_FOREVER);
        if (shuttle_peek(&shared->ends[1]) != NULL)
            break;
    }
    model_assert(pop_number(&shared->ends[1]) == 1);
}

/* The ring is full. The next push waits for the cells of the next MPSC_FREED_EVERY items. */
void begin_full_queue(void)
{
    begin_queue();
    for (int i = 0; i < MPSC_CELLS; i++)
        push(100 + i);
    for (int i = 0; i < MPSC_CELLS - MPSC_FREED_EVERY; i++) {
        model_assert(mpsc_peek(&shared->queue) != NULL);
        mpsc_pop(&shared->queue);
    }
    for (int i = 0; i < MPSC_CELLS - MPSC_FREED_EVERY; i++)
        push(1000 + i);
}

/* The consumer's last pop gives the cells free. */
void one_pushes_to_a_full_ring(int thread)
{
    const void *item;

    if (thread == 1) {
        push(10);
        push(11);
        return;
    }
    for (int i = 0; i < MPSC_FREED_EVERY; i++) {
        item = mpsc_peek(&shared->queue);
        model_assert(item != NULL);
        memcpy(&shared->count, item, sizeof shared->count);
        mpsc_pop(&shared->queue);
    }
}

void end_full_queue(void)
{
    const void *item;

    shared->items = 0;
    while ((item = mpsc_peek(&shared->queue)) != NULL) {
        int number;

        memcpy(&number, item, sizeof number);
        if (number < 100)
            shared->popped[shared->items++] = number;
        mpsc_pop(&shared->queue);
    }
    model_assert(shared->items == 2);
    end_queue();
}

/* The ring is empty, and one item is in the overflow list. */
void begin_overflowed_queue(void)
{
    begin_queue();
    for (int i = 0; i <= MPSC_CELLS; i++)
        push(100 + i);
    for (int i = 0; i < MPSC_CELLS; i++) {
        model_assert(mpsc_peek(&shared->queue) != NULL);
        mpsc_pop(&shared->queue);
    }
}

void end_overflowed_queue(void)
{
    end_queue();
    model_assert(shared->items == 3);
}

void one_pushes_to_an_overflowed_ring(int thread)
{
    if (thread == 1) {
        push(10);
        push(11);
    } else {
        pop_by_sleeping(3);
    }
}

void two_push_to_an_overflowed_ring(int thread)
{
    if (thread == 3)
        pop_by_polling(2);
    else
        push(10 * thread);
}
