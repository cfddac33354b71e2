/* SPDX-License-Identifier: MIT */
/* The summary of a job: what a person should change first, for `mpiexec -summary`, HEDDLE_SUMMARY
 * and jobs of heddle_run that ask for it.
 *
 * The ranks add up their calls (rank/observe/tally.h) by the hooks of the timeline, which begins
 * that (timeline/timeline.h), and by the events of their observers. Because it wants to see
 * matches, messages leave the fast path.
 *
 *   memory         two tables and a list for each thread, however long the job runs
 *   threads        summary_make by the thread that joins the job
 *   an abort       the summary is made of what has ended; a call that has not is left out
 *   several worlds a summary is that of one world, or of all that the process has */
#ifndef TIMELINE_SUMMARY_H
#define TIMELINE_SUMMARY_H

#include <stdbool.h>
#include <stdio.h>

#include "timeline/advice.h"
#include "timeline/path.h"

struct rank;
struct tapes;
struct world;

/* For the timeline: the rank, which has these tapes, adds up what its observer sees. */
bool summary_subscribe(struct rank *rank, struct tapes *tapes);

struct summary_rank {
    int world, rank;
};

struct summary_report {
    struct summary summary;
    struct summary_advice advice[ADVICE_MAX];
    int advice_count;
    struct path path;
    struct summary_rank *ranks;
    bool has_worlds; /* the ranks are of several */
};

/* Adds up what the ranks of a world have, or all of the process (NULL). False: no memory. In either
 * case it is to be dropped. */
bool summary_make(struct summary_report *report, const struct world *world);
void summary_drop(struct summary_report *report);

/* In words, on one screen; and as JSON, one object. */
void summary_write_words(const struct summary_report *report, FILE *out);
void summary_write_json(const struct summary_report *report, FILE *out);

/* Reads a value of HEDDLE_SUMMARY, "1" or "json:FILE". Returns false, with a note, if it is
 * neither. The name of the file, or NULL, is part of the text; an empty text or "0" asks for
 * nothing. */
bool summary_read(const char *text, bool *is_wanted, const char **file);

/* Writes the summary of the job of the process at its end, if that text asks for it: in words on
 * standard error, and in the file. Only the first call writes. */
void summary_tell(const char *text);

#endif
