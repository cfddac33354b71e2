/* SPDX-License-Identifier: MIT */
/* The straight way through a small blocking operation.
 *
 * It does with the same cards, in fewer instructions, what the step function of that operation
 * does: the member shows its card, looks at those it needs for a moment, takes what is meant for
 * it, and leaves. When something cannot be done at once, or is not as it should be, the step
 * function goes on from there. So each member takes this way or not as it likes.
 *
 * It is for intracommunicators whose members can each have a processor, for named types without
 * gaps, and for what fits a card in the operations whose small form is told by one length. */
#ifndef COLL_STRAIGHT_H
#define COLL_STRAIGHT_H

#include "coll/coll.h"

enum straight { STRAIGHT_NOT, STRAIGHT_BEGUN, STRAIGHT_OVER };

/* NOT: nothing has been done. BEGUN: its step function goes on, and it ends by coll_end. OVER: all
 * has been done, without an error. */
enum straight straight_run(struct coll *coll, const struct coll_call *call);

#endif
