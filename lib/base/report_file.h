/* SPDX-License-Identifier: MIT */
/* report_file: a file that a user has asked for by a knob, such as HEDDLE_MATRIX=FILE.
 *
 * The writer opens it, writes to `out`, and closes it. Between the two calls the thread has plain
 * numbers. A file that cannot be written is one line on standard error; the job goes on.
 *
 * plain_numbers: the thread has the locale "C" from begin to end. The program may have chosen one
 * that writes 0,5, which no reader of JSON or SVG takes.
 */
#ifndef HEDDLE_BASE_REPORT_FILE_H
#define HEDDLE_BASE_REPORT_FILE_H

#include <locale.h>
#include <stdbool.h>
#include <stdio.h>

struct plain_numbers {
    locale_t plain, of_program;
};

struct report_file {
    FILE *out;        /* NULL: could not be opened */
    const char *what; /* the subject of the line on standard error: "the summary" */
    const char *path;
    int error;
    struct plain_numbers numbers;
};

/* Pairs of these calls nest; one thread makes both. No memory: the program's locale stays. */
void plain_numbers_begin(struct plain_numbers *numbers);
void plain_numbers_end(struct plain_numbers *numbers);

/* Opens the file and makes it empty. False: it could not be opened, which close reports. */
bool report_file_open(struct report_file *file, const char *what, const char *path);

/* Closes the file, also one that could not be opened, and reports what went wrong. */
void report_file_close(struct report_file *file);

#endif
