/* SPDX-License-Identifier: MIT */
/* Memory of windows that is freed before the windows: which blocks are such memory, and that a
 * program with very many blocks does not wait for the answer. */
#include "rma/freed.h"

#include <heddle/criterion.h>
#include <pthread.h>
#include <stdint.h>

#include "base/note.h"
#include "rma/window.h"

/* Blocks lie in a row, and every other one is memory of a window. */
enum { WINDOWS = 3, BLOCK = 32, MANY = 200000, THREADS = WINDOWS, TURNS = 100 };

static const uintptr_t memory = (uintptr_t)1 << 40; /* is only compared */

static struct world *world;
static struct window_common common = {.size = 1, .number = "window 1"};
static struct window windows[WINDOWS];

static int no_main(struct rank *self, void *argument)
{
    (void)self;
    (void)argument;
    return 0;
}

/* No rank runs; the last window is of another rank than the first two. */
static void open_windows(void)
{
    const struct world_options options = {.ranks = 2, .main = no_main};

    cr_assert_eq(world_create(&options, &world), 0, "%s", note_text());
    for (int i = 0; i < WINDOWS; i++)
        windows[i] = (struct window){.common = &common, .self = &world->ranks[i / 2]};
}

static void close_windows(void)
{
    freed_forget_rank(&world->ranks[0]);
    freed_forget_rank(&world->ranks[1]);
    world_destroy(world);
}

TestSuite(freed, .init = open_windows, .fini = close_windows);

static void *block(uintptr_t i)
{
    return (void *)(memory + i * BLOCK);
}

static void watch(int window, uintptr_t i)
{
    freed_watch(&windows[window], block(i), BLOCK);
}

static void see_blocks(uintptr_t i, size_t count, uint64_t latest)
{
    freed_see(memory + i * BLOCK, count * BLOCK, latest, "free", NULL);
}

static void see(uintptr_t i)
{
    see_blocks(i, 1, freed_now());
}

/* The findings so far; all are of one place. */
static long found(void)
{
    return world->findings.first != NULL ? world->findings.first->count : 0;
}

Test(freed, a_block_is_found_once_if_a_window_has_it)
{
    watch(0, 1);
    watch(0, 3);
    see(0);
    see(2);
    cr_assert_eq(found(), 0);
    see(3);
    see(3);
    cr_assert_eq(found(), 1);
    see(1);
    cr_assert_eq(found(), 2);
}

Test(freed, a_block_is_found_for_each_window_that_has_a_part_of_it)
{
    for (int i = 0; i < WINDOWS; i++)
        watch(i, 5);
    watch(0, 6);
    watch(0, 7);
    see_blocks(5, 2, freed_now());
    cr_assert_eq(found(), WINDOWS + 1);
    see(7);
    cr_assert_eq(found(), WINDOWS + 2);
}

/* Another thread has allocated the blocks anew before this one says that they were freed. */
Test(freed, memory_that_a_window_has_got_since_is_not_found)
{
    enum { BLOCKS = 9 };
    uint64_t latest;

    for (uintptr_t i = 0; i < BLOCKS; i += 2)
        watch(0, i);
    latest = freed_now();
    for (uintptr_t i = 0; i < BLOCKS; i++)
        watch(1, i);
    see_blocks(0, BLOCKS, latest);
    cr_assert_eq(found(), (BLOCKS + 1) / 2);
    see_blocks(0, BLOCKS, freed_now());
    cr_assert_eq(found(), (BLOCKS + 1) / 2 + BLOCKS);
}

Test(freed, what_was_forgotten_is_not_found)
{
    for (int window = 0; window < WINDOWS; window++)
        for (uintptr_t i = 0; i < 4; i++)
            watch(window, i);
    freed_forget(&windows[0], block(2));
    see(2);
    cr_assert_eq(found(), WINDOWS - 1);
    freed_forget_all(&windows[0]);
    see(1);
    cr_assert_eq(found(), 2 * WINDOWS - 2);
    freed_forget_rank(&world->ranks[0]);
    see(0);
    cr_assert_eq(found(), 2 * WINDOWS - 1);
    freed_forget_rank(&world->ranks[1]);
    see(3);
    cr_assert_eq(found(), 2 * WINDOWS - 1);
}

Test(freed, a_world_takes_along_its_own_memory_only)
{
    struct world *other;
    const struct world_options options = {.ranks = 1, .main = no_main};
    struct window in_other;

    cr_assert_eq(world_create(&options, &other), 0, "%s", note_text());
    in_other = (struct window){.common = &common, .self = &other->ranks[0]};
    watch(0, 1);
    watch(2, 1);
    freed_watch(&in_other, block(1), BLOCK);
    freed_watch(&in_other, block(2), BLOCK);
    freed_floor.destroy(other);
    see(2);
    cr_assert_eq(found(), 0);
    see(1);
    cr_assert_eq(found(), 2);
    world_destroy(other);
}

static void *come_and_go(void *window)
{
    const uintptr_t i = (uintptr_t)window;

    for (uintptr_t turn = 0; turn < TURNS; turn++) {
        for (uintptr_t k = 0; k < THREADS; k++)
            watch((int)i, i + THREADS * k);
        see_blocks(i + THREADS, 1, freed_now());
        if (turn % 2 == 0)
            freed_forget_all(&windows[i]);
        else
            for (uintptr_t k = 0; k < THREADS; k++)
                freed_forget(&windows[i], block(i + THREADS * k));
    }
    return NULL;
}

Test(freed, threads_find_their_own_blocks)
{
    pthread_t threads[THREADS];

    for (uintptr_t i = 0; i < THREADS; i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, come_and_go, (void *)i), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    cr_assert_eq(found(), THREADS * TURNS);
}

/* A look at every entry for each of these blocks would take minutes. */
Test(freed, very_many_blocks_are_looked_for_at_once, .timeout = 60)
{
    for (uintptr_t i = 0; i < MANY; i++)
        watch(0, 2 * i);
    for (uintptr_t i = 0; i < MANY; i++)
        see(2 * i + 1);
    cr_assert_eq(found(), 0);
    for (uintptr_t i = 0; i < MANY - 1; i++)
        freed_forget(&windows[0], block(2 * i));
    see(2 * (MANY - 2));
    cr_assert_eq(found(), 0);
    see(2 * (MANY - 1));
    cr_assert_eq(found(), 1);
}
