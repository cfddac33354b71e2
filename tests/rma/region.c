/* SPDX-License-Identifier: MIT */
/* Memory attached to a dynamic window: what counts as attached, and that origins see whole states
 * while the member changes it. */
#include "rma/region.h"

#include <heddle/criterion.h>
#include <pthread.h>

#include "base/note.h"
#include "rma/window.h"

enum { UNIT = 16, UNITS = 64, ROUNDS = 20000 };

static char memory[UNITS * UNIT];
static struct window_part part;

static int attach(int from, int to)
{
    return region_attach(&part, memory + from * UNIT, (to - from) * UNIT);
}

static int detach(int from)
{
    return region_detach(&part, memory + from * UNIT);
}

static bool holds(int from, int to)
{
    return region_holds(&part, (uintptr_t)memory + (uintptr_t)from * UNIT,
                        (uintptr_t)memory + (uintptr_t)to * UNIT);
}

static bool meets(int from, int to)
{
    return region_meets(&part, (uintptr_t)memory + (uintptr_t)from * UNIT,
                        (uintptr_t)memory + (uintptr_t)to * UNIT);
}

static void clear(void)
{
    regions_destroy(load_relaxed(&part.regions));
    store_relaxed(&part.regions, NULL);
}

Test(region, nothing_is_attached_at_first, .fini = clear)
{
    cr_assert_not(holds(0, 1));
    cr_assert(holds(3, 3)); /* no bytes are always there */
    cr_assert_eq(detach(0), MPI_ERR_ARG);
}

Test(region, bytes_meet_what_is_attached_of_them, .fini = clear)
{
    cr_assert_not(meets(0, UNITS));
    cr_assert_eq(attach(4, 8), 0);
    cr_assert(meets(0, 5));
    cr_assert(meets(7, 9));
    cr_assert_not(meets(0, 4));
    cr_assert_not(meets(8, UNITS));
    cr_assert_not(meets(5, 5)); /* no bytes */
    cr_assert_eq(detach(4), 0);
    cr_assert_not(meets(0, UNITS));
}

Test(region, a_region_is_found_by_where_it_begins, .fini = clear)
{
    cr_assert_eq(region_end(&part, memory), 0);
    cr_assert_eq(attach(4, 8), 0);
    cr_assert_eq(attach(8, 9), 0);
    cr_assert_eq(region_end(&part, memory + 4 * UNIT), (uintptr_t)memory + 8 * UNIT);
    cr_assert_eq(region_end(&part, memory + 5 * UNIT), 0);
    cr_assert_eq(detach(4), 0);
    cr_assert_eq(region_end(&part, memory + 4 * UNIT), 0);
    cr_assert_eq(region_end(&part, memory + 8 * UNIT), (uintptr_t)memory + 9 * UNIT);
}

Test(region, adjacent_regions_count_as_one, .fini = clear)
{
    cr_assert_eq(attach(4, 8), 0);
    cr_assert_eq(attach(12, 16), 0);
    cr_assert_not(holds(4, 16));
    cr_assert_eq(attach(8, 12), 0);
    cr_assert(holds(4, 16));
    cr_assert(holds(7, 13));
    cr_assert_not(holds(3, 5));
    cr_assert_not(holds(15, 17));
    cr_assert_eq(detach(8), 0);
    cr_assert_not(holds(7, 13));
    cr_assert(holds(12, 16));
}

Test(region, regions_do_not_overlap, .fini = clear)
{
    cr_assert_eq(attach(10, 20), 0);
    cr_assert_eq(attach(19, 21), MPI_ERR_RMA_ATTACH);
    cr_assert_eq(attach(9, 11), MPI_ERR_RMA_ATTACH);
    cr_assert_eq(attach(12, 14), MPI_ERR_RMA_ATTACH);
    cr_assert_eq(attach(5, 25), MPI_ERR_RMA_ATTACH);
    cr_assert_eq(attach(20, 21), 0);
    cr_assert_eq(attach(9, 10), 0);
    cr_assert(holds(9, 21));
}

Test(region, regions_without_bytes_are_kept, .fini = clear)
{
    cr_assert_eq(attach(10, 20), 0);
    cr_assert_eq(attach(15, 15), 0);
    cr_assert_eq(attach(30, 30), 0);
    cr_assert_eq(attach(25, 35), 0);
    cr_assert_not(holds(29, 36));
    cr_assert(holds(10, 20));
    cr_assert_eq(detach(15), 0);
    cr_assert_eq(detach(15), MPI_ERR_ARG);
    cr_assert_eq(detach(30), 0);
    cr_assert(holds(25, 35));
}

Test(region, only_a_beginning_can_be_detached, .fini = clear)
{
    cr_assert_eq(attach(10, 20), 0);
    cr_assert_eq(detach(11), MPI_ERR_ARG);
    cr_assert_eq(detach(20), MPI_ERR_ARG);
    cr_assert_eq(detach(10), 0);
    cr_assert_not(holds(10, 11));
}

/* Two units are always attached; others before them come and go, so that the list moves and
 * grows. */
static _Atomic(bool) is_over;
static _Atomic(int) misses;

static void *look(void *argument)
{
    while (!load_relaxed(&is_over))
        if (!holds(30, 32) || holds(40, 41))
            fetch_add_relaxed(&misses, 1);
    return argument;
}

Test(region, origins_see_whole_states, .fini = clear)
{
    pthread_t threads[2];

    cr_assert_eq(attach(30, 32), 0);
    for (int i = 0; i < 2; i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, look, NULL), 0);
    for (int i = 0; i < ROUNDS; i++) {
        int place = i * 7 % 30;

        cr_assert_eq(attach(place, place + 1), 0);
        if (i % 30 == 29)
            for (int k = 0; k < 30; k++)
                cr_assert_eq(detach(k), 0);
    }
    store_relaxed(&is_over, true);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    cr_assert_eq(load_relaxed(&misses), 0);
}
