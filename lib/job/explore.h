/* SPDX-License-Identifier: MIT */
/* Runs a job of heddle_run under all its schedules (option explore).
 *
 * The ranks take turns (rank/turns.h), messages whose order matters are held (p2p/held.h), and the
 * answers to all choices come from a tree of schedules (job/schedule.h). The first schedule that
 * fails is made as usual as it can be, and told in words. */
#ifndef DRIVER_EXPLORE_H
#define DRIVER_EXPLORE_H

#include <stdbool.h>

#include "job/run.h"

struct explorer;

/* Runs the job as options.explore says. 0 with a result, or -1 with a note. */
int explore_job(int ranks, struct user_run *run, struct heddle_result *result);

/* For a world of such a job, before its ranks start. False: no memory. */
bool explore_prepare(struct explorer *explorer, struct world *world);

/* Around the function of the calling rank. */
void explore_begin(struct explorer *explorer, struct rank *self);
void explore_end(struct explorer *explorer, struct rank *self);

/* Is the job to run under more than one schedule, by its option or the knob? */
bool explore_is_wanted(const struct heddle_options *options);

/* Checks the option; 0, or -1 with a note. */
int explore_check(const struct heddle_options *options);

#endif
