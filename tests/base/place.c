/* SPDX-License-Identifier: MIT */
#include "base/place.h"

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where the caller is. */
__attribute__((noinline)) static const void *site_of_caller(void)
{
    return __builtin_return_address(0);
}

#ifdef HEDDLE_LIBDW
Test(place, of_a_call_is_its_function_file_and_line)
{
    struct places *places = places_open();
    char text[PLACE_TEXT_BYTES], expected[PLACE_TEXT_BYTES];
    struct place place;
    const void *site;

    snprintf(expected, sizeof expected, "(place.c:%d)", __LINE__ + 1);
    site = site_of_caller();
    place = places_find(places, (uintptr_t)site - 1);
    cr_assert_str_eq(place.file, "place.c");
    cr_assert_not_null(strstr(place_describe(places, site, text), expected), "%s", text);
    cr_assert_eq(strncmp(text, place.function, strlen(place.function)), 0, "%s", text);
    places_close(places);
}
#endif

Test(place, of_nothing_is_an_address)
{
    struct places *places = places_open();
    char text[PLACE_TEXT_BYTES];

    cr_assert_str_eq(place_describe(places, (const void *)0x10, text), "0x10");
    cr_assert_null(places_find(places, 0x10).function);
    places_close(places);
}

Test(place, is_found_again_by_half_its_address)
{
    const void *own = site_of_caller();
    const void *library = (const void *)(uintptr_t)&abort;

    cr_assert_eq(place_complete((uint32_t)(uintptr_t)own), own);
    cr_assert_eq((uint32_t)(uintptr_t)place_complete((uint32_t)(uintptr_t)library),
                 (uint32_t)(uintptr_t)library);
}

Test(place, that_no_module_has_is_not_found)
{
    bool is_missed = false;
    uint32_t i;

    for (i = 0; i < 256; i++)
        is_missed |= place_complete(i << 24) == NULL;
    cr_assert(is_missed);
}
