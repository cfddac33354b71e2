/* SPDX-License-Identifier: MIT */
/* The report of a deadlock. For every waiting rank it names the call, its source line and what it
 * waits for. It also names circles of waiting ranks, ranks that have ended, and likely mistakes.
 * Ranks with equal lines share one. */
#ifndef CHECK_DEADLOCK_H
#define CHECK_DEADLOCK_H

/* Implements world->deadlock.explain. It is called when nothing moves any more and all waiters have
 * stored their stacks. Returns NULL if there is no memory. */
char *deadlock_explain(void);

#endif
