/* SPDX-License-Identifier: MIT */
#include "base/lock_order.h"

#include <criterion/criterion.h>

#include "base/loader.h"
#include "broken_law.h"

#ifdef HEDDLE_CHAOS
enum { IS_CHECKED = 1 };
#else
enum { IS_CHECKED = 0 };
#endif

static void enter_ascending(void)
{
    int level;

    for (level = 0; level < LOCK_LEVELS; level++)
        lock_order_enter(level);
    while (level-- > 0)
        lock_order_leave(level);
    lock_order_enter(LOCK_GUESTS);
}

static void look_up_with_modules_locked(void)
{
    lock_order_enter(LOCK_MODULES);
    loader_symbol(RTLD_DEFAULT, "main");
}

static int look_up(void *unused)
{
    return loader_symbol(unused, "main") != NULL;
}

static void look_up_within_a_walk(void)
{
    loader_hold(look_up, RTLD_DEFAULT);
}

static int count_up(void *counter)
{
    int *count = counter;

    return ++*count;
}

static int hold_within(void *counter)
{
    return loader_hold(count_up, counter);
}

Test(lock_order, lets_pass_locks_that_are_taken_in_order)
{
    cr_assert_not(is_caught(enter_ascending, ""));
}

Test(lock_order, finds_a_lookup_of_the_loader_under_a_later_lock_in_chaos_builds)
{
    cr_assert_eq(is_caught(look_up_with_modules_locked, "levels_held[later] == 0"), IS_CHECKED);
}

Test(lock_order, finds_a_lookup_of_the_loader_within_a_walk_in_chaos_builds)
{
    cr_assert_eq(is_caught(look_up_within_a_walk, "levels_held[later] == 0"), IS_CHECKED);
}

Test(loader, holds_its_list_once_for_each_call_and_may_be_held_again)
{
    int count = 0;

    cr_assert_eq(loader_hold(hold_within, &count), 1);
    cr_assert_eq(count, 1);
}
