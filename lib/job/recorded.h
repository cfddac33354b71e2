/* SPDX-License-Identifier: MIT */
/* The records of ranks of a job of heddle_run (include/heddle/record.h): memory that is theirs
 * while the job runs, and belongs to its result afterwards. */
#ifndef JOB_RECORDED_H
#define JOB_RECORDED_H

#include <stdbool.h>

#include "rank/rank.h"

struct fault_text;
struct heddle_recorded;
struct heddle_result;

/* The part of a rank in the result of a job of heddle_run, under FLOOR_JOB of the rank. Its own
 * threads write it; others read it when no rank runs any more, or behind the edge rank.over. */
struct rank_kept {
    struct heddle_recorded *recorded; /* NULL: nothing; in the process's memory */
    struct fault_text *faults; /* what went wrong on purpose; NULL: nothing */
    bool has_missed_fault; /* its memory was to fail, and did not */
};

/* NULL: its world has been spawned, or is the process's. */
static inline struct rank_kept *kept_of(const struct rank *rank)
{
    return load_relaxed(&rank->local[FLOOR_JOB]);
}

/* Makes that of all ranks, before they start. False: no memory. */
bool recorded_prepare(struct world *world);

/* Is the rank, which may be NULL, one of a job of heddle_run, whose result can have something? */
bool recorded_is_wanted(const struct rank *rank);

/* Fills in the result's array, if a rank has recorded. No rank runs any more. Returns -1 with a
 * note if there is no memory. */
int recorded_take(struct heddle_result *result, const struct world *world);

void recorded_free(struct heddle_result *result);

#endif
