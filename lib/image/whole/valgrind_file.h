/* SPDX-License-Identifier: MIT */
/* Names of functions in copies, for Valgrind.
 *
 * Valgrind reads the symbols of what is mapped from a file, once for each file name. So under
 * Valgrind the code and the data of each copy are mapped from a file of its own: a copy of the
 * module's file in the directory for temporary files (TMPDIR, or /tmp). Newer versions of Valgrind
 * read such a file only when they first name a function of it, so it lives as long as the process.
 * If there is no space for such a file, nothing can be run from there, or there are 1 GiB of them,
 * a copy has the module's file, and no names. */
#ifndef IMAGE_VALGRIND_FILE_H
#define IMAGE_VALGRIND_FILE_H

#include <stdbool.h>

#include "image/module/module.h"

/* Call it once, at the start. */
void valgrind_look(void);

/* True under Valgrind, if the module is copied whole. */
bool valgrind_file_is_wanted(const struct module *module);

/* Returns the descriptor of such a file, which the caller closes, or -1. The list of modules is
 * locked. */
int valgrind_file_open(const struct module *module);

/* Removes the files. It runs as a destructor; code that ends the process by _exit calls it
 * before. */
void valgrind_files_remove(void);

#endif
