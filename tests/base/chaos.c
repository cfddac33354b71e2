/* SPDX-License-Identifier: MIT */
#include "base/chaos.h"

#include <criterion/criterion.h>

enum { DRAWS = 100000 };

Test(chaos, is_the_same_for_the_same_seed_and_another_for_another)
{
    uint64_t one = 7, same = 7, other = 8;
    int differences = 0, i;

    for (i = 0; i < DRAWS; i++) {
        enum chaos_act act = chaos_next(&one);

        cr_assert_eq(act, chaos_next(&same));
        differences += act != chaos_next(&other);
    }
    cr_assert_gt(differences, DRAWS / 64);
}

Test(chaos, mostly_goes_on_and_does_everything_at_times)
{
    int counts[CHAOS_SLEEP + 1] = {0}, i;
    uint64_t state = 1;

    for (i = 0; i < DRAWS; i++)
        counts[chaos_next(&state)]++;
    cr_assert_gt(counts[CHAOS_GO_ON], DRAWS * 9 / 10);
    cr_assert_gt(counts[CHAOS_YIELD], DRAWS / 200);
    cr_assert_gt(counts[CHAOS_SPIN], DRAWS / 200);
    cr_assert_gt(counts[CHAOS_SLEEP], 0);
}
