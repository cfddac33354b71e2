/* SPDX-License-Identifier: MIT */
/* globals_types.c, compiled with -fsanitize=thread.
 * options: -O1
 * flags: -fsanitize=thread
 * sanitizer: no */
#include "globals_types.c"
