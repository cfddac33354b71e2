/* SPDX-License-Identifier: MIT */
#include "base/knob.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/container.h"

struct knobs knobs = {
#define KNOB(name, default_value, lowest, highest, meaning) .name = (default_value),
#include "base/knob.def"
#undef KNOB
};

static const struct knob {
    const char *name;
    long *value;
    long default_value;
    long lowest;
    long highest;
    const char *meaning;
} table[] = {
#define KNOB(name, default_value, lowest, highest, meaning) \
    {#name, &knobs.name, (default_value), (lowest), (highest), (meaning)},
#include "base/knob.def"
#undef KNOB
};

static const char prefix[] = "HEDDLE_";

/* HEDDLE_* variables that are not tunables; the wrappers and mpiexec use them. */
static const char *const not_knobs[] = {"HEDDLE_PLAN", "HEDDLE_MATRIX", "HEDDLE_CC", "HEDDLE_CXX",
                                        "HEDDLE_FC", "HEDDLE_RANK"};

static bool names_knob(const char *entry, size_t length, const struct knob *knob)
{
    size_t i;

    if (length != strlen(prefix) + strlen(knob->name))
        return false;
    for (i = strlen(prefix); i < length; i++)
        if (entry[i] != toupper((unsigned char)knob->name[i - strlen(prefix)]))
            return false;
    return true;
}

static void set(const struct knob *knob, const char *name, int length, const char *text)
{
    char *end;
    long value;

    errno = 0;
    value = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || value < knob->lowest || value > knob->highest)
        fprintf(stderr, "heddle: %.*s: \"%s\" is not a whole number in %ld..%ld; %ld is used\n",
                length, name, text, knob->lowest, knob->highest, *knob->value);
    else
        *knob->value = value;
}

static void read_entry(const char *entry)
{
    const char *equals = strchr(entry, '=');
    size_t length, i;

    if (equals == NULL || strncmp(entry, prefix, strlen(prefix)) != 0)
        return;
    length = (size_t)(equals - entry);
    for (i = 0; i < ARRAY_LENGTH(not_knobs); i++)
        if (strlen(not_knobs[i]) == length && strncmp(entry, not_knobs[i], length) == 0)
            return;
    for (i = 0; i < ARRAY_LENGTH(table); i++) {
        if (names_knob(entry, length, &table[i])) {
            set(&table[i], entry, (int)length, equals + 1);
            return;
        }
    }
    fprintf(stderr, "heddle: %.*s is not a variable of Heddle; mpiexec -help lists them\n",
            (int)length, entry);
}

void knob_read_environment(char **environment)
{
    for (; *environment != NULL; environment++)
        read_entry(*environment);
}

void knob_print(FILE *out)
{
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(table); i++) {
        const char *c;

        fputs("  HEDDLE_", out);
        for (c = table[i].name; *c != '\0'; c++)
            fputc(toupper((unsigned char)*c), out);
        fprintf(out, " (%ld; %ld..%ld)\n      %s\n", table[i].default_value, table[i].lowest,
                table[i].highest, table[i].meaning);
    }
}
