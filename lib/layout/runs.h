/* SPDX-License-Identifier: MIT */
/* Copying the runs of a list, which may have any lengths. */
#ifndef TYPE_RUNS_H
#define TYPE_RUNS_H

#include "layout/walk.h"

/* Copies all runs of a list, whose offsets count from `near`, to or from `far`, as walk_range
 * does. */
void runs_copy(enum walk_way way, const struct run *runs, MPI_Count count, char *near, char *far);

#endif
