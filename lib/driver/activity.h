/* SPDX-License-Identifier: MIT */
/* What everybody is doing: for each rank whether it runs, waits (and for what) or has ended, its
 * stack, its receives without a message and the messages without a receive. Ranks that do the same
 * share their lines.
 *
 * Told when the time is up, on SIGQUIT, after which the job goes on, and on SIGTERM, which then
 * ends it. The stack is taken by the rank's main thread in a handler of SIGURG; a system call that
 * is interrupted so may end early.
 *
 * Edges
 *   rank.answer  the handler gives the stack to who has asked. */
#ifndef DRIVER_ACTIVITY_H
#define DRIVER_ACTIVITY_H

struct world;

/* For the process, so that ranks can be asked; a handler that is already there stays. */
void activity_install(void);
/* The same for the signals that ask, which only ranks get: by the thread that started them. */
void activity_listen(void);

/* By a thread that is none of the world's ranks, while they are not being joined. In memory of the
 * library; NULL: there is none. */
char *activity_describe(struct world *world);

/* The same before an abort, as world->report. */
void activity_report(struct world *world);

/* For the world's options: tells; ends the process by SIGTERM. */
void activity_answer(struct world *world, int number);

#endif
