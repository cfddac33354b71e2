/* SPDX-License-Identifier: MIT */
/* The summary of a job of heddle_run, as its result has it (include/heddle.h). */
#ifndef JOB_SUMMARIZED_H
#define JOB_SUMMARIZED_H

struct heddle_result;
struct world;

/* Fills in the result's summary; without memory it stays NULL. The ranks have added up
 * (timeline/summary.h). */
void summarized_take(struct heddle_result *result, const struct world *world);

void summarized_free(struct heddle_result *result);

#endif
