/* SPDX-License-Identifier: MIT */
/* globals_pointers.c, optimised by the link step.
 * options: -O0 -O2 -O3
 * flags: -flto */
#include "globals_pointers.c"
