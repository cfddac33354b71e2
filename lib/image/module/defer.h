/* SPDX-License-Identifier: MIT */
/* Constructors and destructors that the loader leaves to the ranks. For lib/image only.
 *
 * The loader runs a module's constructors on the originals, in the thread that starts the process
 * or opens the library, and its destructors when the process ends. But the originals belong to the
 * first rank, whose thread begins and ends later. So a module that registers replaces the recorded
 * functions in the loader's lists, which it has begun to go through, by one that does nothing.
 *
 * Constructors stay the loader's in a program that was linked without the start object or whose
 * main runs once, and in a library that code compiled without the wrapper opens: nothing else would
 * run them. */
#ifndef IMAGE_DEFER_H
#define IMAGE_DEFER_H

#include <stdbool.h>

#include "image/module/module.h"

/* True if the program's start object is going to start ranks. */
bool defer_is_possible(void);

/* Takes the module's functions out of the loader's lists. False: the loader runs all of them. */
bool defer_functions(const struct module *module);

#endif
