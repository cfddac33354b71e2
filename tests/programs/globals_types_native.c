/* SPDX-License-Identifier: MIT */
/* globals_types.c, compiled for the processor at hand.
 * options: -O3
 * flags: -march=native */
#include "globals_types.c"
