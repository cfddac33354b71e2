/* SPDX-License-Identifier: MIT */
/* The shape of a graph of which every member knows its own edges: the members that send to it and
 * those to which it sends. Each member has its own immutable shape, which its communicator's
 * duplicates share.
 *
 * Edges
 *   dist_graph.references  a drop publishes its holder's last use to the thread that frees.
 *   collection.readers     taking a graph publishes that it was read to the thread that frees. */
#ifndef TOPO_DIST_GRAPH_H
#define TOPO_DIST_GRAPH_H

#include <stdbool.h>

#include "base/atomic.h"
#include "comm/comm.h"
#include "topo/placement.h"

/* The edges into a member, or out of it. */
struct adjacency {
    int degree;
    int *ranks;   /* [degree]: the members at their other ends */
    int *weights; /* NULL: the graph is unweighted */
};

struct dist_graph {
    _Atomic(int) references;
    bool is_weighted;
    struct adjacency sources;
    struct adjacency destinations;
};

extern const struct topology_class dist_graph_class;

/* Makes a graph with room for that many edges, which the caller fills in. Returns NULL with a note
 * if there is no memory. */
struct dist_graph *dist_graph_create(int indegree, int outdegree, bool is_weighted);
void dist_graph_drop(struct dist_graph *graph); /* accepts NULL */

/* Collective: checks that the members' graphs fit together: all weighted or none, and each edge
 * known at both of its ends. Fails with MPI_ERR_ARG at all members. */
int dist_graph_agree(struct comm *comm, const struct dist_graph *graph);

/* Adds all edges with their weights, from all members' graphs. */
void dist_graph_list_edges(void *const shapes[], int nodes, struct edges *edges);

/* Edges that a member specifies, between any members: degrees[i] of them leave sources[i]. */
struct edge_list {
    int count;
    const int *sources;
    const int *degrees;
    const int *destinations;
    const int *weights; /* NULL if there are no edges */
    bool is_weighted;
};

/* Collective: gives each member its own of the edges in all lists, in the order of the members that
 * list them and of their lists. Fails with MPI_ERR_ARG at all members if some lists are weighted
 * and others are not. */
int dist_graph_collect(struct comm *comm, const struct edge_list *list,
                       struct dist_graph **created);

#endif
