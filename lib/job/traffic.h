/* SPDX-License-Identifier: MIT */
/* Numbers of what each rank has sent to each other one of its world, for the matrix: a subscriber
 * of the ranks' observers. A get counts at the rank that calls it, as a put does. A collective
 * operation adds the data that it moves from member to member by its meaning.
 *
 * Pairs that never communicate take no memory.
 *
 * Edges
 *   traffic.chunk  the thread that made the numbers of some peers publishes them to the rank's
 *                  other threads. */
#ifndef JOB_TRAFFIC_H
#define JOB_TRAFFIC_H

#include "rank/observe/counters.h"

enum traffic_kind {
    TRAFFIC_MESSAGE,
    TRAFFIC_COLLECTIVE,
    TRAFFIC_PUT,
    TRAFFIC_GET,
    TRAFFIC_ACCUMULATE,
    TRAFFIC_KINDS
};

/* Has the rank, which has not started, keep the numbers. False: no memory. */
bool traffic_begin(struct rank *rank);

/* Between the rank, which keeps numbers, and that one of its world. Also while it runs. */
struct counters_sum traffic_read(const struct rank *from, enum traffic_kind kind, int to);

#endif
