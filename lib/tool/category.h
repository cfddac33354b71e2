/* SPDX-License-Identifier: MIT */
/* The categories: constant, and so are their members. */
#ifndef TOOL_CATEGORY_H
#define TOOL_CATEGORY_H

#include <stdbool.h>

struct category {
    const char *name;
    const char *description;
};

enum { CATEGORY_ROOT = 0 };

int category_count(void);
/* NULL: there is none of that number. */
const struct category *category_at(int index);

/* The number of the category of that name; -1: there is none. */
int category_find(const char *name);

enum category_member { CATEGORY_CONTROL, CATEGORY_PERFORMANCE, CATEGORY_TYPE, CATEGORY_CATEGORY };

/* Writes the numbers of its members of a kind, as many as there is room for, and returns how many
 * there are. */
int category_members(int index, enum category_member kind, int room, int indices[]);

#endif
