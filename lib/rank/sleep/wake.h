/* SPDX-License-Identifier: MIT */
/* Many ranks are woken by each other.
 *
 * To wake a rank takes the kernel some microseconds. A rank that woke thousands would lose its
 * processor to those that it has woken again and again, and be the last to go on. So it wakes one
 * of each WAKE_BATCH and leaves it a list of the others, which that one wakes before it goes on.
 *
 * A rank accepts a list from before it marks itself as dozing until it has got up. A list is left
 * only to a rank whose mark the caller has cleared, so until the list is done that rank does not
 * count as asleep when a thread looks for a deadlock (rank/sleep/waiter.h).
 *
 * Law: no thread sleeps over a list. A caller may clear the rank's mark for one sleep, and be so
 * slow to leave its list that the rank, which something else has made go on, already accepts one
 * for its next sleep. So a thread sleeps by a count of its park that is older than the acceptance:
 * the wake-up that follows the list changes it.
 *
 * Edges
 *   rank.wake_list  the caller's list, and the changes for which it wakes others, are published to
 *                   the rank that takes the list. */
#ifndef RANK_WAKE_H
#define RANK_WAKE_H

#include <stdint.h>

#include "rank/rank.h"

enum { WAKE_BATCH = 64 };

/* Wakes those of them that sleep, but not the calling rank: in its last look before it sleeps, that
 * may wake others, and would never sleep if it woke itself. As before rank_wake, the caller has
 * stored with seq_cst what they are to see. */
void rank_wake_many(struct rank *const ranks[], int count);

/* Around the sleep of a thread of the rank. The first returns the count of its park, by which the
 * thread sleeps. The second does what has been left to the rank. */
uint32_t wake_accept(struct rank *self);
void wake_do(struct rank *self);

#endif
