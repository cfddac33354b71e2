/* SPDX-License-Identifier: MIT */
/* Jobs of heddle_run under their schedules: each run in this process, which sees what it does. */
#include <stdio.h>
#include <string.h>

#include "base/container.h"
#include "base/knob.h"
#include "base/note.h"
#include "job/explore.h"

struct job_trial {
    struct trial trial;
    int ranks;
    struct user_run *run;
};

static int run_trial(struct trial *trial, struct explored *explored, struct heddle_result *result)
{
    struct job_trial *job = container_of(trial, struct job_trial, trial);

    job->run->explored = explored;
    return run_job(job->ranks, job->run, result);
}

static const char *name_of(const struct heddle_options *options)
{
    return options->name != NULL ? options->name : "heddle";
}

int explore_job(int ranks, struct user_run *run, struct heddle_result *result)
{
    const struct heddle_options *options = &run->options;
    struct job_trial job = {
        .trial = {.name = name_of(options),
                  .begins = options->explore_begins,
                  .fails = options->explore_fails,
                  .run = run_trial},
        .ranks = ranks,
        .run = run,
    };
    const char *text = options->explore != NULL ? options->explore : knobs.explore;
    struct explore_order order = {0}; /* of a job that HEDDLE_REPLAY repeats */
    struct explore_extent extent;

    if (text != NULL)
        explore_read(text, &order);
    return explore_run(&job.trial, &order, result, &extent);
}

bool explore_is_wanted(const struct heddle_options *options)
{
    struct explore_order order;
    bool is_asked_for = (knobs.explore != NULL && explore_read(knobs.explore, &order)) ||
                        explore_find_replay(name_of(options)) != NULL;

    return options->explore != NULL ||
           (is_asked_for && options->faults.order == 0);
}

void explore_check_knob(void)
{
    struct explore_order order;

    if (knobs.explore != NULL && !explore_read(knobs.explore, &order))
        fprintf(stderr, "heddle: HEDDLE_EXPLORE: \"%s\" is " EXPLORE_NO_ORDER
                        "; jobs run once, unless their option says otherwise\n",
                knobs.explore);
}

int explore_check(const struct heddle_options *options)
{
    struct explore_order order;

    if (options->explore == NULL)
        return 0;
    if (!explore_read(options->explore, &order))
        return note(-1, "explore \"%s\" is " EXPLORE_NO_ORDER, options->explore);
    if (options->faults.order != 0)
        return note(-1, "explore does not go together with faults.order");
    return 0;
}
