/* SPDX-License-Identifier: MIT */
/* The records of ranks of a job of heddle_run (include/heddle/record.h): memory that is theirs
 * while the job runs, and belongs to its result afterwards. */
#ifndef JOB_RECORDED_H
#define JOB_RECORDED_H

#include <stdbool.h>

struct heddle_result;
struct rank;
struct world;

/* Is the rank, which may be NULL, one of a job of heddle_run, whose result can have something? */
bool recorded_is_wanted(const struct rank *rank);

/* Fills in the result's array, if a rank has recorded. No rank runs any more. Returns -1 with a
 * note if there is no memory. */
int recorded_take(struct heddle_result *result, const struct world *world);

void recorded_free(struct heddle_result *result);

#endif
