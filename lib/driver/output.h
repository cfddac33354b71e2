/* SPDX-License-Identifier: MIT */
/* Standard output and error of a job whose ranks share them. */
#ifndef DRIVER_OUTPUT_H
#define DRIVER_OUTPUT_H

struct labelled;

/* Zero: not labelled. */
struct output {
    struct labelled *out;
    struct labelled *err;
};

/* From now on each line that a rank writes through stdio is preceded by its number; lines of
 * different ranks are kept apart. 0, or -1 with a note. */
int output_label(struct output *output, int ranks);

/* Everything that has been written goes out; unfinished labelled lines get their end. Does not wait
 * for a thread that is stuck in stdio: then that stream is left alone. */
void output_flush(const struct output *output);

#endif
