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

/* Opens program.so, which is installed beside the library. Nothing uses it yet: the program of a
 * process with one slot stays as it is. */
void own_libc_open(void);

bool own_libc_is_there(void);

/* The modules' tables are about to lead there. Where the linker has moved a variable of libc's into
 * the program (R_COPY), program.so uses that one from now on, and libc its own again. */
void own_libc_use(void);
bool own_libc_is_used(void);

/* Returns the function or variable that takes the place of libc's of that name, or NULL; the second
 * function: if it is used. */
char *own_libc_find(const char *name);
char *own_libc_used(const char *name);

#endif
