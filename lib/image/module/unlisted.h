/* SPDX-License-Identifier: MIT */
/* Variables of a program or library that was compiled with the plugin which none of its tables has:
 * they come from objects that were compiled without, and all ranks share them. The wrapper reports
 * them when it links, and leaves the symbol LINKED_BY_WRAPPER; a program that something else links
 * is looked at when a job starts. */
#ifndef IMAGE_UNLISTED_H
#define IMAGE_UNLISTED_H

#include "image/module/module.h"

/* The wrapper (lib/tools/wrapper) has the same name. */
#define LINKED_BY_WRAPPER "heddle_linked_by_wrapper"

struct unlisted {
    int count;
    const struct module *module; /* of the first, and its name as the linker knows it */
    char first[256];
};

/* Adds the module's variables of that kind. A file without a symbol table has none. */
void unlisted_find(const struct module *module, struct unlisted *unlisted);

/* True if the symbol table of the file, a library that is no module, names a variable. */
bool unlisted_are_in(const char *path);

#endif
