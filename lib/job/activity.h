/* SPDX-License-Identifier: MIT */
/* What everybody is doing: for each rank whether it runs, waits (and for what) or has ended, its
 * stack, those of the threads that it has created, its receives without a message and the messages
 * without a receive. Of a rank that does nothing but wait also its pending requests and its
 * communicators: what a rank that runs has may go while it is being read. Ranks that do the same
 * share their lines.
 *
 * Told when the time is up, on SIGQUIT, after which the job goes on, and on SIGTERM, which then
 * ends it. */
#ifndef DRIVER_ACTIVITY_H
#define DRIVER_ACTIVITY_H

struct world;

/* Handlers for the signals that ask, unless there are some; only ranks get these signals: by the
 * thread that started them. */
void activity_listen(void);

/* Before an abort, as world->report. By a thread that is none of the world's ranks, while they are
 * not being joined. */
void activity_report(struct world *world);

/* For the world's options: tells; ends the process by SIGTERM. */
void activity_answer(struct world *world, int number);

#endif
