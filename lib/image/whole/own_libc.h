/* SPDX-License-Identifier: MIT */
/* Functions and variables of the C library that each slot has for itself, for code that the plugin
 * has not seen: rand, getopt, the environment and so on.
 *
 * Programs of the wrappers contain them (runtime/program). For other programs they are in a library
 * that the wrapper has made, program.so, whose variables are private. Their modules' tables of
 * offsets lead there where the loader has bound one of its names to the C library. A name that the
 * program or another library defines itself is left alone. */
#ifndef IMAGE_OWN_LIBC_H
#define IMAGE_OWN_LIBC_H

#include <stdbool.h>

/* Opens program.so, which is installed beside the library. */
void own_libc_open(void);

bool own_libc_is_there(void);

/* Returns the function or variable that takes the place of libc's of that name, or NULL. */
char *own_libc_find(const char *name);

#endif
