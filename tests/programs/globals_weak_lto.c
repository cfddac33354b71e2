/* SPDX-License-Identifier: MIT */
/* globals_weak.c, optimised by the link step.
 * options: -O0 -O2 -O3
 * with: globals_weak_other.c
 * flags: -flto */
#include "globals_weak.c"
