/* SPDX-License-Identifier: MIT */
/* The numbers that members of a communicator get in a topology when it may be reordered: those
 * that placement finds when the ranks are bound to cores, else their own.
 *
 * Edges
 *   order.readers  taking its number publishes that a member has read the order to whoever frees
 *                  it. */
#ifndef TOPO_REORDER_H
#define TOPO_REORDER_H

#include "comm/comm.h"
#include "topo/placement.h"

/* Who talks with whom: adds it to the ties, from the shapes that the members brought. */
typedef void edge_lister(void *const shapes[], int nodes, struct edges *edges);

/* What the members of a collective call bring. */
struct reorder {
    int nodes;       /* of the topology: so many members take part, from the first on */
    bool is_wanted;  /* by this member; it counts when all want it */
    edge_lister *list;
    void *shape;     /* the member's */
    bool is_own;     /* a node's shape, which whoever gets its number takes over */
};

/* Collective: sets *number to the member's, and of shapes that are nodes' own reorder->shape to the
 * number's. MPI_ERR_NO_MEM; when there is no memory for a search numbers stay. */
int reorder_agree(struct comm *comm, struct reorder *reorder, int *number);

/* Local: the number that the caller would get. */
int reorder_foresee(const struct comm *comm, const struct reorder *reorder);

#endif
