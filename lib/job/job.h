/* SPDX-License-Identifier: MIT */
/* The job that a process was started for: what job/start.c keeps while the job's world runs. */
#ifndef JOB_JOB_H
#define JOB_JOB_H

#include "job/input.h"
#include "job/output.h"
#include "job/plan.h"
#include "job/progress.h"

struct machine;
struct world;

enum {
    STATUS_TIMED_OUT = 124,  /* the status of timeout(1) */
    STATUS_OF_SIGNALS = 128, /* plus the signal that has ended a rank */
    STATUS_MASK = 0377,      /* what a process hands to its parent */
    TITLE_BYTES = 128,
};

struct job {
    struct plan plan;
    struct input input;
    struct output output;
    struct progress progress;
    int (*user_main)(int argc, char **argv, char **envp);
    struct machine *machine; /* the machine to whose cores ranks are bound; NULL: not bound */
    const char *replayed; /* a file of HEDDLE_RECORD that is followed; NULL: none */
    char title[TITLE_BYTES]; /* the program, without its path; of several "ocean : air" */
};

/* Ends the process after an abort (start.c). */
_Noreturn void job_end_process(struct world *world);

/* Reports what a job has left behind and found, and writes the views of it. Returns the status of
 * the job, which would have been the given one (start.c). */
int job_tell(struct world *world, int status);

#endif
