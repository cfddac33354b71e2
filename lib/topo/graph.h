/* SPDX-License-Identifier: MIT */
/* The shape of a graph of which every member knows all edges. One immutable object, which all
 * members of the communicator and of its duplicates share.
 *
 * Edges
 *   graph.references  a drop publishes its holder's last use to the thread that frees the shape. */
#ifndef TOPO_GRAPH_H
#define TOPO_GRAPH_H

#include "base/atomic.h"
#include "comm/comm.h"
#include "topo/placement.h"

struct graph {
    _Atomic(int) references;
    int nodes;
    const int *edges; /* stored behind the ends */
    int ends[];       /* of each node's neighbours among the edges */
};

extern const struct topology_class graph_class;

/* Checks that the arrays are a graph for at most `ranks` ranks; fails with MPI_ERR_ARG. */
int graph_check(int ranks, int nodes, const int ends[], const int edges[]);

/* Makes a graph with that many references. Returns NULL with a note if there is no memory. */
struct graph *graph_create(int nodes, const int ends[], const int edges[], int references);
void graph_drop(struct graph *graph); /* accepts NULL */

/* A graph that is not made yet, the first of the shapes; graph_list_edges adds all its edges. */
struct graph_plan {
    const int *ends;
    const int *edges;
};

void graph_list_edges(void *const shapes[], int nodes, struct edges *edges);

static inline int graph_edges(const struct graph *graph)
{
    return graph->nodes > 0 ? graph->ends[graph->nodes - 1] : 0;
}

/* Returns a node's neighbours and their number, in the order of the edges; a repeated edge counts
 * each time. */
static inline const int *graph_neighbors(const struct graph *graph, int node, int *count)
{
    int first = node > 0 ? graph->ends[node - 1] : 0;

    *count = graph->ends[node] - first;
    return graph->edges + first;
}

#endif
