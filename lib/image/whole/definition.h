/* SPDX-License-Identifier: MIT */
/* Definitions that the loader would find, but not dlsym.
 *
 * Old linkers make an entry of the program's own table of calls the address of a function for all
 * objects, if the program's data or code have the address. The program's symbol is then undefined
 * and has a value. dlsym finds that entry. The loader binds no call to it, but goes on to the
 * objects behind the program, as definition_behind does. */
#ifndef IMAGE_DEFINITION_H
#define IMAGE_DEFINITION_H

#include <stdbool.h>

/* True if the address is such an entry. It may be NULL. */
bool definition_is_behind(const char *entry);

/* Returns the first definition in the objects that were loaded after the one that has the entry, or
 * NULL. `version` may be NULL: the default one. */
char *definition_behind(const char *entry, const char *name, const char *version);

#endif
