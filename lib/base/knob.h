/* SPDX-License-Identifier: MIT */
/* Tunables: the lines of base/knob.def, read once from HEDDLE_* at start, constant afterwards. */
#ifndef BASE_KNOB_H
#define BASE_KNOB_H

#include <stdio.h>

struct knobs {
#define KNOB(name, default_value, lowest, highest, meaning) long name;
#include "base/knob.def"
#undef KNOB
};

extern struct knobs knobs;

/* Reads the environment; a value or a name that makes no sense is reported on stderr, once, and
 * the default stays. */
void knob_read_environment(char **environment);

/* The table as people read it: name, default, range, meaning. */
void knob_print(FILE *out);

#endif
