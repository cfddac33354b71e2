/* SPDX-License-Identifier: MIT */
/* Ranks in words. */
#include "rank/sleep/wait_report.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "image/guest/guest.h"
#include "image/image.h"
#include "rank/world.h"
#include "rank/worlds/connected.h"

enum { RANKS_MAX = 32 };

static struct rank ranks[RANKS_MAX];

/* The list of the ranks whose letter is an x. */
static void expect_list(const char *marks, const char *expected)
{
    struct world world = {.size = (int)strlen(marks), .ranks = ranks};
    bool marked[RANKS_MAX] = {false};
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);

    connected_enlist(&world);
    for (int i = 0; i < world.size; i++) {
        ranks[i].world = &world;
        ranks[i].world_rank = ranks[i].slot = i;
        marked[i] = marks[i] == 'x';
    }
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

Test(wait_report, lists_ranks_by_their_programs)
{
    static char ocean_path[] = "/models/ocean", air_path[] = "/models/air";
    const struct guest ocean = {.path = ocean_path}, air = {.path = air_path};

    for (int i = 0; i < 7; i++)
        image_settle(i, i < 4 ? &ocean : &air);
    expect_list(".x.....", "rank 1 (ocean)");
    expect_list("xxx....", "ranks 0..2 (ocean)");
    expect_list(".xxxxx.", "ranks 1..3 (ocean) and ranks 4 and 5 (air)");
    expect_list("......x", "rank 6 (air)");
}
