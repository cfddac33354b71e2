/* SPDX-License-Identifier: MIT */
/* The same when the link step optimises.
 * options: -O2
 * flags: -flto
 * with: globals_cxx_templates_other.cc */
#include "globals_cxx_templates.cc"
