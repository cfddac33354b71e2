/* SPDX-License-Identifier: MIT */
/* How many ranks a job can have, with those that it spawns: the attribute MPI_UNIVERSE_SIZE.
 *
 * Edges
 *   universe.size  the first rank that asks publishes the size to all. */
#ifndef SPAWN_UNIVERSE_H
#define SPAWN_UNIVERSE_H

struct world;

/* HEDDLE_UNIVERSE_SIZE, or as many as the limits of the machine allow; at least as many as the
 * job's first world has. It does not change while the job runs. */
int universe_size(struct world *world);

#endif
