/* SPDX-License-Identifier: MIT */
/* The same with the file that sees them in a shared library.
 * options: -O0 -O2
 * library: globals_cxx_constants_other.cc
 * ranks: 3 */
#include "globals_cxx_constants.cc"
