/* SPDX-License-Identifier: MIT */
/* The numbers that the members of a communicator get in a topology that may be reordered: those
 * that placement_find returns if the ranks are bound to cores, and otherwise their own.
 *
 * Edges
 *   order.readers  taking its number publishes that a member has read the order to the thread that
 *                  frees it. */
#ifndef TOPO_REORDER_H
#define TOPO_REORDER_H

#include "comm/comm.h"
#include "topo/placement.h"

/* Adds the edges of a topology, which it finds in the shapes that the members pass. */
typedef void edge_lister(void *const shapes[], int nodes, struct edges *edges);

/* The arguments of each member of the collective call. */
struct reorder {
    int nodes;       /* of the topology; the first members, that many, take part */
    bool is_wanted;  /* by this member; reordering requires all members to want it */
    edge_lister *list;
    void *shape;     /* this member's shape */
    bool is_own;     /* the shape is the node's, and passes on with its number */
};

/* Collective: sets *number to the member's number. If shapes belong to nodes, sets reorder->shape
 * to that of the number. Fails with MPI_ERR_NO_MEM; if only the search lacks memory, members keep
 * their numbers. */
int reorder_agree(struct comm *comm, struct reorder *reorder, int *number);

/* Local: returns the number that the caller would get. */
int reorder_foresee(const struct comm *comm, const struct reorder *reorder);

#endif
