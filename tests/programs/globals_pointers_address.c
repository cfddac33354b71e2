/* SPDX-License-Identifier: MIT */
/* globals_pointers.c, compiled with -fsanitize=address.
 * options: -O1
 * flags: -fsanitize=address
 * sanitizer: no */
#include "globals_pointers.c"
