/* SPDX-License-Identifier: MIT */
/* The options of mpiexec. */
#ifndef DRIVER_OPTIONS_H
#define DRIVER_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum option_meaning {
    OPTION_IGNORED, /* another launcher's; has no effect here */
    OPTION_REFUSED, /* would have an effect that is not possible */
    OPTION_HOST,    /* has no effect if it names this host */
    OPTION_RANKS,
    OPTION_ENV,
    OPTION_ENV_ALL,
    OPTION_EXPORT,
    OPTION_PROCESSES, /* not ranks */
    OPTION_LABEL,
    OPTION_WDIR,
    OPTION_KNOB,      /* its value is a word for a knob's number */
    OPTION_KNOB_FILE, /* its value is a file's name, and a knob's value */
    OPTION_CHECK,     /* may have a value, only behind an equals sign: words of HEDDLE_CHECK */
    OPTION_SUMMARY,   /* as OPTION_CHECK, of HEDDLE_SUMMARY */
    OPTION_KNOB_TEXT, /* its value is a knob's, which the program checks */
    OPTION_SET,       /* sets a knob to 1 */
    OPTION_DISPLAY,   /* sets a knob to 1 if its value has to do with where ranks run */
    OPTION_OUTPUT,    /* the folder of the files of all ranks' output */
    OPTION_TIMEOUT,
    OPTION_PATH,
    OPTION_FILE,
    OPTION_MERGE,
    OPTION_HELP,
    OPTION_COMPLETION,
    OPTION_VERSION,
};

struct option_words {
    const char *variable; /* the knob's environment variable */
    const char *all;      /* all words, for a message */
    bool has_numbers;     /* whole numbers are accepted, too */
    struct {
        const char *word, *number;
    } each[9];
};

struct option_kind {
    const char *name; /* without its dashes: one or two are equal */
    enum option_meaning meaning;
    int arguments;
    const char *reason; /* why it is refused */
    const struct option_words *words; /* the knob that is set, and its words */
};

/* Finds the option of a word (-name, --name, --name=value, -np4), or returns NULL. Sets *value to
 * what follows the name or its equals sign, or to NULL. */
const struct option_kind *option_find(const char *word, const char **value);

/* May it have a value, only behind an equals sign? */
static inline bool option_has_words(const struct option_kind *kind)
{
    return kind->meaning == OPTION_CHECK || kind->meaning == OPTION_SUMMARY;
}

/* Returns all options. */
const struct option_kind *option_all(size_t *count);

/* Returns the knob's number for the word, or NULL if the word is invalid. */
const char *option_number(const struct option_kind *kind, const char *word);

/* Prints mpiexec's help to standard output or error. */
void option_print_help(void);

#endif
