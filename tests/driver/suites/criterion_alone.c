/* SPDX-License-Identifier: MIT */
/* A file that includes Criterion's own header alone, with a function that ranks call. */
#include <criterion/criterion.h>

void assert_in_another_file(int rank);

void assert_in_another_file(int rank)
{
    cr_expect(rank != 0, "expected in another file");
    cr_assert(rank != 1, "asserted in another file");
}
