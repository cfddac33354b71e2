/* SPDX-License-Identifier: MIT */
/* Deadlocks of explored jobs in which threads of a rank wait for each other. */
#ifndef JOB_EXPLORED_DEADLOCK_H
#define JOB_EXPLORED_DEADLOCK_H

#include <stddef.h>

struct turn_stuck;
struct world;

/* Ends a job in which nothing can happen any more, if a thread waits for what only other threads of
 * its rank can do: the report says which thread waits where and for which one. Returns if all wait
 * for messages alone. */
void explored_end_deadlock(struct world *world);

/* Writes which thread has the turn and waits for something else, and where. */
void explored_describe_stuck(const struct turn_stuck *stuck, char text[], size_t bytes);

#endif
