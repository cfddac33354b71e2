/* SPDX-License-Identifier: MIT */
#include "base/width.h"

#include <criterion/criterion.h>

Test(width, a_view_reads_what_the_caller_has)
{
    const int narrow[3] = {1, -2, INT_MAX};
    const int64_t wide[3] = {1, -2, (int64_t)INT_MAX + 1};

    cr_assert_eq(view_at(view_narrow(narrow), 1), -2);
    cr_assert_eq(view_at(view_narrow(narrow), 2), INT_MAX);
    cr_assert_eq(view_at(view_wide(wide), 1), -2);
    cr_assert_eq(view_at(view_wide(wide), 2), (int64_t)INT_MAX + 1);
}

Test(width, a_missing_array_is_a_null_view_in_both_widths)
{
    cr_assert(view_is_null(view_narrow(NULL)));
    cr_assert(view_is_null(view_wide(NULL)));
    cr_assert_not(view_is_null(view_narrow((int[]){0})));
    cr_assert_not(view_is_null(view_wide((int64_t[]){0})));
}

Test(width, a_missing_place_is_a_null_slot_in_both_widths)
{
    cr_assert(slot_is_null(slot_narrow(NULL)));
    cr_assert(slot_is_null(slot_wide(NULL)));
    cr_assert_not(slot_is_null(slot_narrow((int[]){0})));
    cr_assert_not(slot_is_null(slot_wide((int64_t[]){0})));
}

Test(width, only_a_wide_slot_takes_a_large_value)
{
    const int64_t large = (int64_t)INT_MAX + 1, low = (int64_t)INT_MIN - 1;
    int64_t wide;
    int narrow;

    cr_assert(slot_fits(slot_wide(&wide), large));
    cr_assert(slot_fits(slot_narrow(&narrow), INT_MAX));
    cr_assert(slot_fits(slot_narrow(&narrow), INT_MIN));
    cr_assert_not(slot_fits(slot_narrow(&narrow), large));
    cr_assert_not(slot_fits(slot_narrow(&narrow), low));
}

Test(width, a_slot_writes_what_it_is_given_and_nothing_beside)
{
    int narrow[2] = {1, 2};
    int64_t wide[2] = {1, 2};

    slot_write(slot_narrow(narrow), -7);
    slot_write(slot_wide(wide), (int64_t)1 << 40);
    cr_assert_eq(narrow[0], -7);
    cr_assert_eq(narrow[1], 2);
    cr_assert_eq(wide[0], (int64_t)1 << 40);
    cr_assert_eq(wide[1], 2);
}
