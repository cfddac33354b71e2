/* SPDX-License-Identifier: MIT */
#include "tool/category.h"

#include <string.h>

#include "base/container.h"
#include "tool/control.h"
#include "tool/event.h"
#include "tool/performance.h"

static const struct category categories[] = {
#define CATEGORY(name, description) {#name, description},
#include "tool/category.def"
};

int category_count(void)
{
    return (int)ARRAY_LENGTH(categories);
}

const struct category *category_at(int index)
{
    return index >= 0 && index < category_count() ? &categories[index] : NULL;
}

int category_find(const char *name)
{
    for (int i = 0; i < category_count(); i++)
        if (strcmp(categories[i].name, name) == 0)
            return i;
    return -1;
}

/* The name of the category of a member; NULL: there is no member of that number. */
static const char *category_of(enum category_member kind, int index)
{
    const struct event_type *type;
    const struct knob *knob;
    struct performance performance;

    switch (kind) {
    case CATEGORY_CONTROL:
        knob = knob_at(index);
        return knob != NULL ? knob->category : NULL;
    case CATEGORY_PERFORMANCE:
        return performance_look(index, &performance) ? performance.category : NULL;
    case CATEGORY_TYPE:
        type = event_type_at(index);
        return type != NULL ? type->category : NULL;
    case CATEGORY_CATEGORY:
        return index < category_count() ? (index == CATEGORY_ROOT ? "" : categories[0].name) : NULL;
    }
    return NULL;
}

int category_members(int index, enum category_member kind, int room, int indices[])
{
    const char *name;
    int count = 0;

    for (int i = 0; (name = category_of(kind, i)) != NULL; i++) {
        if (strcmp(name, categories[index].name) != 0)
            continue;
        if (count < room && indices != NULL)
            indices[count] = i;
        count++;
    }
    return count;
}
