/* SPDX-License-Identifier: MIT */
/* globals_types.c, compiled with -fsanitize=undefined.
 * options: -O1
 * flags: -fsanitize=undefined
 * sanitizer: no */
#include "globals_types.c"
