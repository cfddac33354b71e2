/* SPDX-License-Identifier: MIT */
/* The libraries that come with an opened one: those that it needs, and those that they need. */
#ifndef IMAGE_NEEDED_H
#define IMAGE_NEEDED_H

#include <stdbool.h>

#include "image/module/module.h"

struct needed {
    const struct link_map **maps; /* the opened library is the first */
    size_t count;
    size_t capacity;
};

/* Finds the libraries of a dlopen handle; finds none if there is no memory. */
struct needed needed_find(void *handle);
bool needed_has_map(const struct needed *needed, const struct link_map *map);
bool needed_has(const struct needed *needed, const struct module *module);
void needed_drop(struct needed *needed);

/* True if the user itself names the library among those that it needs. */
bool needed_is_named(const struct link_map *user, const struct link_map *library);

#endif
