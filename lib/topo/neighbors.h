/* SPDX-License-Identifier: MIT */
/* With whom a member of any topology exchanges blocks in a neighbourhood collective, in the order
 * of the blocks in its buffers: of a grid for each dimension the one before and the one behind,
 * MPI_PROC_NULL at open ends; of a graph the neighbours on both sides; of a distributed graph its
 * sources and destinations. */
#ifndef TOPO_NEIGHBORS_H
#define TOPO_NEIGHBORS_H

#include "comm/comm.h"

/* How many sources and destinations the calling member has. MPI_ERR_TOPOLOGY: there is no
 * topology. */
int neighbors_count(const struct comm *comm, int *indegree, int *outdegree);

/* Writes so many of them. On a communicator that neighbors_count has accepted. */
void neighbors_list(const struct comm *comm, int sources[], int destinations[]);

#endif
