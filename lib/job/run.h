/* SPDX-License-Identifier: MIT */
/* The interface between heddle_run and the functions that make its result. */
#ifndef JOB_RUN_H
#define JOB_RUN_H

#include <stdbool.h>

#include "heddle.h"
#include "rank/abort.h"

struct explored;

/* A job of heddle_run as its caller wants it. */
struct user_run {
    struct heddle_options options;
    heddle_function *function;
    void *argument;
    char *argv[2];
    struct explored *explored; /* the ranks run under its schedule; NULL: as they like */
};

/* Runs a job once. 0 with a result, or -1 with a note. */
int run_job(int ranks, const struct user_run *run, struct heddle_result *result);

/* Describes a job whose ranks have ended (is_over) or cannot be ended. Returns false if there is no
 * memory; the result then has no ranks. */
bool result_fill(struct heddle_result *result, struct world *world, bool is_over);

/* Make a job fail that left objects unfreed, was warned, or was warned of sends that rely on
 * buffers, and otherwise succeeded. */
void result_forbid_leaks(struct heddle_result *result);
void result_forbid_findings(struct heddle_result *result);
void result_forbid_reliance(struct heddle_result *result);

/* Describes a job that did not start, for the reason in the note. */
void result_refuse(struct heddle_result *result);

/* Prints the result to standard error, for callers of heddle_run that want none. */
void result_print(const struct heddle_result *result, const char *name);

/* Puts lines about a failure behind faults, and if the status is that of the failure, behind text.
 * False: no memory. */
bool result_explain(struct heddle_result *result, const char *lines);

/* Hands the result to a caller compiled with another heddle.h. Members that the caller does not
 * know are freed; members that only the caller knows are zero. */
void result_hand_over(struct heddle_result *own, struct heddle_result *result,
                      size_t result_bytes, size_t rank_bytes);

struct trace;
struct places;

/* Describes the innermost frame that is of the program itself, as place_describe does, and returns
 * true. Without one the text, which has PLACE_TEXT_BYTES, stays as it is. */
bool place_of_program(const struct trace *trace, struct places *places, char text[]);

struct heddle_counters counters_of(const struct rank *rank);

#endif
