/* SPDX-License-Identifier: MIT */
/* What people type after mpiexec. */
#ifndef DRIVER_OPTIONS_H
#define DRIVER_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

enum option_meaning {
    OPTION_IGNORED, /* of another launcher; makes no difference here */
    OPTION_REFUSED, /* would make one, and cannot be had */
    OPTION_HOST,    /* makes none as long as it is this host */
    OPTION_RANKS,
    OPTION_ENV,
    OPTION_ENV_ALL,
    OPTION_EXPORT,
    OPTION_LABEL,
    OPTION_WDIR,
    OPTION_KNOB,    /* its value is a word that stands for a knob's number */
    OPTION_TIMEOUT,
    OPTION_MATRIX,
    OPTION_PATH,
    OPTION_FILE,
    OPTION_HELP,
    OPTION_VERSION,
};

struct option_words {
    const char *variable; /* of the knob */
    const char *all;      /* the words, as a sentence has them */
    bool has_numbers;     /* whole numbers stand for themselves */
    struct {
        const char *word, *number;
    } each[9];
};

struct option_kind {
    const char *name; /* without its dashes: one and two mean the same */
    enum option_meaning meaning;
    int arguments;
    const char *reason; /* why it is refused */
    const struct option_words *words; /* of OPTION_KNOB */
};

/* The option that word (-name, --name, --name=value) is; NULL: none. *value is what follows an
 * equals sign, else NULL. */
const struct option_kind *option_find(const char *word, const char **value);

/* What the word says to the knob; NULL: nothing. */
const char *option_number(const struct option_kind *kind, const char *word);

/* The names of the options that are accepted and ignored. */
void option_print_ignored(FILE *out);

#endif
