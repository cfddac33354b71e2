/* SPDX-License-Identifier: MIT */
/* Runs a job under all its schedules (option explore of heddle_run, HEDDLE_EXPLORE).
 *
 * A trial is something that runs the job once, under the schedule that `explored` has: a job of
 * heddle_run in this process, or a program in a child of it (job/explore_program.h). explore_run
 * runs it until a schedule fails, all have been run, or as many as were asked for. The first
 * schedule that fails is made as usual as it can be, and described in words. */
#ifndef JOB_EXPLORE_H
#define JOB_EXPLORE_H

#include <stdbool.h>

#include "job/explored.h"
#include "job/run.h"

/* Says of a text what explore_read refuses it for. */
#define EXPLORE_NO_ORDER                                                                  \
    "neither \"all\" nor a number of schedules nor \"faults\" nor \"random\", which "       \
    "\":seed\" and \":number\" may follow"

enum { EXPLORE_BY_CHANCE = 1000 }; /* schedules, unless more or fewer are asked for */

/* The schedules to explore. */
struct explore_order {
    long most; /* schedules; 0: all */
    bool is_by_chance;
    bool is_of_faults; /* under the usual one each call that can fail does so in one run */
    uint64_t seed;
};

struct trial {
    const char *name; /* of the job, in HEDDLE_REPLAY */
    void (*begins)(void); /* before each run; NULL: nothing */
    int (*fails)(void);   /* after each run; the run has failed although its status is 0 */
    /* Runs the job once: 0 with a result, which is a failure if its status is not 0, or -1 with a
     * note. Each run but the first may be repeated, so its output is not for the user yet. */
    int (*run)(struct trial *trial, struct explored *explored, struct heddle_result *result);
    /* Gets the number of schedules that have passed by now, and the latest one; NULL: nothing. */
    void (*passed)(struct trial *trial, long schedules, const struct schedule *latest);
    /* `run` may run what follows, too, before it is asked for it. */
    bool may_go_ahead;
    struct schedule_ahead ahead; /* what follows the run; SCHEDULE_ALONE: it runs by itself */
    bool was_beside; /* others ran meanwhile, which may have disturbed it */
};

/* How an exploration has ended. */
struct explore_extent {
    long number;          /* of schedules */
    bool has_reached_most;
    bool was_freed; /* a run was not decided by its choices alone: there may be other ones */
    char stuck[SCHEDULE_STUCK_BYTES]; /* why, if a thread was the reason; else empty */
    bool has_too_many; /* there were more candidates for a choice than can be tried */
    bool has_dropped;  /* there were more of a number of schedules than were kept */
    unsigned uncontrolled; /* what runs did in an order that no choice decides
                            * (job/uncontrolled.h) */
    struct sources sources; /* that runs have used and that no choice decides */
    bool has_failed;
    const char *verdict; /* on the run in which a call has failed: "hangs"; NULL: none */
    bool is_usual;        /* the failure came in the first run */
};

/* 0 with the result of the last run and the words about a failure, or -1 with a note. */
int explore_run(struct trial *trial, const struct explore_order *order,
                struct heddle_result *result, struct explore_extent *extent);

/* Were these all schedules that there are? */
bool explore_has_tried_all(const struct explore_extent *extent);

/* HEDDLE_REPLAY is the name of a file if there is one of that name, or if it does not look like
 * "name:answers". */

/* The answers for the job of that name in HEDDLE_REPLAY; NULL: they are for another one, or for
 * none. */
const char *explore_find_replay(const char *name);

/* The file in HEDDLE_REPLAY, which has journals (job/journals.h); NULL: there is none. */
const char *explore_find_replay_file(void);

/* Reads such answers into the schedule: 0, or -1 with a note. schedule_free frees them. */
int explore_read_answers(struct schedule *schedule, const char *text);

/* Reads "all", "faults", a number of schedules, or "random", which a seed and a number may follow
 * ("random:7:500"). False: it is none of them. */
bool explore_read(const char *text, struct explore_order *order);

/* Runs the job of heddle_run as its option or the knob says. 0 with a result, or -1 with a note. */
int explore_job(int ranks, struct user_run *run, struct heddle_result *result);

/* Warns of a value of the knob that jobs ignore, as knob_read_environment does of others. */
void explore_check_knob(void);

/* Is the job to run under more than one schedule, by its option or the knob? */
bool explore_is_wanted(const struct heddle_options *options);

/* Checks the option; 0, or -1 with a note. */
int explore_check(const struct heddle_options *options);

#endif
