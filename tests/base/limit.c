/* SPDX-License-Identifier: MIT */
/* Limits of the kernel are named only when they have been reached. */
#include "base/limit.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE_BYTES = 4096, MAPS_MAX = 1 << 20 };

/* Every second page differs from its neighbours, so each is a map of its own. False: the kernel has
 * refused. */
static bool take_maps(int maps)
{
    char *pages = mmap(NULL, (size_t)maps * PAGE_BYTES, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS,
                       -1, 0);
    int i;

    cr_assert_neq(pages, MAP_FAILED);
    for (i = 0; i < maps; i += 2)
        if (mprotect(pages + (size_t)i * PAGE_BYTES, PAGE_BYTES, PROT_NONE) != 0)
            return false;
    return true;
}

Test(limit, is_not_named_before_it_is_reached)
{
    char text[LIMIT_TEXT_BYTES];

    limit_describe(text);
    cr_assert_null(strstr(text, "vm.max_map_count"));
}

Test(limit, of_maps_is_named_when_it_is_reached)
{
    char text[LIMIT_TEXT_BYTES];
    FILE *file = fopen("/proc/sys/vm/max_map_count", "re");
    int most = MAPS_MAX;

    if (file == NULL || fscanf(file, "%d", &most) != 1 || most >= MAPS_MAX)
        cr_skip_test("the kernel does not say how many maps it permits, or very many");
    fclose(file);
    cr_assert_not(take_maps(most + 2));
    limit_describe(text);
    cr_assert_not_null(strstr(text, "vm.max_map_count"), "%s", text);
}
