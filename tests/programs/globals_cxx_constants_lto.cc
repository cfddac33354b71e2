/* SPDX-License-Identifier: MIT */
/* The same with optimisation at link time.
 * options: -O2
 * flags: -flto
 * with: globals_cxx_constants_other.cc
 * ranks: 3 */
#include "globals_cxx_constants.cc"
