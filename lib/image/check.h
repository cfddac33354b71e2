/* SPDX-License-Identifier: MIT */
/* check: programs whose variables cannot be private are refused by name: where one side would use
 * a slot's copy of a variable and the other side the original. */
#ifndef IMAGE_CHECK_H
#define IMAGE_CHECK_H

#include "image/module.h"

/* 0, or -1 with a note. */
int check_module(const struct module *module);

/* Libraries that use a private variable of another one, and were not compiled with the wrapper. */
int check_strangers(void);

#endif
