/* SPDX-License-Identifier: MIT */
/* globals_const.c, optimised by the link step.
 * options: -O0 -O2 -O3
 * flags: -flto */
#include "globals_const.c"
