/* SPDX-License-Identifier: MIT */
/* Tunables: the lines of base/knob.def, read once from HEDDLE_* at start and constant
 * afterwards. Of some each rank has a value of its own, which begins as that one and may change
 * while the rank runs: rank->own. */
#ifndef BASE_KNOB_H
#define BASE_KNOB_H

#include <stdbool.h>

#include <stdio.h>

#include "base/atomic.h"

struct knobs {
#define KNOB(name, category, default_value, lowest, highest, meaning) long name;
#define KNOB_TEXT(name, category, meaning) char *name;
#include "base/knob.def"
};

/* The values of one rank. Any of its threads may write one, and any thread reads them; nothing is
 * ordered by that. */
struct own_knobs {
#define KNOB(name, category, default_value, lowest, highest, meaning)
#define KNOB_OWN(scope, name, category, default_value, lowest, highest, meaning) _Atomic(int) name;
#include "base/knob.def"
};

/* Takes the values of the environment over. */
void knob_begin_own(struct own_knobs *own);

extern struct knobs knobs;

/* Reads the tunables from the environment. Reports an unknown name or an invalid value once on
 * stderr and keeps the default. A process that has other rights than its user (set-user-ID) takes
 * no text, because it may name a file. Returns false if HEDDLE_NP is invalid: the job is not to
 * start. */
bool knob_read_environment(char **environment);

/* Unsets the variables that are texts, so that programs that ranks start do not write to the same
 * files, and are not explored in each run of an exploration. */
void knob_unset_texts(void);

enum knob_scope { KNOB_IS_CONSTANT, KNOB_IS_LOCAL, KNOB_IS_ALL_EQ };

/* A line of the table. */
struct knob {
    const char *name;     /* as in knob.def */
    const char *category; /* as in tool/category.def */
    long *value;          /* or NULL, and text is not */
    char **text;
    long default_value;
    long lowest;
    long highest;
    const char *values; /* their names, from the lowest on, with | between them; or NULL */
    const char *meaning;
    bool is_file;
    enum knob_scope scope;
    size_t own; /* the offset in struct own_knobs, unless it is constant */
};

/* A rank's own value of a line that is not constant. */
static inline _Atomic(int) *knob_own(const struct knob *knob, struct own_knobs *own)
{
    return (_Atomic(int) *)(void *)((char *)own + knob->own);
}

enum { KNOB_NAME_BYTES = 64 };

/* The table's lines in their order; NULL behind the last one. */
const struct knob *knob_at(int index);

/* Writes the name of the environment variable. */
void knob_name_variable(const struct knob *knob, char name[KNOB_NAME_BYTES]);

/* Prints the table of tunables: name, default, range, meaning. */
void knob_print(FILE *out);

#endif
