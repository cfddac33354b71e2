/* SPDX-License-Identifier: MIT */
#include "topo/dist_graph.h"

#include "../harness/ranks.h"
#include "comm/make.h"
#include "topo/cart.h"
#include "topo/graph.h"
#include "topo/neighbours.h"

enum { RANKS = 6 };

Test(dist_graph, has_room_for_its_edges)
{
    struct dist_graph *graph = dist_graph_create(2, 3, true);

    for (int i = 0; i < 2; i++)
        graph->sources.ranks[i] = graph->sources.weights[i] = i;
    for (int i = 0; i < 3; i++)
        graph->destinations.ranks[i] = graph->destinations.weights[i] = 10 + i;
    cr_assert_eq(graph->sources.ranks[1], 1);
    cr_assert_eq(graph->sources.weights[1], 1);
    cr_assert_eq(graph->destinations.ranks[0], 10);
    dist_graph_class.hold(graph);
    dist_graph_drop(graph);
    cr_assert_eq(graph->destinations.weights[2], 12);
    dist_graph_class.drop(graph);
    dist_graph_drop(NULL);

    graph = dist_graph_create(0, 0, false);
    cr_assert_null(graph->sources.weights);
    dist_graph_drop(graph);
}

/* Each names the edge that ends two ranks ahead, and one to itself. */
static void name_edges_of_others(struct rank *self, void *argument)
{
    struct comm *comm = self->comm_world;
    int size = comm_size(comm), rank = comm->rank;
    const int sources[] = {(rank + 1) % size, rank}, degrees[] = {1, 2};
    const int destinations[] = {(rank + 2) % size, rank, rank}, weights[] = {100 + rank, 7, 8};
    const struct edge_list list = {2, sources, degrees, destinations, weights, true};
    struct dist_graph *graph;
    int from_before = 0;

    (void)argument;
    expect(dist_graph_collect(comm, &list, &graph) == MPI_SUCCESS);
    expect(graph->is_weighted);
    expect(graph->sources.degree == 3);
    expect(graph->destinations.degree == 3);
    for (int i = 0; i < graph->sources.degree; i++) {
        if (graph->sources.ranks[i] == rank)
            continue;
        from_before++;
        expect(graph->sources.ranks[i] == (rank + size - 1) % size);
        expect(graph->sources.weights[i] == 100 + (rank + size - 2) % size);
    }
    expect(from_before == 1);
    dist_graph_drop(graph);
}

Test(dist_graph, edges_that_others_name_arrive)
{
    ranks_run(RANKS, 0, name_edges_of_others, NULL);
    ranks_run(RANKS, RANKS, name_edges_of_others, NULL);
}

static void name_no_edges(struct rank *self, void *argument)
{
    const struct edge_list list = {.is_weighted = self->world_rank == 0};
    struct dist_graph *graph = argument;

    expect(dist_graph_collect(self->comm_world, &list, &graph) == MPI_ERR_ARG);
    expect(graph == argument);
}

Test(dist_graph, lists_must_agree_about_weights)
{
    ranks_run(RANKS, 0, name_no_edges, NULL);
}

/* A ring; the last rank is told to name its edges as the other case. */
struct ring_case {
    bool is_unweighted_last;
    int last_source;
    int expected;
};

static void name_a_ring(struct rank *self, void *argument)
{
    const struct ring_case *ring = argument;
    struct comm *comm = self->comm_world;
    bool is_last = comm->rank == comm_size(comm) - 1;
    struct dist_graph *graph = dist_graph_create(1, 1, !(is_last && ring->is_unweighted_last));

    graph->sources.ranks[0] = is_last ? ring->last_source : (comm->rank + RANKS - 1) % RANKS;
    graph->destinations.ranks[0] = (comm->rank + 1) % RANKS;
    expect(dist_graph_agree(comm, graph) == ring->expected);
    dist_graph_drop(graph);
}

Test(dist_graph, both_ends_must_know_an_edge)
{
    ranks_run(RANKS, 0, name_a_ring, &(struct ring_case){false, RANKS - 2, MPI_SUCCESS});
    ranks_run(RANKS, 0, name_a_ring, &(struct ring_case){false, RANKS - 3, MPI_ERR_ARG});
    ranks_run(RANKS, 0, name_a_ring, &(struct ring_case){true, RANKS - 2, MPI_ERR_ARG});
}

/* ---- neighbours of any topology ------------------------------------------------------------- */

static void expect_neighbours(struct comm *comm, int in, int out, const int sources[],
                              const int destinations[])
{
    int indegree, outdegree, from[8], to[8];

    expect(neighbours_count(comm, &indegree, &outdegree) == MPI_SUCCESS);
    expect(indegree == in);
    expect(outdegree == out);
    neighbours_list(comm, from, to);
    for (int i = 0; i < in; i++)
        expect(from[i] == sources[i], "%d", from[i]);
    for (int i = 0; i < out; i++)
        expect(to[i] == destinations[i], "%d", to[i]);
}

static struct comm *world_with(struct rank *self, const struct topology_class *class, void *shape)
{
    struct comm *comm;

    expect(comm_dup(self->comm_world, NULL, &comm) == MPI_SUCCESS);
    expect(comm_set_topology(comm, class, shape) == MPI_SUCCESS);
    return comm;
}

static void look_around(struct rank *self, void *argument)
{
    const int before = self->world_rank == 0 ? 1 : 0, after = 1 - self->world_rank;
    const int open = self->world_rank == 0 ? MPI_PROC_NULL : before;
    struct dist_graph *dist_graph = dist_graph_create(1, 2, false);
    struct cart *cart;
    struct comm *comm;
    int ignored;

    (void)argument;
    expect(neighbours_count(self->comm_world, &ignored, &ignored) == MPI_ERR_TOPOLOGY);
    cart_create(2, 2, (int[]){2, 1}, (int[]){0, 1}, &cart);
    comm = world_with(self, &cart_class, cart);
    expect_neighbours(comm, 4, 4,
                      (int[]){open, self->world_rank == 0 ? 1 : MPI_PROC_NULL, self->world_rank,
                              self->world_rank},
                      (int[]){open, self->world_rank == 0 ? 1 : MPI_PROC_NULL, self->world_rank,
                              self->world_rank});
    comm_free(comm);
    comm = world_with(self, &graph_class, graph_create(2, (int[]){1, 3}, (int[]){1, 0, 1}, 1));
    if (self->world_rank == 0)
        expect_neighbours(comm, 1, 1, (int[]){1}, (int[]){1});
    else
        expect_neighbours(comm, 2, 2, (int[]){0, 1}, (int[]){0, 1});
    comm_free(comm);
    dist_graph->sources.ranks[0] = after;
    dist_graph->destinations.ranks[0] = self->world_rank;
    dist_graph->destinations.ranks[1] = after;
    comm = world_with(self, &dist_graph_class, dist_graph);
    expect_neighbours(comm, 1, 2, (int[]){after}, (int[]){self->world_rank, after});
    comm_free(comm);
}

Test(neighbours, of_all_topologies_come_in_the_order_of_buffers)
{
    ranks_run(2, 0, look_around, NULL);
}
