/* SPDX-License-Identifier: MIT */
/* The kinds of findings, the lines of base/finding.def, and what HEDDLE_CHECK says of them. It is
 * read once at the start, before the knobs, whose defaults it changes. */
#ifndef BASE_FINDING_H
#define BASE_FINDING_H

#include <stdbool.h>
#include <stdio.h>

enum finding {
#define FINDING(identifier, name, knob, level, section, sentence) FINDING_##identifier,
#include "base/finding.def"
    FINDING_KINDS
};

/* A line of the table. */
struct finding_kind {
    const char *name;
    const char *section;
    const char *sentence;
};

const struct finding_kind *finding_kind(enum finding finding);

/* The value of HEDDLE_CHECK. */
struct finding_choice {
    bool is_on;
    bool is_off[FINDING_KINDS]; /* the kinds that are not to be reported */
    int status;                 /* of a job that has ended well and has findings */
    char *json;                 /* files for the findings; NULL: none */
    char *sarif;
};

/* The status of such a job, unless the user gives another one. */
enum { FINDING_STATUS = 3 };

extern struct finding_choice finding_choice;

/* Reads a value of HEDDLE_CHECK: words with commas between them. Words that are none are reported
 * on standard error. A process that has other rights than its user takes no files' names. */
void finding_choose(const char *text);

static inline bool finding_is_off(enum finding finding)
{
    return finding_choice.is_off[finding];
}

/* Prints the table and the words of HEDDLE_CHECK. */
void finding_print(FILE *out);

#endif
