/* SPDX-License-Identifier: MIT */
#include "image/copy/reservation.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <sys/mman.h>

enum { ROOM_BYTES = 64 << 20, PART_BYTES = 1 << 20, HOLES = 8 };

static char *map_anywhere(size_t bytes)
{
    char *start = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    cr_assert_neq(start, MAP_FAILED);
    return start;
}

/* As the loader maps a library. */
static bool comes_into_room(size_t bytes)
{
    return reservation_has(map_anywhere(bytes), bytes);
}

/* The holes have several lengths, and lie above what is mapped later. */
static void make_holes(void)
{
    char *holes[HOLES];
    size_t i;

    for (i = 0; i < HOLES; i++) {
        holes[i] = map_anywhere((i + 1) * PART_BYTES);
        map_anywhere(PART_BYTES);
    }
    for (i = 0; i < HOLES; i++)
        munmap(holes[i], (i + 1) * PART_BYTES);
}

/* Criterion runs each test in a process of its own. */
Test(reservation, has_nothing_before_it_is_taken)
{
    cr_assert_null(reservation_segment());
    cr_assert_not(reservation_has(map_anywhere(PART_BYTES), PART_BYTES));
    reservation_open();
    cr_assert_not(comes_into_room(PART_BYTES));
    reservation_close();
}

Test(reservation, keeps_out_what_comes_when_it_is_closed)
{
    reservation_take(ROOM_BYTES);
    cr_assert_not(comes_into_room(PART_BYTES));
    reservation_open();
    reservation_close();
    cr_assert_not(comes_into_room(PART_BYTES));
}

Test(reservation, takes_in_what_comes_when_it_is_open)
{
    make_holes();
    reservation_take(ROOM_BYTES);
    make_holes();
    reservation_open();
    cr_assert(comes_into_room(PART_BYTES));
    cr_assert(comes_into_room(3 * PART_BYTES));
    reservation_close();
    cr_assert_not(comes_into_room(PART_BYTES));
}

Test(reservation, is_used_up_by_and_by)
{
    int times = 0;

    reservation_take(ROOM_BYTES);
    for (reservation_open(); comes_into_room(PART_BYTES); reservation_open()) {
        times++;
        reservation_close();
    }
    /* A page is never given, so that what does not fit does not lie across its end. */
    cr_assert_eq(times, ROOM_BYTES / PART_BYTES - 1);
}

Test(reservation, is_the_uppermost_hole_again_when_something_above_goes)
{
    char *above = map_anywhere(PART_BYTES);

    reservation_take(ROOM_BYTES);
    reservation_open();
    reservation_close();
    munmap(above, PART_BYTES);
    reservation_open();
    cr_assert(comes_into_room(PART_BYTES));
    reservation_close();
}

static void *open_and_close(void *argument)
{
    reservation_open();
    reservation_close();
    return argument;
}

Test(reservation, stays_open_until_the_last_opener_is_done)
{
    pthread_t other;

    reservation_take(ROOM_BYTES);
    reservation_open();
    cr_assert_eq(pthread_create(&other, NULL, open_and_close, NULL), 0);
    cr_assert_eq(pthread_join(other, NULL), 0);
    cr_assert(comes_into_room(PART_BYTES));
    reservation_close();
    cr_assert_not(comes_into_room(PART_BYTES));
}

Test(reservation, is_opened_once_by_a_thread)
{
    reservation_take(ROOM_BYTES);
    reservation_close();
    reservation_open();
    reservation_open();
    cr_assert(comes_into_room(PART_BYTES));
    reservation_close();
    cr_assert_not(comes_into_room(PART_BYTES));
    reservation_close();
}

Test(reservation, does_not_take_in_what_is_longer)
{
    reservation_take(ROOM_BYTES);
    reservation_open();
    cr_assert_not(comes_into_room(ROOM_BYTES));
    reservation_close();
}

Test(reservation, may_be_given_back)
{
    reservation_take(ROOM_BYTES);
    reservation_give();
    cr_assert_null(reservation_segment());
    reservation_give();
}
