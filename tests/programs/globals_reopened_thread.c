/* SPDX-License-Identifier: MIT */
/* globals_reopened.c, compiled with -fsanitize=thread.
 * options: -O1
 * ranks: 2 8 64
 * flags: -fsanitize=thread
 * plugin: globals_reopened_part.c
 * sanitizer: no */
#include "globals_reopened.c"
