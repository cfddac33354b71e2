/* SPDX-License-Identifier: MIT */
/* Names of functions in copies, for Valgrind.
 *
 * Valgrind reads the symbols of what is mapped from a file, once for each file name. So under
 * Valgrind the code and the data of each copy are mapped from a file of its own: a copy of the
 * module's file in the directory for temporary files (TMPDIR, or /tmp), which lives as long as the
 * process. Newer versions of Valgrind read it when they first tell of it. If there is no space for
 * such a file, nothing can be run from there, or there are 1 GiB of them, a copy has the module's
 * file, and no names. */
#ifndef IMAGE_NAMED_H
#define IMAGE_NAMED_H

#include <stdbool.h>

#include "image/module/module.h"

/* Call it once, at the start. */
void named_look_for_valgrind(void);

/* True under Valgrind, if the module is copied whole. */
bool named_is_wanted(const struct module *module);

/* Returns the descriptor of such a file, which the caller closes, or -1. The list of modules is
 * locked. */
int named_open(const struct module *module);

/* Removes the files at the end of the process. */
void named_remove_all(void);

#endif
