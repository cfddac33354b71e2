/* SPDX-License-Identifier: MIT */
/* Copying between a layout and contiguous bytes, or between equal layouts: a recursion over the
 * loops, in whatever order suits the caches. */
#ifndef TYPE_WALK_H
#define TYPE_WALK_H

#include "layout/layout.h"

enum walk_way {
    WALK_PACK,   /* from the layout to contiguous bytes */
    WALK_UNPACK, /* from contiguous bytes to the layout */
    WALK_ALIKE,  /* from the layout to the same layout elsewhere */
};

/* Copies the bytes [low, high) of the piece, counted without gaps. The piece's offset counts from
 * `near`. For WALK_PACK and WALK_UNPACK, packed byte 0 lies at `far`; for WALK_ALIKE, the other
 * layout's offset counts from `far`. */
void walk_range(enum walk_way way, const struct piece *piece, char *near, char *far,
                MPI_Count low, MPI_Count high);

#endif
