/* SPDX-License-Identifier: MIT */
/* Strangers: objects and archive members that were linked into a program but not compiled with the
 * plugin. A stranger that names a private variable of the program accesses the first rank's copy.
 * After linking this cannot be detected, so the wrapper checks when it links. */
#ifndef DRIVER_STRANGERS_H
#define DRIVER_STRANGERS_H

#include "tools/listing.h"

/* The strangers' own variables that need no note. */
struct shared_by_choice {
    struct names shared; /* named as shared */
    const char *known;   /* folder of Heddle's own objects; NULL: none */
};

/* Writes a sentence to stderr for each stranger that names one of these variables, and a note for
 * each other stranger that has variables of its own. Returns the number of strangers of the first
 * kind, or -1 if the map cannot be read. `map` is the linker's map with its table of cross
 * references (-Map, --cref), which lists what was linked. */
int strangers_tell(const char *map, const struct names *names,
                   const struct shared_by_choice *choice);

#endif
