/* SPDX-License-Identifier: MIT */
/* The inbox's contract: order, never waiting, and no wake-up that is lost. The stress tests print
 * their seed. */
#include "sync/mpsc.h"

#include <criterion/criterion.h>
#include <pthread.h>

#include "../type/random.h"
#include "sync/park.h"

enum {
    PRODUCERS = 6,
    ITEMS_EACH = 20000,
    MORE_THAN_THE_RING = 3 * MPSC_CELLS + 7,
};

static struct mpsc queue;
static struct park park;

static void open_queue(void)
{
    cr_assert(mpsc_init(&queue));
    park_init(&park);
}

static void close_queue(void)
{
    mpsc_fini(&queue);
}

TestSuite(mpsc, .init = open_queue, .fini = close_queue);

static void push_number(uint64_t number)
{
    cr_assert_eq(mpsc_push(&queue, &number, sizeof number), MPSC_PUSHED);
}

/* UINT64_MAX when there is none. */
static uint64_t pop_number(void)
{
    const void *item = mpsc_peek(&queue);
    uint64_t number = UINT64_MAX;

    if (item != NULL) {
        memcpy(&number, item, sizeof number);
        mpsc_pop(&queue);
    }
    return number;
}

/* ---- one thread ----------------------------------------------------------------------------- */

Test(mpsc, is_empty_at_first)
{
    cr_assert_null(mpsc_peek(&queue));
}

Test(mpsc, is_asleep_when_it_dozes_and_nothing_has_come)
{
    cr_assert_not(mpsc_is_asleep(&queue));
    cr_assert(mpsc_prepare_sleep(&queue));
    cr_assert(mpsc_is_asleep(&queue));
    cr_assert(mpsc_wake(&queue));
    cr_assert_not(mpsc_is_asleep(&queue));
}

Test(mpsc, is_not_asleep_when_an_item_has_come_while_it_dozed)
{
    cr_assert(mpsc_prepare_sleep(&queue));
    cr_assert_eq(mpsc_push(&queue, &(uint64_t){1}, sizeof(uint64_t)), MPSC_PUSHED_TO_DOZING);
    cr_assert_not(mpsc_is_asleep(&queue));
    cr_assert_not(mpsc_prepare_sleep(&queue)); /* leaves the bit set */
    cr_assert_not(mpsc_is_asleep(&queue));
    cr_assert_eq(pop_number(), 1);
    cr_assert(mpsc_is_asleep(&queue));
}

Test(mpsc, pops_in_push_order)
{
    for (uint64_t i = 0; i < MPSC_CELLS; i++)
        push_number(i);
    for (uint64_t i = 0; i < MPSC_CELLS; i++)
        cr_assert_eq(pop_number(), i);
    cr_assert_null(mpsc_peek(&queue));
}

Test(mpsc, keeps_every_byte_of_an_item)
{
    unsigned char pushed[MPSC_ITEM_BYTES];

    for (size_t i = 0; i < sizeof pushed; i++)
        pushed[i] = (unsigned char)(i * 7 + 1);
    cr_assert_eq(mpsc_push(&queue, pushed, sizeof pushed), MPSC_PUSHED);
    cr_assert_arr_eq(mpsc_peek(&queue), pushed, sizeof pushed);
}

Test(mpsc, shows_an_item_until_it_is_popped)
{
    const void *first;

    push_number(1);
    push_number(2);
    first = mpsc_peek(&queue);
    cr_assert_eq(mpsc_peek(&queue), first);
    cr_assert_eq(pop_number(), 1);
    cr_assert_eq(pop_number(), 2);
}

Test(mpsc, a_full_ring_neither_waits_nor_loses)
{
    for (uint64_t i = 0; i < MORE_THAN_THE_RING; i++)
        push_number(i);
    for (uint64_t i = 0; i < MORE_THAN_THE_RING; i++)
        cr_assert_eq(pop_number(), i);
    cr_assert_null(mpsc_peek(&queue));
}

Test(mpsc, returns_to_the_ring_after_a_overflow)
{
    for (uint64_t i = 0; i < MORE_THAN_THE_RING; i++)
        push_number(i);
    while (pop_number() != UINT64_MAX)
        continue;
    for (uint64_t i = 0; i < MPSC_CELLS - MPSC_FREED_EVERY; i++)
        push_number(i);
    cr_assert_null(load_relaxed(&queue.overflow));
    for (uint64_t i = 0; i < MPSC_CELLS - MPSC_FREED_EVERY; i++)
        cr_assert_eq(pop_number(), i);
}

Test(mpsc, a_consumer_that_keeps_up_leaves_everything_in_the_ring)
{
    for (uint64_t i = 0; i < 10 * MPSC_CELLS; i++) {
        push_number(i);
        cr_assert_null(load_relaxed(&queue.overflow));
        cr_assert_eq(pop_number(), i);
    }
}

Test(mpsc, keeps_the_order_of_any_mixture_of_pushes_and_pops)
{
    struct random random = random_start();
    uint64_t pushed = 0, popped = 0;

    for (int round = 0; round < 3000; round++) {
        for (int64_t n = random_in(&random, 0, 2 * MPSC_CELLS); n > 0; n--)
            push_number(pushed++);
        for (int64_t n = random_in(&random, 0, 2 * MPSC_CELLS); n > 0 && popped < pushed; n--)
            cr_assert_eq(pop_number(), popped++);
    }
}

Test(mpsc, frees_what_was_never_popped)
{
    struct mpsc other;
    uint64_t number = 0;

    cr_assert(mpsc_init(&other));
    for (int i = 0; i < MORE_THAN_THE_RING; i++)
        mpsc_push(&other, &number, sizeof number);
    /* Half-way through a batch of overflowed items too. */
    for (int i = 0; i < MPSC_CELLS + 5; i++) {
        cr_assert_not_null(mpsc_peek(&other));
        mpsc_pop(&other);
    }
    mpsc_fini(&other); /* the address sanitizer tells whether all of it */
}

/* ---- dozing --------------------------------------------------------------------------------- */

Test(mpsc, the_first_push_to_a_dozing_consumer_must_wake_it)
{
    uint64_t number = 0;

    cr_assert(mpsc_prepare_sleep(&queue));
    cr_assert_eq(mpsc_push(&queue, &number, sizeof number), MPSC_PUSHED_TO_DOZING);
    cr_assert_eq(mpsc_push(&queue, &number, sizeof number), MPSC_PUSHED);
}

Test(mpsc, a_consumer_with_items_may_not_doze)
{
    for (uint64_t i = 0; i < MORE_THAN_THE_RING; i++)
        push_number(i);
    for (uint64_t i = 0; i < MORE_THAN_THE_RING; i++) {
        cr_assert_not(mpsc_prepare_sleep(&queue), "dozes with %d items",
                      (int)(MORE_THAN_THE_RING - i));
        mpsc_wake(&queue);
        cr_assert_eq(pop_number(), i);
    }
    cr_assert(mpsc_prepare_sleep(&queue));
}

Test(mpsc, a_consumer_may_not_doze_while_an_overflowed_item_is_all_there_is)
{
    for (uint64_t i = 0; i <= MPSC_CELLS; i++)
        push_number(i);
    cr_assert_eq(pop_number(), 0); /* and takes the overflowed item as a batch */
    push_number(MPSC_CELLS + 1);   /* which this one misses */
    for (uint64_t i = 1; i <= MPSC_CELLS; i++)
        cr_assert_eq(pop_number(), i);
    cr_assert_not(mpsc_prepare_sleep(&queue));
    cr_assert_eq(pop_number(), MPSC_CELLS + 1);
    cr_assert(mpsc_prepare_sleep(&queue));
}

Test(mpsc, one_rouser_of_several_is_told_to_wake)
{
    cr_assert_not(mpsc_wake(&queue));
    cr_assert(mpsc_prepare_sleep(&queue));
    cr_assert(mpsc_wake(&queue));
    cr_assert_not(mpsc_wake(&queue));
}

/* ---- many threads --------------------------------------------------------------------------- */

struct item {
    int producer;
    int number;
    uint64_t check; /* of the two, and of the payload's place */
    unsigned char filling[32];
};

static uint64_t check_of(int producer, int number)
{
    return ((uint64_t)producer << 32 | (uint32_t)number) * UINT64_C(0x9e3779b97f4a7c15);
}

static void push_item(int producer, int number)
{
    struct item item = {.producer = producer, .number = number};

    item.check = check_of(producer, number);
    memset(item.filling, number & 255, sizeof item.filling);
    if (mpsc_push(&queue, &item, sizeof item) == MPSC_PUSHED_TO_DOZING)
        park_wake(&park);
}

struct producer {
    pthread_t thread;
    int number;
    struct random random;
    bool pauses;
};

static void *produce(void *argument)
{
    struct producer *self = argument;

    for (int i = 0; i < ITEMS_EACH; i++) {
        push_item(self->number, i);
        if (self->pauses && random_in(&self->random, 0, 63) == 0)
            sched_yield();
    }
    return NULL;
}

static void start_producers(struct producer producers[], struct random *random, bool pause)
{
    for (int i = 0; i < PRODUCERS; i++) {
        producers[i] = (struct producer){.number = i, .pauses = pause};
        producers[i].random.state = random_bits(random) | 1;
        pthread_create(&producers[i].thread, NULL, produce, &producers[i]);
    }
}

static void join_producers(struct producer producers[])
{
    for (int i = 0; i < PRODUCERS; i++)
        pthread_join(producers[i].thread, NULL);
}

/* The next item is the next of its producer, whole. */
static void check_item(const struct item *item, int next[PRODUCERS])
{
    cr_assert(item->producer >= 0 && item->producer < PRODUCERS);
    cr_assert_eq(item->number, next[item->producer], "item %d of producer %d came, not %d",
                 item->number, item->producer, next[item->producer]);
    cr_assert_eq(item->check, check_of(item->producer, item->number));
    for (size_t i = 0; i < sizeof item->filling; i++)
        cr_assert_eq(item->filling[i], item->number & 255);
    next[item->producer]++;
}

static void consume_with(struct random *random, int most_at_once)
{
    int next[PRODUCERS] = {0};

    for (long left = (long)PRODUCERS * ITEMS_EACH; left > 0;) {
        const struct item *item = mpsc_peek(&queue);

        if (item == NULL || random_in(random, 0, most_at_once) == 0) {
            sched_yield();
            continue;
        }
        check_item(item, next);
        mpsc_pop(&queue);
        left--;
    }
    cr_assert_null(mpsc_peek(&queue));
}

Test(mpsc, each_producers_order_survives_a_fast_consumer)
{
    struct producer producers[PRODUCERS];
    struct random random = random_start();

    start_producers(producers, &random, true);
    consume_with(&random, 100000);
    join_producers(producers);
}

Test(mpsc, each_producers_order_survives_a_slow_consumer)
{
    struct producer producers[PRODUCERS];
    struct random random = random_start();

    start_producers(producers, &random, false); /* the ring is full most of the time */
    consume_with(&random, 8);
    join_producers(producers);
}

static void consume_or_park(void)
{
    int next[PRODUCERS] = {0};

    for (long left = (long)PRODUCERS * ITEMS_EACH; left > 0;) {
        const struct item *item = mpsc_peek(&queue);
        uint32_t seen = park_count(&park);

        if (item != NULL) {
            check_item(item, next);
            mpsc_pop(&queue);
            left--;
        } else if (mpsc_prepare_sleep(&queue)) {
            park_sleep(&park, seen, PARK_FOREVER);
        }
    }
}

Test(mpsc, a_consumer_that_parks_misses_nothing)
{
    struct producer producers[PRODUCERS];
    struct random random = random_start();

    start_producers(producers, &random, true);
    consume_or_park();
    join_producers(producers);
}

/* ---- an order that several producers agree on ------------------------------------------------ */

static _Atomic(int) baton;

static void *produce_in_turn(void *argument)
{
    int number = *(int *)argument;

    for (int i = number; i < ITEMS_EACH; i += PRODUCERS) {
        while (load_acquire(&baton) != i)
            sched_yield();
        for (int burst = 0; burst < 8; burst++) {
            const int pair[2] = {i, burst};

            mpsc_push(&queue, pair, sizeof pair);
        }
        store_release(&baton, i + 1);
    }
    return NULL;
}

Test(mpsc, items_that_producers_push_one_after_another_are_popped_so)
{
    struct random random = random_start();
    pthread_t threads[PRODUCERS];
    int numbers[PRODUCERS];

    for (int i = 0; i < PRODUCERS; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, produce_in_turn, &numbers[i]);
    }
    for (int i = 0; i < ITEMS_EACH * 8;) {
        const int *pair = mpsc_peek(&queue);

        if (pair == NULL || random_in(&random, 0, 400) == 0) {
            sched_yield(); /* now and then the ring fills */
            continue;
        }
        cr_assert_eq(pair[0], i / 8);
        cr_assert_eq(pair[1], i % 8);
        mpsc_pop(&queue);
        i++;
    }
    for (int i = 0; i < PRODUCERS; i++)
        pthread_join(threads[i], NULL);
}

/* ---- waking for something else than an item ------------------------------------------------- */

enum { TURNS = 30000 };

static _Atomic(int) told;
static _Atomic(int) heard;

static void *tell(void *argument)
{
    (void)argument;
    for (int i = 1; i <= TURNS; i++) {
        store_seq_cst(&told, i);
        if (mpsc_wake(&queue))
            park_wake(&park);
        while (load_acquire(&heard) != i)
            sched_yield();
    }
    return NULL;
}

Test(mpsc, no_rousing_is_lost)
{
    pthread_t teller;

    pthread_create(&teller, NULL, tell, NULL);
    for (int i = 1; i <= TURNS; i++) {
        while (load_seq_cst(&told) != i) {
            uint32_t seen = park_count(&park);

            if (mpsc_prepare_sleep(&queue) && load_seq_cst(&told) != i)
                park_sleep(&park, seen, PARK_FOREVER);
        }
        store_release(&heard, i);
    }
    pthread_join(teller, NULL);
}

Test(mpsc, knows_when_all_up_to_a_mark_has_been_popped)
{
    struct mpsc inbox;
    uint64_t mark;
    int i, item = 0, pushed = MPSC_CELLS + 3; /* the last go to the overflow list */

    cr_assert(mpsc_init(&inbox));
    cr_assert(mpsc_has_popped(&inbox, mpsc_mark(&inbox)));
    for (i = 0; i < pushed; i++)
        cr_assert_eq(mpsc_push(&inbox, &item, sizeof item), MPSC_PUSHED);
    mark = mpsc_mark(&inbox);
    for (i = 0; i < pushed; i++) {
        cr_assert_not(mpsc_has_popped(&inbox, mark), "%d of %d", i, pushed);
        cr_assert_not_null(mpsc_peek(&inbox));
        mpsc_pop(&inbox);
    }
    cr_assert(mpsc_has_popped(&inbox, mark));
    cr_assert_eq(mpsc_push(&inbox, &item, sizeof item), MPSC_PUSHED);
    cr_assert(mpsc_has_popped(&inbox, mark));
    cr_assert_not(mpsc_has_popped(&inbox, mpsc_mark(&inbox)));
    mpsc_fini(&inbox);
}
