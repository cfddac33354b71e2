/* SPDX-License-Identifier: MIT */
/* The job that a process was started for: what job/start.c keeps while its world runs. */
#ifndef DRIVER_JOB_H
#define DRIVER_JOB_H

#include "job/input.h"
#include "job/output.h"
#include "job/plan.h"

struct machine;

enum { STATUS_TIMED_OUT = 124 }; /* as timeout(1) has it */

struct job {
    struct plan plan;
    struct input input;
    struct output output;
    int (*user_main)(int argc, char **argv, char **envp);
    struct machine *machine; /* to whose cores ranks are bound; NULL: they are not */
    const char *title;  /* the program, without its path */
    char *matrix;       /* the file of the picture of its messages; NULL: none is wanted */
};

#endif
