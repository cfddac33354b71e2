/* SPDX-License-Identifier: MIT */
/* Gathering of large blocks: see gather.c. */
#ifndef COLL_LARGE_GATHER_H
#define COLL_LARGE_GATHER_H

#include "coll/op.h"

/* The root's cell, which tells where its buffer is. */
void gather_show_root(struct coll_op *op);
/* At the root: has the member on that seat, whose cell has no payload, copied its block? */
bool gather_has_copied(struct coll_op *op, int seat);
/* Takes the blocks of all members, small and large (small/gather.c). */
bool gather_root_complete(struct coll_op *op);

#endif
