/* SPDX-License-Identifier: MIT */
/* Texts in commands that a user is to run. */
#ifndef BASE_SHELL_H
#define BASE_SHELL_H

#include <stdio.h>

/* Writes what stands between single quotes of a shell. */
void shell_write_text(FILE *out, const char *text);

#endif
