/* SPDX-License-Identifier: MIT */
/* globals_opened.c, compiled with -fsanitize=thread.
 * options: -O1
 * ranks: 1 2 8 64
 * flags: -fsanitize=thread -rdynamic
 * plugin: globals_opened_part.c
 * sanitizer: no */
#include "globals_opened.c"
