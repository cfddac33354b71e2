/* SPDX-License-Identifier: MIT */
/* Deadlocks of explored jobs in which threads of a rank wait for each other. */
#ifndef JOB_KNOTS_H
#define JOB_KNOTS_H

#include <stddef.h>

struct turn_stuck;
struct world;

/* Nothing can happen any more. If threads wait for something that only other threads of their rank
 * can do, this is a deadlock, which ends the job with a report of who waits where and for whom.
 * Otherwise ranks wait for messages alone, and it returns. */
void knots_look(struct world *world);

/* Writes which thread has the turn and waits for something else, and where. */
void knots_describe_stuck(const struct turn_stuck *stuck, char text[], size_t bytes);

#endif
