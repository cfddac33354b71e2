/* SPDX-License-Identifier: MIT */
/* A rank's helper thread for nonblocking access to files. It does one task after the other, in the
 * order of their coming, and ends when it has had nothing to do for a while: an idle helper counts
 * as runnable, and would hide a deadlock.
 *
 * Edges: those of lock and park. */
#ifndef IO_WORKER_H
#define IO_WORKER_H

#include "rank/rank.h"

/* Runs task(argument) in the helper thread of the calling rank, or now if there can be none. */
void worker_do(struct rank *self, void (*task)(void *argument), void *argument);

/* Ends the thread, which has nothing to do. */
void worker_end(struct rank *self);
/* When the rank has ended, and the thread with it. */
void worker_free(struct rank *rank);

#endif
