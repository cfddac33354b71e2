/* SPDX-License-Identifier: MIT */
/* Strangers: objects and members of archives that were linked into a program but not compiled with
 * the plugin. One that names a private variable of the program means the first rank's copy, and
 * after linking nobody can tell; so the wrapper looks at them then. */
#ifndef DRIVER_STRANGERS_H
#define DRIVER_STRANGERS_H

#include "tools/listing.h"

/* Writes a sentence to stderr for each stranger that names one of these variables, and returns how
 * many do. `map` is the linker's map with the table of cross references (-Map, --cref): it tells
 * what was linked. -1: it cannot be read. */
int strangers_tell(const char *map, const struct names *names);

#endif
