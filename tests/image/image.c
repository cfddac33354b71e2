/* SPDX-License-Identifier: MIT */
#include "image/image.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "base/container.h"
#include "base/note.h"
#include "by_hand.h"
#include "image/copy/stride.h"

enum { SLOTS = 64, THREADS = 8, CYCLES = 2000, LONG_COUNT = 1 << 17, PAGE_BYTES = 4096 };

static int number = 5;
static int zeros[5000];
static int *pointer = &number;
static int *into_zeros = &zeros[7];
static int *beyond = &zeros[5000];
static int shared = 6;
static int *to_shared = &shared;
static _Thread_local int *volatile thread_pointer = &number;
static int long_data[LONG_COUNT] = {[3] = 3, [LONG_COUNT - 1] = 9};
static int *into_long_data = &long_data[3];

static const struct heddle_record records[] = {
    VARIABLE(number, RECORD_PRIVATE),     VARIABLE(zeros, RECORD_PRIVATE),
    VARIABLE(pointer, RECORD_PRIVATE),    VARIABLE(into_zeros, RECORD_PRIVATE),
    VARIABLE(beyond, RECORD_PRIVATE),     VARIABLE(shared, RECORD_SHARED),
    VARIABLE(to_shared, RECORD_PRIVATE),
};
static const struct heddle_record long_records[] = {
    VARIABLE(number, RECORD_PRIVATE),
    VARIABLE(long_data, RECORD_PRIVATE),
    VARIABLE(into_long_data, RECORD_PRIVATE),
};

static void open_image(void)
{
    register_by_hand(records, ARRAY_LENGTH(records));
    cr_assert_eq(image_open(SLOTS), 0, "%s", note_text());
}

/* Criterion runs each test in a process of its own. */
TestSuite(image, .init = open_image);
TestSuite(image_of_long_data);
TestSuite(image_of_many);

Test(image, a_slot_starts_with_the_initial_data)
{
    number = 50;
    pointer = NULL;
    zeros[9] = 1;
    cr_assert_eq(image_fill(1), 0);
    cr_assert_eq(in_slot(number, 1), 5);
    cr_assert_eq(in_slot(zeros, 1)[9], 0);
    cr_assert_eq(in_slot(pointer, 1), &in_slot(number, 1));
}

Test(image, pointers_lead_into_their_own_slot)
{
    cr_assert_eq(image_fill(1), 0);
    cr_assert_eq(image_fill(2), 0);
    cr_assert_neq(image_displacement(1), image_displacement(2));
    cr_assert_eq(in_slot(into_zeros, 2), &in_slot(zeros, 2)[7]);
    cr_assert_eq(in_slot(into_zeros, 1), &in_slot(zeros, 1)[7]);
}

Test(image, a_pointer_one_past_the_end_moves_with_its_variable)
{
    cr_assert_eq(image_fill(1), 0);
    cr_assert_eq(in_slot(beyond, 1), &in_slot(zeros, 1)[5000]);
}

Test(image, pointers_to_shared_variables_stay)
{
    cr_assert_eq(image_fill(1), 0);
    cr_assert_eq(in_slot(to_shared, 1), &shared);
}

Test(image, the_originals_are_slot_zero)
{
    cr_assert_eq(image_displacement(0), 0);
    number = 8;
    cr_assert_eq(image_fill(0), 0);
    image_empty(0);
    cr_assert_eq(number, 8);
}

Test(image, a_refilled_slot_is_pristine)
{
    cr_assert_eq(image_fill(1), 0);
    in_slot(number, 1) = 100;
    in_slot(zeros, 1)[4000] = 100;
    in_slot(pointer, 1) = NULL;
    image_empty(1);
    cr_assert_eq(image_fill(1), 0);
    cr_assert_eq(in_slot(number, 1), 5);
    cr_assert_eq(in_slot(zeros, 1)[4000], 0);
    cr_assert_eq(in_slot(pointer, 1), &in_slot(number, 1));
}

Test(image, the_slots_may_become_more)
{
    cr_assert_eq(image_fill(1), 0);
    cr_assert_eq(image_open(IMAGE_SLOTS_MAX), 0);
    cr_assert_eq(image_fill(IMAGE_SLOTS_MAX - 1), 0);
    cr_assert_eq(in_slot(number, IMAGE_SLOTS_MAX - 1), 5);
    cr_assert_eq(in_slot(number, 1), 5);
}

Test(image, more_slots_than_there_are_is_an_error)
{
    cr_assert_eq(image_open(IMAGE_SLOTS_MAX + 1), -1);
    cr_assert(strstr(note_text(), "65536") != NULL, "%s", note_text());
}

static void *see_own_slot(void *argument)
{
    int slot = (int)(ptrdiff_t)argument;

    image_enter(slot);
    cr_assert_eq(image_current(), slot);
    cr_assert_eq(thread_pointer, &in_slot(number, slot));
    image_enter(0);
    cr_assert_eq(thread_pointer, &number);
    return NULL;
}

Test(image, thread_local_pointers_lead_into_the_slot_the_thread_enters)
{
    pthread_t thread;

    cr_assert_eq(image_fill(3), 0);
    pthread_create(&thread, NULL, see_own_slot, (void *)(ptrdiff_t)3);
    pthread_join(thread, NULL);
    cr_assert_eq(thread_pointer, &number);
}

static bool is_mapped(const void *address)
{
    unsigned char residence;
    char *page = (char *)((uintptr_t)address & -(uintptr_t)PAGE_BYTES);

    return mincore(page, PAGE_BYTES, &residence) == 0;
}

static void *cycle(void *argument)
{
    int slot = (int)(ptrdiff_t)argument;
    int i;

    for (i = 0; i < CYCLES; i++) {
        cr_assert_eq(image_fill(slot), 0);
        cr_assert_eq(in_slot(number, slot), 5);
        in_slot(number, slot) = slot;
        in_slot(zeros, slot)[i % 5000] = 1;
        cr_assert_eq(in_slot(number, slot), slot);
        image_empty(slot);
    }
    return NULL;
}

Test(image, many_threads_fill_and_empty_slots_and_leave_nothing)
{
    pthread_t threads[THREADS];
    int i;

    for (i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, cycle, (void *)(ptrdiff_t)(i + 1));
    for (i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    cr_assert_eq(image_fill(1), 0);
    cr_assert(is_mapped(&in_slot(number, 1)));
    image_empty(1);
    for (i = 0; i < THREADS; i++) {
        cr_assert_not(is_mapped(&in_slot(number, i + 1)));
        cr_assert_not(is_mapped(&in_slot(zeros, i + 1)[4999]));
    }
}

/* All slots are filled, up to the last: each takes maps of memory, of which the kernel permits a
 * process some 65,000. */
Test(image_of_many, as_many_slots_as_the_kernel_has_maps_can_be_filled_at_once)
{
    enum { STEP = 5 };
    int i;

    register_by_hand(records, ARRAY_LENGTH(records));
    cr_assert_eq(image_open(IMAGE_SLOTS_MAX), 0, "%s", note_text());
    for (i = IMAGE_SLOTS_MAX - 1; i > 0; i -= STEP) {
        cr_assert_eq(image_fill(i), 0, "%s", note_text());
        in_slot(number, i) = i;
    }
    for (i = IMAGE_SLOTS_MAX - 1; i > 0; i -= STEP)
        cr_assert_eq(*in_slot(pointer, i), i);
    /* A leak check reads the map of the process for each slot that is full. */
    for (i = IMAGE_SLOTS_MAX - 1; i > 0; i -= STEP)
        image_empty(i);
}

Test(image, a_place_that_the_program_took_is_left_to_it)
{
    char *place, *taken;

    cr_assert_eq(image_fill(2), 0);
    place = (char *)((uintptr_t)&in_slot(number, 2) & -(uintptr_t)PAGE_BYTES);
    image_empty(2);
    taken = mmap(place, PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    cr_assert_eq(taken, place);
    memset(taken, 'x', PAGE_BYTES);
    cr_assert_eq(image_fill(2), 0);
    cr_assert_eq(in_slot(number, 2), 5);
    in_slot(number, 2) = 0;
    cr_assert_eq(taken[0], 'x');
    cr_assert_eq(taken[PAGE_BYTES - 1], 'x');
    image_empty(2);
    cr_assert_eq(taken[0], 'x');
}

/* Slot 3 gets the place of slot 2, which is empty and then finds another one. */
Test(image, places_are_tried_again_when_there_are_no_more)
{
    ptrdiff_t displacement;

    cr_assert_eq(image_fill(1), 0);
    cr_assert_eq(image_fill(2), 0);
    image_empty(2);
    while (stride_next(&displacement))
        continue;
    cr_assert_eq(image_fill(3), 0, "%s", note_text());
    in_slot(number, 3) = 30;
    cr_assert_eq(image_fill(2), 0, "%s", note_text());
    cr_assert_eq(in_slot(number, 1), 5);
    cr_assert_eq(in_slot(number, 2), 5);
    cr_assert_eq(in_slot(number, 3), 30);
}

Test(image_of_long_data, it_is_mapped_and_its_pointers_are_moved)
{
    register_by_hand(long_records, ARRAY_LENGTH(long_records));
    cr_assert_eq(image_open(2), 0, "%s", note_text());
    long_data[3] = 30;
    cr_assert_eq(image_fill(1), 0, "%s", note_text());
    cr_assert_eq(in_slot(long_data, 1)[3], 3);
    cr_assert_eq(in_slot(long_data, 1)[LONG_COUNT - 1], 9);
    cr_assert_eq(in_slot(into_long_data, 1), &in_slot(long_data, 1)[3]);
}
