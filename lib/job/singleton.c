/* SPDX-License-Identifier: MIT */
#include "job/singleton.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "api/environment/init.h"
#include "base/knob.h"
#include "base/memory.h"
#include "base/note.h"
#include "check/buffers.h"
#include "comm/context.h"
#include "job/job.h"
#include "job/views.h"
#include "object/object.h"
#include "p2p/channel.h"
#include "rank/world.h"
#include "rank/worlds/singleton.h"

static struct {
    struct world *world; /* NULL: there is no singleton */
    int status;          /* of the process */
} ending;

static void keep_status(int status, void *unused)
{
    (void)unused;
    ending.status = status;
}

/* Runs behind the program's exit handlers and the destructors of what needs this library: any of
 * them may finalize MPI. A child made by fork is none of the ranks. */
__attribute__((destructor)) static void end(void)
{
    struct world *world = ending.world;
    int own;

    if (world == NULL || world->process != getpid())
        return;
    singleton_end(world, ending.status);
    own = job_tell(world, ending.status);
    if (own == ending.status)
        return;
    fflush(NULL);
    _exit(own);
}

/* Returns what is asked for and needs a job around the ranks, or NULL. */
static const char *unmet_wish(const struct plan *plan)
{
    if (plan->timeout_s > 0 || knobs.timeout > 0)
        return "a time limit (-timeout, HEDDLE_TIMEOUT) is";
    if (plan->label || knobs.label > 0 || knobs.timestamp > 0)
        return "labels of lines (-l, HEDDLE_LABEL, HEDDLE_TIMESTAMP) are";
    if (knobs.outfile_pattern != NULL || knobs.errfile_pattern != NULL)
        return "files for output (HEDDLE_OUTFILE_PATTERN, HEDDLE_ERRFILE_PATTERN) are";
    if (knobs.explore != NULL)
        return "an exploration (HEDDLE_EXPLORE) is";
    if (knobs.progress != 0)
        return "lines about progress (HEDDLE_PROGRESS) are";
    return knobs.bind != 0 ? "a processor (-bind-to, HEDDLE_BIND) is" : NULL;
}

/* There are no reports of deadlocks: threads that the library does not know may wake the rank. */
static int read_plan(struct job *job)
{
    char *arguments[] = {program_invocation_name, NULL}, ranks[40];
    const char *wish;

    if (!knob_read_environment(environ))
        return note(MPI_ERR_OTHER, "a variable of Heddle's has no valid value");
    if (plan_read(1, arguments, 1, &job->plan) != 0)
        return note_class();
    knobs.deadlock = 0;
    wish = unmet_wish(&job->plan);
    if (job->plan.ranks == 1 && wish == NULL)
        return 0;
    snprintf(ranks, sizeof ranks, "%d ranks are", job->plan.ranks);
    return note(MPI_ERR_OTHER, "%s asked for, but %s opens the MPI library when it runs already, "
                               "so it is one rank, without a job around it: " SINGLETON_ADVICE,
                job->plan.ranks > 1 ? ranks : wish, program_invocation_short_name);
}

static int prepare_singleton(struct world *world, const struct job *job)
{
    struct rank *rank = &world->ranks[0];

    if (init_world(world) != 0 || views_begin(world) != 0)
        return MPI_ERR_NO_MEM;
    world->deadlock.explain = NULL;
    rank->argc = job->plan.part->argc;
    rank->argv = job->plan.part->argv;
    rank->environment = environ;
    if (on_exit(keep_status, NULL) != 0)
        return note(MPI_ERR_NO_MEM, "no memory for an exit handler");
    ending.world = world;
    return 0;
}

/* Signals are the process's own affair: there are no reports of faults. */
static int make_world(struct job *job, struct world **made)
{
    struct world_options options = {
        .ranks = 1,
        .argument = job,
        .end_process = job_end_process,
    };
    struct world *world;
    int err;

    snprintf(job->title, TITLE_BYTES, "%s", program_invocation_short_name);
    options.finds_leaks = (int)knobs.leaks;
    options.watches_buffers = buffers_choose();
    options.diverts = buffers_are_to_be_diverted();
    if (world_create(&options, &world) != 0)
        return MPI_ERR_NO_MEM;
    err = prepare_singleton(world, job);
    if (err != 0) {
        channel_registry_destroy(world);
        context_forget_groups(world);
        store_destroy(world->store);
        world_destroy(world);
    }
    *made = err == 0 ? world : NULL;
    return err;
}

static int make_singleton(struct world **made)
{
    struct job *job = memory_take_zeroed(sizeof *job);
    int err = job != NULL ? read_plan(job) : note(MPI_ERR_NO_MEM, "no memory for a job");

    if (err == 0)
        err = make_world(job, made);
    if (err != 0 && job != NULL) {
        plan_drop(&job->plan);
        memory_give(job);
    }
    return err;
}

void singleton_prepare(void)
{
    singleton_allow(make_singleton);
}
