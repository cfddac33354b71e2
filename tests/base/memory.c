/* SPDX-License-Identifier: MIT */
/* Blocks of the process and of a heap, and requests that fail on purpose. */
#include "base/memory.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <string.h>

enum { BLOCKS = 1000, LARGE = 1 << 20 };

Test(memory, is_zeroed_aligned_and_grown_with_what_it_holds)
{
    static const char zeros[1000];
    char *block = memory_take_zeroed(sizeof zeros), *aligned = memory_take_aligned(256, 1000);

    cr_assert_arr_eq(block, zeros, sizeof zeros);
    cr_assert_arr_eq(aligned, zeros, sizeof zeros);
    cr_assert_eq((uintptr_t)aligned % 256, 0);
    memset(block, 7, sizeof zeros);
    block = memory_grow(block, LARGE);
    cr_assert_eq(block[0] + block[sizeof zeros - 1], 14);
    memory_give(block);
    memory_give(aligned);
    memory_give(NULL);
}

/* Leaves every second block to the heap, which frees it: a sanitizer sees a leak otherwise. */
Test(memory, of_a_heap_goes_with_it)
{
    struct heap *heap = heap_create(), *before = memory_use(heap);
    char *blocks[BLOCKS];

    cr_assert_not_null(heap);
    cr_assert_null(before);
    for (size_t i = 0; i < BLOCKS; i++) {
        blocks[i] = memory_take(i + 1);
        cr_assert_not_null(blocks[i]);
        memset(blocks[i], (int)(i % 100), i + 1);
    }
    for (size_t i = 0; i < BLOCKS; i++)
        for (size_t j = 0; j <= i; j++)
            cr_assert_eq(blocks[i][j], (char)(i % 100));
    for (size_t i = 0; i < BLOCKS; i += 2)
        memory_give(blocks[i]);
    cr_assert_eq(memory_use(before), heap);
    heap_destroy(heap);
}

/* Fills the heap's room, from which freed blocks do not come back. */
static void fill_room(void)
{
    for (size_t taken = 0; taken < 4 * LARGE; taken += LARGE / 64)
        cr_assert_not_null(memory_take(LARGE / 64));
}

/* A cache gives the block that was freed last, the arena one at the lowest address. */
Test(memory, of_a_long_job_is_used_again_by_the_thread_that_has_freed_it)
{
    struct heap *heap = heap_create();
    char *low, *high;

    memory_begin_thread(heap);
    fill_room();
    low = memory_take(48);
    high = memory_take(48);
    memory_give(low);
    memory_give(high);
#ifdef HEDDLE_JEMALLOC
    cr_assert_lt(low, high);
    cr_assert_eq(memory_take(48), high);
    cr_assert_eq(memory_take(48), low);
#endif
    memory_end_thread();
    heap_destroy(heap);
}

/* The cache of a heap that was destroyed has none of its blocks: the next heap gets it empty. */
Test(memory, of_a_thread_that_has_ended_is_in_no_cache)
{
    char *blocks[BLOCKS];

    for (int round = 0; round < 3; round++) {
        struct heap *heap = heap_create();

        memory_begin_thread(heap);
        fill_room();
        for (int i = 0; i < BLOCKS; i++) {
            blocks[i] = memory_take(64);
            memset(blocks[i], i % 100, 64);
        }
        for (int i = 0; i < BLOCKS; i++)
            cr_assert(blocks[i][0] == i % 100 && blocks[i][63] == i % 100);
        for (int i = 0; i < BLOCKS; i++)
            memory_give(blocks[i]);
        memory_end_thread();
        heap_destroy(heap);
    }
}

/* ---- on purpose ----------------------------------------------------------------------------- */

/* Which of the next requests of this thread, as the rank's, fail: one digit for each. */
static void expect(int rank, const char *wanted)
{
    memory_count_for(rank);
    for (; *wanted != '\0'; wanted++) {
        void *block = memory_take(10);

        cr_assert_eq(block == NULL, *wanted == '1');
        memory_give(block);
    }
    memory_count_for(MEMORY_OF_NO_RANK);
}

Test(memory, fails_at_the_nth_request_of_the_rank)
{
    knobs.fail_memory = 3;
    knobs.fail_rank = 5;
    expect(5, "001000");
    expect(4, "000000");
    expect(MEMORY_OF_NO_RANK, "000000");
    knobs.fail_rank = MEMORY_OF_ALL_RANKS;
    expect(4, "001000");
    expect(MEMORY_OF_NO_RANK, "001000");
    knobs.fail_memory = -2;
    expect(4, "011111");
    knobs.fail_memory = 0;
    expect(4, "000000");
}

Test(memory, fails_at_the_nth_request_of_the_thread_that_asks_for_it)
{
    memory_fail_at(2);
    expect(3, "010000");
    memory_fail_at(-3);
    expect(3, "001111");
    knobs.fail_memory = 1;
    knobs.fail_rank = MEMORY_OF_ALL_RANKS;
    memory_fail_at(0);
    expect(3, "100000");
    knobs.fail_memory = 0;
    expect(3, "000000");
}

Test(memory, counts_requests_of_every_kind)
{
    char *block, *text;
    size_t bytes;

    knobs.fail_rank = MEMORY_OF_NO_RANK;
    for (int n = 1; n <= 7; n++) {
        knobs.fail_memory = n;
        memory_count_for(MEMORY_OF_NO_RANK);
        block = memory_take(1);
        cr_assert_eq(block == NULL, n == 1);
        memory_give(block);
        block = memory_take_zeroed(1);
        cr_assert_eq(block == NULL, n == 2);
        memory_give(block);
        block = memory_take_aligned(64, 1);
        cr_assert_eq(block == NULL, n == 3);
        memory_give(block);
        block = memory_copy_text("text");
        cr_assert_eq(block == NULL, n == 4);
        memory_give(block);
        block = memory_reserve(4096);
        cr_assert_eq(block == NULL, n == 5);
        memory_release(block, 4096);
        FILE *stream = memory_open_stream(&text, &bytes);
        cr_assert_eq(stream == NULL, n == 6);
        if (stream != NULL)
            fclose(stream);
        block = memory_take_over(text); /* NULL when there was no stream */
        cr_assert_eq(block == NULL, n == 6 || n == 7);
        memory_give(block);
    }
}
