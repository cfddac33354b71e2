/* SPDX-License-Identifier: MIT */
/* globals_opened_many.c, compiled with -fsanitize=thread.
 * options: -O1
 * ranks: 2 8 64
 * flags: -fsanitize=thread
 * plugin: globals_opened_many_first.c
 * plugin: globals_opened_many_second.c
 * plugin: globals_opened_many_large.c
 * sanitizer: no */
#include "globals_opened_many.c"
