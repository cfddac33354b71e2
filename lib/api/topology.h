/* SPDX-License-Identifier: MIT */
/* What the functions on grids and graphs share. */
#ifndef API_TOPOLOGY_H
#define API_TOPOLOGY_H

#include "comm/comm.h"
#include "topo/reorder.h"

/* A communicator without a topology of that class is an error: the shape, which is `what`. */
int check_topology(MPI_Comm handle, const struct topology_class *class, const char *what,
                   struct comm **comm, const void **shape);

/* The numbers that reorder_agree found for the members that take part, and the shape that is the
 * number's: a new communicator. The shape is taken over, also when this fails. */
int topology_create(struct comm *comm, struct reorder *reorder,
                    const struct topology_class *class, MPI_Comm *handle);

#endif
