/* SPDX-License-Identifier: MIT */
/* Neighbourhood operations of large blocks: see neighbor.c. */
#ifndef COLL_LARGE_NEIGHBOR_H
#define COLL_LARGE_NEIGHBOR_H

#include "coll/op.h"

/* A small operation, whose cell has been published, finds the call of a source: the large
 * algorithm goes on with it. */
void neighbor_take_over(struct coll_op *op);

/* The neighbour whose cell a neighbourhood operation waits for; -1: it waits for something
 * else. */
int neighbor_awaited(const struct coll_op *op);

#endif
