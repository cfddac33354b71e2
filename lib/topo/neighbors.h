/* SPDX-License-Identifier: MIT */
/* The members with which a member exchanges blocks in a neighbourhood collective, in the order of
 * the blocks in its buffers. In a grid these are, for each dimension, the member before and the
 * member behind, or MPI_PROC_NULL at open ends; in a graph the neighbours on both sides; in a
 * distributed graph its sources and destinations. */
#ifndef TOPO_NEIGHBORS_H
#define TOPO_NEIGHBORS_H

#include "comm/comm.h"

/* Counts the sources and destinations of the calling member. Fails with MPI_ERR_TOPOLOGY if comm
 * has no topology. */
int neighbors_count(const struct comm *comm, int *indegree, int *outdegree);

/* Writes the sources and destinations. neighbors_count must have succeeded. */
void neighbors_list(const struct comm *comm, int sources[], int destinations[]);

#endif
