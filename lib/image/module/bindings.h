/* SPDX-License-Identifier: MIT */
/* The names that the loader binds in a library. For lib/image only. */
#ifndef IMAGE_BINDINGS_H
#define IMAGE_BINDINGS_H

#include <link.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/atomic.h"
#include "image/module/dynamic.h"

struct bindings {
    struct dynamic_tables tables;
    char *base; /* what the addresses in the lists are relative to */
};

struct bindings bindings_of(const struct link_map *map);

/* A place that leads to a name. */
struct binding {
    char **place;
    const ElfW(Sym) *symbol;
    const char *name;
    size_t next; /* entry, of variables and then of functions */
};

/* Finds the next binding; the first one behind zeros. False: there is none. */
bool bindings_next(const struct bindings *bindings, struct binding *binding);

/* Returns where the place leads. Another thread may lead it elsewhere meanwhile. */
static inline char *binding_target(const struct binding *binding)
{
    return load_relaxed((_Atomic(char *) *)binding->place);
}

/* Makes the place lead to another function, while threads may use it. It does not if the system
 * refuses to let the place be written. */
void binding_lead(const struct binding *binding, void *function);

#endif
