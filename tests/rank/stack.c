/* SPDX-License-Identifier: MIT */
#include "rank/thread/stack.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/container.h"

enum { MANY = 200, PAGE_BYTES = 4096 };

static void use(struct stack *stack)
{
    memset(stack->lowest, 0x5a, stack->bytes);
}

/* Pages of it that are in memory. */
static size_t resident(const struct stack *stack)
{
    static unsigned char pages[4096];
    size_t count = (stack->bytes + PAGE_BYTES - 1) / PAGE_BYTES, here = 0, i;

    cr_assert_leq(count, sizeof pages);
    cr_assert_eq(mincore(stack->lowest, count * PAGE_BYTES, pages), 0);
    for (i = 0; i < count; i++)
        here += pages[i] & 1;
    return here;
}

Test(stack, has_about_the_size_that_is_wanted)
{
    static const size_t sizes[] = {256 << 10, 1 << 20, (1 << 20) + 5, 8 << 20};

    for (size_t i = 0; i < ARRAY_LENGTH(sizes); i++) {
        struct stack *stack = stack_take(sizes[i]);

        cr_assert_not_null(stack);
        cr_assert_geq(stack->bytes + CACHE_LINE, sizes[i]);
        cr_assert_lt(stack->bytes, sizes[i] + PAGE_BYTES);
        use(stack);
        stack_give(stack);
    }
}

Test(stack, that_is_given_back_serves_the_next_who_wants_one_of_its_size)
{
    struct stack *small = stack_take(256 << 10), *large = stack_take(1 << 20);

    stack_give(small);
    stack_give(large);
    cr_assert_eq(stack_take(256 << 10), small);
    cr_assert_eq(stack_take(1 << 20), large);
    cr_assert_neq(stack_take(1 << 20), large);
    stack_give(NULL);
}

Test(stack, keeps_its_uppermost_pages_only)
{
    struct stack *stack = stack_take(8 << 20);

    use(stack);
    cr_assert_geq(resident(stack), (8 << 20) / PAGE_BYTES);
    stack_give(stack);
    cr_assert_eq(stack_take(8 << 20), stack);
    cr_assert_leq(resident(stack), (64 << 10) / PAGE_BYTES);
    cr_assert_gt(resident(stack), 0);
}

/* All are there at once, used to the last byte; then a bounded number of them is kept. */
Test(stack, of_many_a_bounded_number_is_kept)
{
    static struct stack *stacks[MANY], *again[MANY];
    int i, j, kept = 0;

    for (i = 0; i < MANY; i++) {
        stacks[i] = stack_take(128 << 10);
        use(stacks[i]);
    }
    for (i = 0; i < MANY; i++)
        stack_give(stacks[i]);
    for (i = 0; i < MANY; i++) {
        again[i] = stack_take(128 << 10);
        cr_assert_not_null(again[i]);
        for (j = 0; j < i; j++)
            cr_assert_neq(again[i], again[j]);
        kept += resident(again[i]) > 1; /* its description is written when it is made */
    }
    cr_assert_eq(kept, 64);
}

/* The kernel says whether it could be read. */
Test(stack, has_a_page_below_that_cannot_be_touched)
{
    struct stack *stack = stack_take(1 << 20);
    int ends[2];

    cr_assert_eq(pipe(ends), 0);
    cr_assert_eq(write(ends[1], stack->lowest, 1), 1);
    cr_assert_eq(write(ends[1], stack->lowest - 1, 1), -1);
    cr_assert_eq(errno, EFAULT);
    cr_assert_eq(write(ends[1], stack->lowest - PAGE_BYTES, 1), -1);
}

Test(stack, of_no_memory_is_none)
{
    cr_assert_null(stack_take(SIZE_MAX));
    cr_assert_null(stack_take(SIZE_MAX / 2));
    cr_assert_null(stack_take((size_t)1 << 50));
}
