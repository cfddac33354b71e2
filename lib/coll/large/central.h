/* SPDX-License-Identifier: MIT */
/* The work of all members of an exchange, done by the one who has come last, where that can be
 * quicker than everybody's shares one after another.
 *
 * Source: Hendler, Incze, Shavit and Tzafrir, Flat Combining and the Synchronization-Parallelism
 * Tradeoff (SPAA 2010): one thread does what all have asked for. Cost: n * n copies of few bytes,
 * by one member, in place of a second round on the processors for each. */
#ifndef COLL_LARGE_CENTRAL_H
#define COLL_LARGE_CENTRAL_H

#include "coll/op.h"

/* Each member's blocks to all of them, in an allgather or alltoall on one group. `is_one`: a
 * member has the same block for all, not one for each in a row. */
void central_pass(const struct coll_op *op, bool is_one);

#endif
