/* SPDX-License-Identifier: MIT */
/* Ranks in words. */
#include "rank/wait_report.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "rank/connected.h"

/* The list of the ranks whose letter is an x. */
static void expect_list(const char *marks, const char *expected)
{
    struct world world = {.size = (int)strlen(marks)};
    bool marked[32] = {false};
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);

    connected_enlist(&world);
    for (int i = 0; i < world.size; i++)
        marked[i] = marks[i] == 'x';
    connected_take();
    connected_view(&world, SCOPE_TIED);
    wait_report_list(out, marked);
    connected_release();
    connected_delist(&world);
    fclose(out);
    cr_assert_str_eq(text, expected);
    free(text);
}

Test(wait_report, lists_no_rank)
{
    expect_list("", "no rank");
    expect_list("....", "no rank");
}

Test(wait_report, lists_one_rank)
{
    expect_list("x", "rank 0");
    expect_list("..x.", "rank 2");
    expect_list("...x", "rank 3");
}

Test(wait_report, lists_two_ranks_one_by_one)
{
    expect_list("xx", "ranks 0 and 1");
    expect_list("x..x", "ranks 0 and 3");
}

Test(wait_report, lists_rows_by_their_ends)
{
    expect_list("xxx", "ranks 0..2");
    expect_list(".xxxx.", "ranks 1..4");
    expect_list("xxx.xxx", "ranks 0..2 and 4..6");
}

Test(wait_report, lists_rows_and_single_ranks)
{
    expect_list("x.xxxx.x", "ranks 0, 2..5 and 7");
    expect_list("x.xx.x", "ranks 0, 2, 3 and 5");
    expect_list("xx.xxx.xx", "ranks 0, 1, 3..5, 7 and 8");
}
