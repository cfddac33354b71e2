/* SPDX-License-Identifier: MIT */
/* The shape of a graph of which every member knows its own edges: who sends to it, and to whom it
 * sends. A member's own and immutable; its communicator's duplicates hold it too.
 *
 * Edges
 *   dist_graph.references  a drop publishes its holder's last use to whoever frees the shape.
 *   collection.readers     taking a graph publishes that it has been read to whoever frees. */
#ifndef TOPO_DIST_GRAPH_H
#define TOPO_DIST_GRAPH_H

#include <stdbool.h>

#include "base/atomic.h"
#include "comm/comm.h"
#include "topo/placement.h"

/* The edges into a member, or out of it. */
struct adjacency {
    int degree;
    int *ranks;   /* at their other ends */
    int *weights; /* NULL: the graph has none */
};

struct dist_graph {
    _Atomic(int) references;
    bool is_weighted;
    struct adjacency sources;
    struct adjacency destinations;
};

extern const struct topology_class dist_graph_class;

/* With room for so many edges, which the caller fills in. NULL: no memory, with a note. */
struct dist_graph *dist_graph_create(int indegree, int outdegree, bool is_weighted);
void dist_graph_drop(struct dist_graph *graph); /* NULL is fine */

/* Collective: whether the members' graphs make one, all weighted or none, each edge known to both
 * of its ends. MPI_ERR_ARG at all members. */
int dist_graph_agree(struct comm *comm, const struct dist_graph *graph);

/* A tie for each edge, with its weight, from all members' graphs. */
void dist_graph_list_edges(void *const shapes[], int nodes, struct edges *edges);

/* Edges that a member knows of, whomever they join: degrees[i] of them leave sources[i]. */
struct edge_list {
    int count;
    const int *sources;
    const int *degrees;
    const int *destinations;
    const int *weights; /* NULL when there are no edges */
    bool is_weighted;
};

/* Collective: gives each member its own of the edges that all of them list, in the order of those
 * who list them and of their lists. MPI_ERR_ARG at all members when some lists are weighted and
 * others are not. */
int dist_graph_collect(struct comm *comm, const struct edge_list *list,
                       struct dist_graph **created);

#endif
