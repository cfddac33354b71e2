/* SPDX-License-Identifier: MIT */
#include "base/traits.h"

#include <stdlib.h>
#include <string.h>

#include "base/container.h"

struct entry {
    const char *name;
    unsigned traits;
};

/* The functions that have traits, in the order of their names. */
static const struct entry entries[] = {
#define TRAITS(name, traits) {(name), (traits)},
#include "base/traits.def"
};

static int compare_name(const void *name, const void *entry)
{
    return strcmp(name, ((const struct entry *)entry)->name);
}

unsigned call_traits(const char *name)
{
    const struct entry *found = name == NULL ? NULL
                                             : bsearch(name, entries, ARRAY_LENGTH(entries),
                                                       sizeof entries[0], compare_name);

    return found != NULL ? found->traits : 0;
}
