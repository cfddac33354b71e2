/* SPDX-License-Identifier: MIT */
/* The report of a deadlock: for every rank that waits the call, its line in the source and what it
 * waits for; who waits for whom in a circle; who has ended; what may have been meant. Ranks in the
 * same situation share a line. */
#ifndef CHECK_DEADLOCK_H
#define CHECK_DEADLOCK_H

struct world;

/* For world->explain: called when nothing moves any more, and all sleepers have given their
 * stacks. NULL: no memory. */
char *deadlock_explain(struct world *world);

#endif
