/* SPDX-License-Identifier: MIT */
/* Standard output and error of a job whose ranks share them. */
#ifndef DRIVER_OUTPUT_H
#define DRIVER_OUTPUT_H

#include <stdbool.h>

struct gathered;

/* NULL: that stream is as it was. */
struct output {
    struct gathered *out;
    struct gathered *err;
};

/* From now on lines that ranks write to stdout in several pieces are kept apart; with labels each
 * line of stdout and stderr is preceded by the rank's number. 0, or -1 with a note. */
int output_open(struct output *output, int ranks, bool has_labels);

/* Everything that has been written goes out, unfinished lines too, labelled ones with an end. Does
 * not wait for a thread that is stuck in stdio: then that stream is left alone. */
void output_flush(const struct output *output);

#endif
