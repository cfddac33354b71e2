/* SPDX-License-Identifier: MIT */
#include "base/traits.h"

#include <criterion/criterion.h>
#include <string.h>

#include "base/container.h"

static const struct {
    const char *name;
    unsigned traits;
} all[] = {
#define TRAITS(name, traits) {(name), (traits)},
#include "base/traits.def"
};

Test(traits, are_found_by_every_name_of_the_list)
{
    cr_assert_gt(ARRAY_LENGTH(all), 100);
    for (size_t i = 0; i < ARRAY_LENGTH(all); i++) {
        cr_expect_eq(call_traits(all[i].name), all[i].traits, "%s", all[i].name);
        cr_expect(i == 0 || strcmp(all[i - 1].name, all[i].name) < 0, "%s", all[i].name);
    }
}

Test(traits, other_names_have_none)
{
    cr_expect_eq(call_traits(NULL), 0);
    cr_expect_eq(call_traits(""), 0);
    cr_expect_eq(call_traits("MPI_Wai"), 0);
    cr_expect_eq(call_traits("MPI_Waitx"), 0);
    cr_expect_eq(call_traits("MPI_Irecv"), 0);
}

Test(traits, large_forms_have_those_of_the_others)
{
    cr_expect_eq(call_traits("MPI_Send_c"), TRAIT_WAITS_FOR_RECEIVER);
    cr_expect_eq(call_traits("MPI_File_write_shared_c"), call_traits("MPI_File_write_shared"));
}

Test(traits, tell_calls_apart_whose_names_are_alike)
{
    cr_expect_eq(call_traits("MPI_Send_init"), 0);
    cr_expect_eq(call_traits("MPI_Sendrecv"), 0);
    cr_expect_eq(call_traits("MPI_Win_create"), 0);
    cr_expect_eq(call_traits("MPI_Get_accumulate"), 0);
    cr_expect_eq(call_traits("MPI_Win_unlock"), TRAIT_WAITS_FOR_EPOCH | TRAIT_CANNOT_FAIL);
    cr_expect_eq(call_traits("MPI_File_get_position_shared") & TRAIT_FILES, 0);
    cr_expect(call_traits("MPI_T_pvar_read") & TRAIT_CANNOT_FAIL);
}
