/* SPDX-License-Identifier: MIT */
#include "image/exit_list.h"

#include <criterion/criterion.h>

static int order[8], count, seen_status;
static struct exit_list list;

static void note_step(void *argument)
{
    order[count++] = *(int *)argument;
}

static void note_status(int status, void *argument)
{
    seen_status = status;
    note_step(argument);
}

static void add_another(void *argument)
{
    struct exit_handler another = {.with_argument = note_step, .argument = argument};

    cr_assert(exit_list_add(&list, another));
}

static void run_all(int status)
{
    while (exit_list_run_latest(&list, 0, status))
        continue;
}

Test(exit_list, runs_the_latest_first)
{
    int one = 1, two = 2;

    exit_list_open(&list);
    cr_assert(exit_list_add(&list, (struct exit_handler){.with_argument = note_step,
                                                         .argument = &one}));
    cr_assert(exit_list_add(&list, (struct exit_handler){.with_status = note_status,
                                                         .argument = &two}));
    run_all(9);
    cr_assert_eq(count, 2);
    cr_assert_eq(order[0], 2);
    cr_assert_eq(order[1], 1);
    cr_assert_eq(seen_status, 9);
    exit_list_close(&list);
}

Test(exit_list, a_handler_may_register_others)
{
    int one = 1, two = 2;

    exit_list_open(&list);
    exit_list_add(&list, (struct exit_handler){.with_argument = note_step, .argument = &one});
    exit_list_add(&list, (struct exit_handler){.with_argument = add_another, .argument = &two});
    run_all(0);
    cr_assert_eq(order[0], 2);
    cr_assert_eq(order[1], 1);
    exit_list_close(&list);
}

Test(exit_list, holds_as_many_as_are_registered)
{
    int one = 1, i;

    exit_list_open(&list);
    for (i = 0; i < 1000; i++)
        cr_assert(exit_list_add(&list, (struct exit_handler){.argument = &one}));
    for (i = 0; i < 1000; i++)
        cr_assert(exit_list_run_latest(&list, 0, 0));
    cr_assert_not(exit_list_run_latest(&list, 0, 0));
    exit_list_close(&list);
}

Test(exit_list, runs_those_of_one_owner_and_leaves_the_others)
{
    const char modules[20] = "";
    int values[] = {1, 2, 3, 4};
    size_t i;

    exit_list_open(&list);
    for (i = 0; i < 4; i++)
        exit_list_add(&list, (struct exit_handler){.with_argument = note_step,
                                                   .argument = &values[i],
                                                   .owner = modules + (i % 2 == 0 ? 5 : 15)});
    cr_assert_not(exit_list_run_latest(&list, 4, 0));
    while (exit_list_run_latest_of(&list, modules, modules + 10, 0))
        continue;
    cr_assert_eq(count, 2);
    cr_assert_eq(order[0], 3);
    cr_assert_eq(order[1], 1);
    cr_assert(exit_list_run_latest(&list, 1, 0));
    cr_assert_not(exit_list_run_latest(&list, 1, 0));
    cr_assert_eq(order[2], 4);
    exit_list_close(&list);
    cr_assert_not(exit_list_run_latest_of(&list, modules, modules + 20, 0));
}

Test(exit_list, takes_nothing_while_it_is_closed)
{
    int one = 1;

    cr_assert_not(exit_list_add(&list, (struct exit_handler){.argument = &one}));
    exit_list_open(&list);
    cr_assert(exit_list_add(&list, (struct exit_handler){.argument = &one}));
    exit_list_close(&list);
    cr_assert_not(exit_list_run_latest(&list, 0, 0));
}
