/* SPDX-License-Identifier: MIT */
/* globals_library.c, compiled with -fsanitize=thread.
 * options: -O1
 * ranks: 2 8 64
 * flags: -fsanitize=thread
 * library: globals_library_part.c
 * sanitizer: no */
#include "globals_library.c"
