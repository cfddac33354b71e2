/* SPDX-License-Identifier: MIT */
/* Functions of large algorithms that small ones and the driver call. */
#ifndef COLL_LARGE_LARGE_H
#define COLL_LARGE_LARGE_H

#include "coll/cell.h"

/* ---- rooted.c -------------------------------------------------------------------------------- */

extern const struct coll_algorithm from_root_large; /* of a broadcast or a scatter */

/* A gather's root publishes its cell, which says where its buffer is. */
void gather_show_root(struct coll_op *op);
/* At the root: has the member on that seat, whose cell has no payload, copied its block? */
bool gather_has_copied(struct coll_op *op, int seat);

/* The block that a scatter's root has for the i-th rank. */
packet_of scatter_packet;
/* Takes this member's block if it goes with the root's cell. False: the cell shows the root's
 * call. */
bool scatter_take(struct coll_op *op, const struct coll_cell *cell);

/* ---- neighbor.c ------------------------------------------------------------------------------ */

/* The neighbour whose cell a neighbourhood operation waits for; -1: it waits for something
 * else. */
int neighbor_awaited(const struct coll_op *op);

#endif
