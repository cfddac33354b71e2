/* SPDX-License-Identifier: MIT */
#include "topo/graph.h"

#include <string.h>

#include "base/memory.h"
#include "base/note.h"
#include "mpi_types.h"

static void shape_hold(void *shape)
{
    struct graph *graph = shape;

    fetch_add_relaxed(&graph->references, 1);
}

static void shape_drop(void *shape)
{
    graph_drop(shape);
}

const struct topology_class graph_class = {
    .kind = MPI_GRAPH,
    .hold = shape_hold,
    .drop = shape_drop,
};

int graph_check(int ranks, int nodes, const int ends[], const int edges[])
{
    int edge = 0;

    if (nodes < 0 || nodes > ranks)
        return note(MPI_ERR_ARG, "nnodes %d is outside 0..%d", nodes, ranks);
    for (int node = 0; node < nodes; node++) {
        int least = node > 0 ? ends[node - 1] : 0;

        if (ends[node] < least)
            return note(MPI_ERR_ARG, "index[%d] is %d, less than %d%s", node, ends[node], least,
                        node > 0 ? ", the entry before" : "");
    }
    if (nodes > 0 && ends[nodes - 1] > 0 && edges == NULL)
        return note(MPI_ERR_ARG, "edges is NULL");
    for (; nodes > 0 && edge < ends[nodes - 1]; edge++)
        if (edges[edge] < 0 || edges[edge] >= nodes)
            return note(MPI_ERR_ARG, "edges[%d] is %d, outside 0..%d", edge, edges[edge],
                        nodes - 1);
    return MPI_SUCCESS;
}

void graph_list_edges(void *const shapes[], int nodes, struct edges *edges)
{
    const struct graph_plan *plan = shapes[0];
    int edge = 0;

    for (int node = 0; node < nodes; node++)
        for (; edge < plan->ends[node]; edge++)
            edges_add(edges, node, plan->edges[edge], 1);
}

struct graph *graph_create(int nodes, const int ends[], const int edges[], int references)
{
    size_t ends_bytes = (size_t)nodes * sizeof *ends;
    size_t edges_bytes = nodes > 0 ? (size_t)ends[nodes - 1] * sizeof *edges : 0;
    struct graph *graph = memory_take(sizeof *graph + ends_bytes + edges_bytes);

    if (graph == NULL) {
        note(MPI_ERR_NO_MEM, "no memory for a graph of %d nodes", nodes);
        return NULL;
    }
    store_relaxed(&graph->references, references);
    graph->nodes = nodes;
    graph->edges = graph->ends + nodes;
    if (nodes > 0)
        memcpy(graph->ends, ends, ends_bytes);
    if (edges_bytes > 0)
        memcpy(graph->ends + nodes, edges, edges_bytes);
    return graph;
}

void graph_drop(struct graph *graph)
{
    if (graph != NULL && fetch_sub_acq_rel(&graph->references, 1) == 1) /* edge graph.references */
        memory_give(graph);
}
