/* SPDX-License-Identifier: MIT */
#include "tools/names.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void names_add(struct names *names, const char *name)
{
    if (names->count == names->capacity) {
        names->capacity = 2 * names->capacity + 64;
        names->names = memory_grow(names->names, names->capacity * sizeof *names->names);
        if (names->names == NULL)
            abort();
    }
    names->names[names->count++] = memory_copy_text(name);
}

static int compare_names(const void *one, const void *other)
{
    return strcmp(*(char *const *)one, *(char *const *)other);
}

void names_sort(struct names *names)
{
    size_t i, kept = 0;

    if (names->count == 0)
        return;
    qsort(names->names, names->count, sizeof *names->names, compare_names);
    for (i = 1; i < names->count; i++)
        if (strcmp(names->names[i], names->names[kept]) == 0)
            memory_give(names->names[i]);
        else
            names->names[++kept] = names->names[i];
    names->count = kept + 1;
}

bool names_have(const struct names *names, const char *name)
{
    return names->count > 0 &&
           bsearch(&name, names->names, names->count, sizeof *names->names, compare_names) != NULL;
}

void names_drop(struct names *names)
{
    size_t i;

    for (i = 0; i < names->count; i++)
        memory_give(names->names[i]);
    memory_give(names->names);
    *names = (struct names){0};
}
