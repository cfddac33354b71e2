/* SPDX-License-Identifier: MIT */
/* The end of a job with HEDDLE_CHECK: what was found, how often, what was checked and what was not,
 * on standard error and in the files that the user has asked for. */
#ifndef JOB_VERDICT_H
#define JOB_VERDICT_H

struct world;

/* Keeps what has ended the job, as a finding of its own: a deadlock. */
void verdict_keep_abort(const struct world *world);

/* Reports what the job has found, whose first world this is. Returns the status with which the job
 * ends: `status`, or that of HEDDLE_CHECK if `status` is 0 and there are findings. Does nothing
 * without HEDDLE_CHECK. */
int verdict_tell(struct world *world, int status);

#endif
