/* SPDX-License-Identifier: MIT */
/* needed: which libraries come with one that is opened: those that it needs, and that they need. */
#ifndef IMAGE_NEEDED_H
#define IMAGE_NEEDED_H

#include <stdbool.h>

#include "image/module.h"

struct needed {
    const struct link_map **maps; /* the one that is opened first */
    size_t count;
    size_t capacity;
};

/* What the loader's handle stands for; nothing when there is no memory. */
struct needed needed_find(void *handle);
bool needed_has(const struct needed *needed, const struct module *module);
void needed_drop(struct needed *needed);

#endif
