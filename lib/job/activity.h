/* SPDX-License-Identifier: MIT */
/* The report of what all ranks do. For each rank it says whether it runs, waits (and for what) or
 * has ended; it shows the rank's stack, the stacks of the threads that it has created, its receives
 * without a message and its messages without a receive. If a rank only waits, it also lists the
 * pending requests and the communicators; those of a running rank could vanish while being read.
 * Ranks with equal reports share one.
 *
 * The report is written on a timeout, on SIGQUIT, after which the job goes on, and on SIGTERM,
 * which then ends it.
 *
 * Edges
 *   activity.listening  the first world is made before a thread without a rank asks it. */
#ifndef JOB_ACTIVITY_H
#define JOB_ACTIVITY_H

struct world;

/* Installs handlers for SIGQUIT and SIGTERM unless the program has some, before the ranks of its
 * first world start. */
void activity_listen(struct world *world);

/* Blocks both signals in the calling thread, so that ranks receive them. The thread that has
 * started the ranks calls it. */
void activity_leave_to_ranks(void);

/* The first world is about to be destroyed: the signals end the process from here on. */
void activity_end(void);

/* Stores the report as world->abort.report before an abort. The caller must not be one of the
 * world's ranks, and the ranks must not be being joined. */
void activity_report(struct world *world);

/* Implements the world option `answer`: prints the report, and on SIGTERM ends the process by that
 * signal. */
void activity_answer(struct world *world, int number);

#endif
