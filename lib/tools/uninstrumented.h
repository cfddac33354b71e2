/* SPDX-License-Identifier: MIT */
/* Objects and archive members that were linked into a program but not compiled with
 * the plugin. Such an object that names a private variable of the program accesses the first
 * rank's copy. After linking this cannot be detected, so the wrapper checks when it links. */
#ifndef TOOLS_UNINSTRUMENTED_H
#define TOOLS_UNINSTRUMENTED_H

#include "tools/listing.h"

/* Variables of such objects that need no note. */
struct shared_by_choice {
    struct names shared; /* named as shared */
    const char *known;   /* folder of Heddle's own objects; NULL: none */
};

/* Writes a sentence to stderr for each such object that names one of these variables, and a note
 * for each other one that has variables of its own. Returns the number of objects of the first
 * kind, or -1 if the map cannot be read. `map` is the linker's map with its table of cross
 * references (-Map, --cref), which lists what was linked. */
int uninstrumented_tell(const char *map, const struct names *names,
                        const struct shared_by_choice *choice);

#endif
