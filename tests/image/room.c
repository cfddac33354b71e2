/* SPDX-License-Identifier: MIT */
#include "image/room.h"

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
    return room_has(map_anywhere(bytes), bytes);
}

/* Of several lengths, above what is mapped later. */
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
Test(room, has_nothing_before_it_is_taken)
{
    cr_assert_null(room_segment());
    cr_assert_not(room_has(map_anywhere(PART_BYTES), PART_BYTES));
    room_open();
    cr_assert_not(comes_into_room(PART_BYTES));
    room_close();
}

Test(room, keeps_out_what_comes_when_it_is_closed)
{
    room_take(ROOM_BYTES);
    cr_assert_not(comes_into_room(PART_BYTES));
    room_open();
    room_close();
    cr_assert_not(comes_into_room(PART_BYTES));
}

Test(room, takes_in_what_comes_when_it_is_open)
{
    make_holes();
    room_take(ROOM_BYTES);
    make_holes();
    room_open();
    cr_assert(comes_into_room(PART_BYTES));
    cr_assert(comes_into_room(3 * PART_BYTES));
    room_close();
    cr_assert_not(comes_into_room(PART_BYTES));
}

Test(room, is_used_up_by_and_by)
{
    int times = 0;

    room_take(ROOM_BYTES);
    for (room_open(); comes_into_room(PART_BYTES); room_open()) {
        times++;
        room_close();
    }
    /* A page is never given, so that what does not fit does not lie across the room's end. */
    cr_assert_eq(times, ROOM_BYTES / PART_BYTES - 1);
}

Test(room, is_the_uppermost_hole_again_when_something_above_goes)
{
    char *above = map_anywhere(PART_BYTES);

    room_take(ROOM_BYTES);
    room_open();
    room_close();
    munmap(above, PART_BYTES);
    room_open();
    cr_assert(comes_into_room(PART_BYTES));
    room_close();
}

static void *open_and_close(void *argument)
{
    room_open();
    room_close();
    return argument;
}

Test(room, stays_open_until_the_last_opener_is_done)
{
    pthread_t other;

    room_take(ROOM_BYTES);
    room_open();
    cr_assert_eq(pthread_create(&other, NULL, open_and_close, NULL), 0);
    cr_assert_eq(pthread_join(other, NULL), 0);
    cr_assert(comes_into_room(PART_BYTES));
    room_close();
    cr_assert_not(comes_into_room(PART_BYTES));
}

Test(room, is_opened_once_by_a_thread)
{
    room_take(ROOM_BYTES);
    room_close();
    room_open();
    room_open();
    cr_assert(comes_into_room(PART_BYTES));
    room_close();
    cr_assert_not(comes_into_room(PART_BYTES));
    room_close();
}

Test(room, does_not_take_in_what_is_longer)
{
    room_take(ROOM_BYTES);
    room_open();
    cr_assert_not(comes_into_room(ROOM_BYTES));
    room_close();
}

Test(room, may_be_given_back)
{
    room_take(ROOM_BYTES);
    room_give();
    cr_assert_null(room_segment());
    room_give();
}
