/* SPDX-License-Identifier: MIT */
/* A set of texts: add all of them, sort once, then query. */
#ifndef DRIVER_NAMES_H
#define DRIVER_NAMES_H

#include <stdbool.h>
#include <stddef.h>

struct names {
    char **names; /* ascending and distinct after names_sort */
    size_t count, capacity;
};

void names_add(struct names *names, const char *name);
void names_sort(struct names *names);
bool names_have(const struct names *names, const char *name);
void names_drop(struct names *names);

#endif
