/* SPDX-License-Identifier: MIT */
/* A module that comes when slots are filled already. For lib/image only. */
#ifndef IMAGE_ARRIVAL_H
#define IMAGE_ARRIVAL_H

#include "image/module/module.h"

/* Copies a newly appended module into each filled slot. The thread that opens the module calls it
 * in a function that loader_hold calls, with the modules locked for writing. */
int arrival_copy(struct module *module);

/* Notes that a library lies where it cannot be copied. Returns -1. */
int arrival_note_misplaced(const char *path);

/* Ends the process with the sentence that is noted. The loader cannot be made to fail from a
 * constructor, and a library that is private in only some slots would give wrong results. */
_Noreturn void arrival_refuse(void) __attribute__((cold));

#endif
