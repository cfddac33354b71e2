/* SPDX-License-Identifier: MIT */
/* The runs of a list, which are of any lengths, one after the other. */
#ifndef TYPE_RUNS_H
#define TYPE_RUNS_H

#include "layout/walk.h"

/* The list counts from `near`; what it is copied to or from lies at `far`, as in walk_range. */
void runs_copy(enum walk_way way, const struct run *runs, MPI_Count count, char *near, char *far);

#endif
