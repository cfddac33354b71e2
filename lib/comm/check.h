/* SPDX-License-Identifier: MIT */
/* The laws of groups, contexts and communicators (base/must.h). In builds in which laws are checked
 * they run where a context or a communicator comes and goes, and for the predefined communicators
 * after each call (api/entry/laws.h). They look at LAWS_STEPS_MAX members of a group at most.
 *
 * Group
 *   1. It has a reference, and each of its members is a rank of some world.
 *   2. No rank is a member twice.
 * Context
 *   3. It has a reference, and a first group that is not empty.
 *   4. It is common if it has members of several worlds, and only such a one is parted.
 *   5. It belongs to the world of one of its members, and no more have freed it than it has.
 * Communicator
 *   6. Its rank is a number of its group, and is that of the rank whose view it is.
 *   7. Its side is 0, or 1 where there are two groups.
 *   8. A topology has a class, and a list of neighbours has a topology. */
#ifndef COMM_CHECK_H
#define COMM_CHECK_H

#include "comm/comm.h"
#include "comm/context.h"

/* With the laws of its groups. */
void context_check(const struct context *context);

/* With the laws of its context. */
void comm_check(const struct comm *comm);

#endif
