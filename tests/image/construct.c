/* SPDX-License-Identifier: MIT */
#include "image/copy/construct.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

#include "base/container.h"
#include "by_hand.h"

enum { SLOTS = 8 };

static int own;
static int order[16], count, arguments_seen, running, running_max;
static jmp_buf landing;

static void note_step(int step)
{
    int now = __atomic_add_fetch(&running, 1, __ATOMIC_SEQ_CST);

    if (now > running_max)
        running_max = now;
    if (count < (int)ARRAY_LENGTH(order))
        order[count++] = step;
    __atomic_sub_fetch(&running, 1, __ATOMIC_SEQ_CST);
}

static void first(int argc, char **argv, char **envp)
{
    if (argc == 1 && argv != NULL && envp != NULL)
        arguments_seen++;
    note_step(1);
}

static void second(void)
{
    note_step(2);
}

static void last(void)
{
    note_step(3);
}

static void leave(void)
{
    longjmp(landing, 1);
}

static const struct heddle_record records[] = {
    VARIABLE(own, RECORD_PRIVATE),
    FUNCTION(last, 65535, RECORD_CONSTRUCTOR),
    FUNCTION(second, 200, RECORD_CONSTRUCTOR),
    FUNCTION(first, 101, RECORD_CONSTRUCTOR),
    FUNCTION(second, 200, RECORD_DESTRUCTOR),
    FUNCTION(last, 65535, RECORD_DESTRUCTOR),
};
static const struct heddle_record leaving_records[] = {
    VARIABLE(own, RECORD_PRIVATE),
    FUNCTION(leave, 65535, RECORD_CONSTRUCTOR),
};

static void construct(int slot)
{
    char *argv[] = {NULL}, *envp[] = {NULL};

    image_enter(slot);
    image_construct(slot, 1, argv, envp);
}

static void open_slots(const struct heddle_record *list, size_t records_count)
{
    int i;

    register_by_hand(list, records_count);
    cr_assert_eq(image_open(SLOTS), 0);
    for (i = 1; i < SLOTS; i++)
        cr_assert_eq(image_fill(i), 0);
}

Test(construct, functions_run_by_priority_and_destructors_backwards)
{
    static const int expected[] = {1, 2, 3, 3, 2};
    size_t i;

    open_slots(records, ARRAY_LENGTH(records));
    construct(1);
    image_finish(1, 0);
    cr_assert_eq(arguments_seen, 1);
    cr_assert_eq(count, (int)ARRAY_LENGTH(expected));
    for (i = 0; i < ARRAY_LENGTH(expected); i++)
        cr_assert_eq(order[i], expected[i]);
}

Test(construct, the_loader_has_constructed_the_originals)
{
    open_slots(records, ARRAY_LENGTH(records));
    construct(0);
    image_finish(0, 0);
    cr_assert_eq(count, 0);
}

Test(construct, a_refilled_slot_is_constructed_again)
{
    open_slots(records, ARRAY_LENGTH(records));
    construct(1);
    image_finish(1, 0);
    image_empty(1);
    cr_assert_eq(image_fill(1), 0);
    construct(1);
    cr_assert_eq(count, 8);
}

static void *construct_in_thread(void *argument)
{
    construct((int)(ptrdiff_t)argument);
    return NULL;
}

Test(construct, one_slot_at_a_time)
{
    pthread_t threads[SLOTS];
    int i;

    open_slots(records, ARRAY_LENGTH(records));
    for (i = 1; i < SLOTS; i++)
        pthread_create(&threads[i], NULL, construct_in_thread, (void *)(ptrdiff_t)i);
    for (i = 1; i < SLOTS; i++)
        pthread_join(threads[i], NULL);
    cr_assert_eq(running_max, 1);
}

Test(construct, one_that_jumps_out_does_not_keep_the_others_waiting)
{
    open_slots(leaving_records, ARRAY_LENGTH(leaving_records));
    if (setjmp(landing) == 0)
        construct(1);
    image_finish(1, 0);
    if (setjmp(landing) == 0)
        construct(2);
    image_finish(2, 0);
}

Test(construct, a_turn_that_a_slot_has_is_not_begun_again)
{
    cr_assert(construct_begin_turn(1));
    cr_assert_not(construct_begin_turn(1));
    construct_end_turn(1);
    cr_assert(construct_begin_turn(2));
    construct_end_turn(2);
}
