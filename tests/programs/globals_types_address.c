/* SPDX-License-Identifier: MIT */
/* globals_types.c, compiled with -fsanitize=address.
 * options: -O1
 * flags: -fsanitize=address
 * sanitizer: no */
#include "globals_types.c"
