/* SPDX-License-Identifier: MIT */
#include "topo/neighbors.h"

#include <string.h>

#include "base/note.h"
#include "topo/cart.h"
#include "topo/dist_graph.h"
#include "topo/graph.h"

int neighbors_count(const struct comm *comm, int *indegree, int *outdegree)
{
    const struct cart *cart = comm_topology(comm, &cart_class);
    const struct graph *graph = comm_topology(comm, &graph_class);
    const struct dist_graph *dist_graph = comm_topology(comm, &dist_graph_class);

    if (cart != NULL) {
        *indegree = *outdegree = 2 * cart->ndims;
    } else if (graph != NULL) {
        graph_neighbors(graph, comm->rank, indegree);
        *outdegree = *indegree;
    } else if (dist_graph != NULL) {
        *indegree = dist_graph->sources.degree;
        *outdegree = dist_graph->destinations.degree;
    } else {
        return note(MPI_ERR_TOPOLOGY, "comm has no topology");
    }
    return MPI_SUCCESS;
}

static void list_cart(const struct cart *cart, int rank, int neighbors[])
{
    for (int i = 0; i < cart->ndims; i++)
        cart_shift(cart, rank, i, 1, &neighbors[2 * i], &neighbors[2 * i + 1]);
}

static void copy_ranks(int to[], const int from[], int count)
{
    if (count > 0)
        memcpy(to, from, (size_t)count * sizeof *to);
}

void neighbors_list(const struct comm *comm, int sources[], int destinations[])
{
    const struct cart *cart = comm_topology(comm, &cart_class);
    const struct graph *graph = comm_topology(comm, &graph_class);
    const struct dist_graph *dist_graph = comm_topology(comm, &dist_graph_class);

    if (cart != NULL) {
        list_cart(cart, comm->rank, sources);
        list_cart(cart, comm->rank, destinations);
    } else if (graph != NULL) {
        int count;
        const int *neighbors = graph_neighbors(graph, comm->rank, &count);

        copy_ranks(sources, neighbors, count);
        copy_ranks(destinations, neighbors, count);
    } else if (dist_graph != NULL) {
        copy_ranks(sources, dist_graph->sources.ranks, dist_graph->sources.degree);
        copy_ranks(destinations, dist_graph->destinations.ranks, dist_graph->destinations.degree);
    }
}
