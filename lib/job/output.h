/* SPDX-License-Identifier: MIT */
/* Standard output and error of a job, which its ranks share. */
#ifndef DRIVER_OUTPUT_H
#define DRIVER_OUTPUT_H

#include <stdbool.h>

struct gathered;

/* NULL: that stream is unchanged. */
struct output {
    struct gathered *out;
    struct gathered *err;
};

/* From now on a line that a rank writes to stdout in several pieces stays in one piece. With
 * labels, each line of stdout and stderr begins with the rank's number. Returns 0, or -1 with a
 * note. */
int output_open(struct output *output, int ranks, bool has_labels);

/* Writes out everything, including unfinished lines; with labels, they get an end. If a thread is
 * stuck in stdio, its stream is skipped. Returns the error of the first write to standard output
 * that has failed, now or before, or 0. */
int output_flush(const struct output *output);

#endif
