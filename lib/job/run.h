/* SPDX-License-Identifier: MIT */
/* What heddle_run passes to the files that make its result. */
#ifndef DRIVER_RUN_H
#define DRIVER_RUN_H

#include <stdbool.h>

#include "heddle.h"
#include "rank/abort.h"

/* Describes the world's job, which has ended (`is_over`) or has ranks that cannot be ended. False:
 * there is no memory for that, and the result is as empty as if there were no ranks. */
bool result_fill(struct heddle_result *result, const struct world *world, bool is_over);

/* What was not freed makes a job fail that went well otherwise. */
void result_forbid_leaks(struct heddle_result *result);

/* A job that did not start, for the reason that the note gives. */
void result_refuse(struct heddle_result *result);

/* To standard error, for who wants no result. */
void result_print(const struct heddle_result *result, const char *name);

/* To who knows so much of it: members that he does not know are given back, those that he alone
 * knows are zero. */
void result_hand_over(struct heddle_result *own, struct heddle_result *result,
                      size_t result_bytes, size_t rank_bytes);

struct heddle_counters counters_of(const struct rank *rank);

#endif
