/* SPDX-License-Identifier: MIT */
/* The same with the other unit in a shared library: the definition that the dynamic linker takes
 * is the one of both modules, in each rank.
 * options: -O0 -O2
 * library: globals_cxx_templates_other.cc */
#include "globals_cxx_templates.cc"
