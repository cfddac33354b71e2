/* SPDX-License-Identifier: MIT */
/* globals_linkage.c, optimised by the link step.
 * options: -O0 -O2 -O3
 * with: globals_linkage_other.c
 * flags: -flto */
#include "globals_linkage.c"
