/* SPDX-License-Identifier: MIT */
/* HEDDLE_EXPLAIN=1: a line on standard error for each call and protocol or algorithm that it takes,
 * by the first rank of its world that takes it, with the reason. A subscriber of each rank's
 * observer; the policies are asked again, with the facts of the event. A rank may begin and end
 * that while it runs: HEDDLE_EXPLAIN is a control variable of MPI_T.
 *
 * Edges
 *   explain.made  the world's list of what was said is whole when a rank sees it. */
#ifndef API_EXPLAIN_H
#define API_EXPLAIN_H

#include <stdbool.h>

struct floor;
struct rank;

/* Subscribes for the calling rank, which says something while its own tunable is 1. One thread at a
 * time. False: no memory. */
bool explain_begin(struct rank *self);

extern const struct floor explain_floor;

#endif
