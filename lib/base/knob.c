/* SPDX-License-Identifier: MIT */
#include "base/knob.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "base/container.h"
#include "base/finding.h"
#include "base/memory.h"
#include "base/tsan.h"

struct knobs knobs = {
#define KNOB(name, category, default_value, lowest, highest, meaning) .name = (default_value),
#include "base/knob.def"
};

#define NUMBER(name, category, default_value, lowest, highest, values, meaning, scope, own) \
    {#name,    #category, &knobs.name, NULL,    (default_value), (lowest), (highest), (values), \
     (meaning), false,    (scope),     (own)},
#define TEXT(name, category, meaning, is_file)                                            \
    {#name, #category, NULL, &knobs.name, 0, 0, 0, NULL, (meaning), (is_file), \
     KNOB_IS_CONSTANT, 0},

static const struct knob table[] = {
#define KNOB(name, category, default_value, lowest, highest, meaning) \
    NUMBER(name, category, default_value, lowest, highest, NULL, meaning, KNOB_IS_CONSTANT, 0)
#define KNOB_CHOICE(name, category, default_value, lowest, highest, values, meaning) \
    NUMBER(name, category, default_value, lowest, highest, values, meaning, KNOB_IS_CONSTANT, 0)
#define KNOB_OWN(scope, name, category, default_value, lowest, highest, meaning) \
    KNOB_OWN_CHOICE(scope, name, category, default_value, lowest, highest, NULL, meaning)
#define KNOB_OWN_CHOICE(scope, name, category, default_value, lowest, highest, values, meaning) \
    NUMBER(name, category, default_value, lowest, highest, values, meaning, KNOB_IS_##scope,   \
           offsetof(struct own_knobs, name))
#define KNOB_FILE(name, category, meaning) TEXT(name, category, meaning, true)
#define KNOB_TEXT(name, category, meaning) TEXT(name, category, meaning, false)
#include "base/knob.def"
};

static const char prefix[] = "HEDDLE_";

/* HEDDLE_* variables that are not tunables; the wrappers and mpiexec use them. */
static const char *const not_knobs[] = {"HEDDLE_PLAN", "HEDDLE_CC", "HEDDLE_CXX", "HEDDLE_FC",
                                        "HEDDLE_RANK", "HEDDLE_UPDATE", "HEDDLE_REPLAY"};

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

static void set_text(const struct knob *knob, const char *text)
{
    memory_give(*knob->text);
    *knob->text = getauxval(AT_SECURE) == 0 ? memory_copy_text(text) : NULL;
}

/* An empty text means that the variable is not set. A wrong number of ranks is refused, because a
 * job of another size would not be what the user wants. */
static bool set_knob(const struct knob *knob, const char *name, int length, const char *text)
{
    char *end;
    long value;

    if (*text == '\0')
        return true;
    if (knob->text != NULL) {
        set_text(knob, text);
        return true;
    }
    errno = 0;
    value = strtol(text, &end, 10);
    if (*end == '\0' && errno == 0 && value >= knob->lowest && value <= knob->highest) {
        *knob->value = value;
        return true;
    }
    fprintf(stderr, "heddle: %.*s: \"%s\" is not a whole number in %ld..%ld", length, name, text,
            knob->lowest, knob->highest);
    if (knob->value != &knobs.np)
        fprintf(stderr, "; %ld is used", *knob->value);
    fputc('\n', stderr);
    return knob->value != &knobs.np;
}

static bool read_entry(const char *entry)
{
    const char *equals = strchr(entry, '=');
    size_t length, i;

    if (equals == NULL || strncmp(entry, prefix, strlen(prefix)) != 0)
        return true;
    length = (size_t)(equals - entry);
    for (i = 0; i < ARRAY_LENGTH(not_knobs); i++)
        if (strlen(not_knobs[i]) == length && strncmp(entry, not_knobs[i], length) == 0)
            return true;
    for (i = 0; i < ARRAY_LENGTH(table); i++)
        if (names_knob(entry, length, &table[i]))
            return set_knob(&table[i], entry, (int)length, equals + 1);
    fprintf(stderr, "heddle: %.*s is not a variable of Heddle; mpiexec -help lists them\n",
            (int)length, entry);
    return true;
}

/* Raises the defaults of the knobs on which findings depend. */
static void prepare_check(const char *text)
{
    finding_choose(text);
    if (!finding_choice.is_on)
        return;
#define FINDING(identifier, name, knob, level, section, sentence)                \
    if (!finding_is_off(FINDING_##identifier) && knobs.knob < (level))           \
        knobs.knob = (level);
#define FINDING_ALWAYS(identifier, name, section, sentence)
#include "base/finding.def"
}

static void read_check(char **environment)
{
    static const char name[] = "HEDDLE_CHECK=";

    for (; *environment != NULL; environment++)
        if (strncmp(*environment, name, strlen(name)) == 0)
            prepare_check(*environment + strlen(name));
}

/* Members that meet can compare what they call. To ThreadSanitizer a meeting orders them, and would
 * hide races: HEDDLE_CHECK leaves it out there. */
static void let_members_meet(void)
{
    if (knobs.advice != 0 && !(finding_choice.is_on && tsan_is_there()))
        knobs.sync_collectives = 1;
}

bool knob_read_environment(char **environment)
{
    bool is_right = true;

    read_check(environment);
    for (; *environment != NULL; environment++)
        is_right &= read_entry(*environment);
    let_members_meet();
    return is_right;
}

void knob_begin_own(struct own_knobs *own)
{
    for (size_t i = 0; i < ARRAY_LENGTH(table); i++)
        if (table[i].scope != KNOB_IS_CONSTANT)
            store_relaxed(knob_own(&table[i], own), (int)*table[i].value);
}

const struct knob *knob_at(int index)
{
    return index >= 0 && (size_t)index < ARRAY_LENGTH(table) ? &table[index] : NULL;
}

void knob_name_variable(const struct knob *knob, char name[KNOB_NAME_BYTES])
{
    char *c;

    snprintf(name, KNOB_NAME_BYTES, "%s%s", prefix, knob->name);
    for (c = name; *c != '\0'; c++)
        *c = (char)toupper((unsigned char)*c);
}

void knob_unset_texts(void)
{
    char name[KNOB_NAME_BYTES];
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(table); i++) {
        if (table[i].text == NULL)
            continue;
        knob_name_variable(&table[i], name);
        unsetenv(name);
    }
}

void knob_print(FILE *out)
{
    char name[KNOB_NAME_BYTES];
    size_t i;

    for (i = 0; i < ARRAY_LENGTH(table); i++) {
        knob_name_variable(&table[i], name);
        fprintf(out, "  %s (", name);
        if (table[i].text != NULL)
            fputs(table[i].is_file ? "unset; a file's name" : "unset; a text", out);
        else
            fprintf(out, "%ld; %ld..%ld", table[i].default_value, table[i].lowest,
                    table[i].highest);
        fprintf(out, ")\n      %s\n", table[i].meaning);
    }
}
