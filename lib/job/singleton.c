/* SPDX-License-Identifier: MIT */
#include "job/singleton.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "api/init.h"
#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"
#include "check/buffers.h"
#include "job/job.h"
#include "job/views.h"
#include "rank/singleton.h"
#include "rank/world.h"

/* A child made by fork is none of the ranks. */
static void end(int status, void *argument)
{
    struct world *world = argument;
    int own;

    if (world->process != getpid())
        return;
    singleton_end(world, status);
    own = job_tell(world, status);
    if (own == status)
        return;
    fflush(NULL);
    _exit(own);
}

static int read_plan(struct job *job)
{
    char *arguments[] = {program_invocation_name, NULL};

    if (!knob_read_environment(environ))
        return note(MPI_ERR_OTHER, "a variable of Heddle's has no valid value");
    if (plan_read(1, arguments, 1, &job->plan) != 0)
        return note_class();
    if (job->plan.ranks == 1)
        return 0;
    return note(MPI_ERR_OTHER, "%d ranks are asked for, and %s opens the MPI library when it runs "
                               "already, so it is one: have the loader load the library at the "
                               "start, by LD_PRELOAD=.../libmpi_abi.so.1",
                job->plan.ranks, program_invocation_short_name);
}

static int prepare(struct world *world, const struct job *job)
{
    struct rank *rank = &world->ranks[0];

    if (init_world(world) != 0 || views_begin(world) != 0)
        return MPI_ERR_NO_MEM;
    world->explain = NULL; /* threads that the library does not know may wake the rank */
    rank->argc = job->plan.part->argc;
    rank->argv = job->plan.part->argv;
    rank->environment = environ;
    return on_exit(end, world) == 0 ? 0 : note(MPI_ERR_NO_MEM, "no memory for an exit handler");
}

/* Signals are the process's own affair: there are no reports of faults. */
static int make(struct world **made)
{
    struct job *job = memory_take_zeroed(sizeof *job);
    struct world_options options = {
        .ranks = 1,
        .argument = job,
        .end_process = job_end_process,
    };
    int err = job != NULL ? read_plan(job) : note(MPI_ERR_NO_MEM, "no memory for a job");

    if (err != 0)
        return err;
    snprintf(job->title, TITLE_BYTES, "%s", program_invocation_short_name);
    options.finds_leaks = (int)knobs.leaks;
    options.watches_buffers = (int)knobs.buffers;
    options.diverts = knobs.buffers == BUFFERS_ARE_DIVERTED;
    if (world_create(&options, made) != 0)
        return MPI_ERR_NO_MEM;
    return prepare(*made, job);
}

void singleton_prepare(void)
{
    singleton_allow(make);
}
