/* SPDX-License-Identifier: MIT */
/* Refuses programs whose variables cannot be private, and names the variable: one side would use a
 * slot's copy of it and the other side the original. */
#ifndef IMAGE_CHECK_H
#define IMAGE_CHECK_H

#include "image/module/module.h"

/* Call both in a function that loader_hold calls, with the modules locked: they walk the loader's
 * list. They return 0, or -1 with a note. */
int check_module(const struct module *module);

/* Refuses libraries that were not compiled with the wrapper but use a private variable of another
 * module. */
int check_uninstrumented(void);

#endif
