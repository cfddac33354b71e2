/* SPDX-License-Identifier: MIT */
#include "base/must.h"

#include <criterion/criterion.h>

#include "base/list.h"
#include "broken_law.h"

static void hold(void)
{
    must(1 + 1 == 2);
}

static void fail(void)
{
    must(1 + 1 == 3);
}

Test(must, ends_the_process_with_the_condition)
{
    cr_assert(is_caught(fail, "1 + 1 == 3"));
}

Test(must, lets_pass_what_holds)
{
    cr_assert_not(is_caught(hold, "1 + 1 == 2"));
}

static void fail_law(void)
{
    law(2 + 2 == 5);
}

Test(must, has_laws_that_are_checked_in_builds_for_that_only)
{
    cr_assert_eq(is_caught(fail_law, "2 + 2 == 5"), LAWS_ARE_CHECKED != 0);
}

static void tear_list(void)
{
    struct list list, one, two;

    list_init(&list);
    list_append(&list, &one);
    list_append(&list, &two);
    list_check(&one);
    two.previous = &list;
    list_check(&one);
}

Test(must, finds_an_element_that_its_neighbor_does_not_know)
{
    cr_assert(is_caught(tear_list, "element->next->previous == element"));
}
