/* SPDX-License-Identifier: MIT */
/* Helpers that the topology functions share. */
#ifndef API_TOPOLOGY_H
#define API_TOPOLOGY_H

#include "comm/comm.h"
#include "topo/reorder.h"

/* Finds the shape of a communicator's topology. A communicator without a topology of that class is
 * an error; `what` names the class in its sentence. */
int check_topology(MPI_Comm handle, const struct topology_class *class, const char *what,
                   struct comm **comm, const void **shape);

/* Makes a communicator of the members that take part, with the numbers that reorder_agree found and
 * the shape for them. Takes over the shape, also on failure. */
int topology_create(struct comm *comm, struct reorder *reorder,
                    const struct topology_class *class, MPI_Comm *handle);

#endif
