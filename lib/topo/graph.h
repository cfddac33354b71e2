/* SPDX-License-Identifier: MIT */
/* The shape of a graph of which every member knows all edges: one object, which all members of the
 * communicator and of its duplicates hold. Immutable.
 *
 * Edges
 *   graph.references  a drop publishes its holder's last use to whoever frees the shape. */
#ifndef TOPO_GRAPH_H
#define TOPO_GRAPH_H

#include "base/atomic.h"
#include "comm/comm.h"
#include "topo/placement.h"

struct graph {
    _Atomic(int) references;
    int nodes;
    const int *edges; /* behind the ends */
    int ends[];       /* of each node's neighbours among the edges */
};

extern const struct topology_class graph_class;

/* Whether the arrays are a graph for at most that many ranks: MPI_ERR_ARG. */
int graph_check(int ranks, int nodes, const int ends[], const int edges[]);

/* With as many references; NULL: no memory, with a note. */
struct graph *graph_create(int nodes, const int ends[], const int edges[], int references);
void graph_drop(struct graph *graph); /* NULL is fine */

/* A tie for each edge of a graph that is yet to be made, the first shape. */
struct graph_plan {
    const int *ends;
    const int *edges;
};

void graph_list_edges(void *const shapes[], int nodes, struct edges *edges);

static inline int graph_edges(const struct graph *graph)
{
    return graph->nodes > 0 ? graph->ends[graph->nodes - 1] : 0;
}

/* A node's neighbours, and how many: in the order of the edges, each as often as it was named. */
static inline const int *graph_neighbors(const struct graph *graph, int node, int *count)
{
    int first = node > 0 ? graph->ends[node - 1] : 0;

    *count = graph->ends[node] - first;
    return graph->edges + first;
}

#endif
