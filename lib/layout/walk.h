/* SPDX-License-Identifier: MIT */
/* Copying between a layout and contiguous bytes, or between equal layouts: by recursion over the
 * loops, which may be taken in any order where that suits the caches. */
#ifndef TYPE_WALK_H
#define TYPE_WALK_H

#include "layout/layout.h"

enum walk_way {
    WALK_PACK,   /* from the layout to contiguous bytes */
    WALK_UNPACK, /* the other way */
    WALK_ALIKE,  /* from the layout to the same layout elsewhere */
};

/* Copies the bytes [low, high) of the piece, counted without gaps. Its offset counts from `near`.
 * In packed form byte 0 would be at `far`; of two equal layouts, the other one counts from it. */
void walk_range(enum walk_way way, const struct piece *piece, char *near, char *far,
                MPI_Count low, MPI_Count high);

#endif
