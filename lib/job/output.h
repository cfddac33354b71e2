/* SPDX-License-Identifier: MIT */
/* Standard output and error of a job, which its ranks share, or that have a file for each rank. */
#ifndef JOB_OUTPUT_H
#define JOB_OUTPUT_H

#include <stdbool.h>

struct gathered;
struct world;

/* The ways in which lines are written that ranks write to a stream. */
struct output_style {
    bool has_labels;     /* each line begins with the rank's number */
    bool has_times;      /* each line begins with the time */
    bool clears;         /* the stream's terminal shows a live line (job/progress.h) */
    bool continues;      /* the files have been emptied for the other stream */
    const char *pattern; /* of the names of files (job/outfile.h); NULL: all go to the stream */
};

/* NULL: that stream is unchanged. */
struct output {
    struct gathered *out;
    struct gathered *err;
};

/* From now on a line that a rank of the process's job writes to stdout in several pieces stays in
 * one piece, and lines have the styles. Returns 0, or -1 with a note. */
int output_open(struct output *output, const struct world *world, struct output_style out,
                struct output_style err);

/* Writes out everything, including unfinished lines; with labels or times, they get an end. If a
 * thread is stuck in stdio, its stream is skipped. Returns the error of the first write to standard
 * output that has failed, now or before, or 0. */
int output_flush(const struct output *output);

#endif
