/* SPDX-License-Identifier: MIT */
#include "topo/dist_graph.h"

#include <heddle/criterion.h>

#include "base/knob.h"
#include "comm/make.h"
#include "topo/cart.h"
#include "topo/graph.h"
#include "topo/neighbors.h"

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
static int name_edges_of_others(void *argument)
{
    struct rank *self = rank_self();
    struct comm *comm = self->comm_world;
    int size = comm_size(comm), rank = comm->rank;
    const int sources[] = {(rank + 1) % size, rank}, degrees[] = {1, 2};
    const int destinations[] = {(rank + 2) % size, rank, rank}, weights[] = {100 + rank, 7, 8};
    const struct edge_list list = {2, sources, degrees, destinations, weights, true};
    struct dist_graph *graph;
    int from_before = 0;

    (void)argument;
    cr_assert(dist_graph_collect(comm, &list, &graph) == MPI_SUCCESS);
    cr_assert(graph->is_weighted);
    cr_assert(graph->sources.degree == 3);
    cr_assert(graph->destinations.degree == 3);
    for (int i = 0; i < graph->sources.degree; i++) {
        if (graph->sources.ranks[i] == rank)
            continue;
        from_before++;
        cr_assert(graph->sources.ranks[i] == (rank + size - 1) % size);
        cr_assert(graph->sources.weights[i] == 100 + (rank + size - 2) % size);
    }
    cr_assert(from_before == 1);
    dist_graph_drop(graph);
    return 0;
}

Test(dist_graph, edges_that_others_name_arrive)
{
    MPI_Run(RANKS, name_edges_of_others, NULL, .forbids_leaks = 1);
    knobs.processors = RANKS;
    MPI_Run(RANKS, name_edges_of_others, NULL, .forbids_leaks = 1);
}

MPI_TestCase(dist_graph, lists_must_agree_about_weights, .ranks = RANKS, .forbids_leaks = 1)
{
    struct rank *self = rank_self();
    const struct edge_list list = {.is_weighted = self->world_rank == 0};
    struct dist_graph *const untouched = (void *)self;
    struct dist_graph *graph = untouched;

    cr_assert(dist_graph_collect(self->comm_world, &list, &graph) == MPI_ERR_ARG);
    cr_assert(graph == untouched);
}

/* A ring; the last rank is told to name its edges as the other case. */
struct ring_case {
    bool is_unweighted_last;
    int last_source;
    int expected;
};

static int name_a_ring(void *argument)
{
    struct rank *self = rank_self();
    const struct ring_case *ring = argument;
    struct comm *comm = self->comm_world;
    bool is_last = comm->rank == comm_size(comm) - 1;
    struct dist_graph *graph = dist_graph_create(1, 1, !(is_last && ring->is_unweighted_last));

    graph->sources.ranks[0] = is_last ? ring->last_source : (comm->rank + RANKS - 1) % RANKS;
    graph->destinations.ranks[0] = (comm->rank + 1) % RANKS;
    cr_assert(dist_graph_agree(comm, graph) == ring->expected);
    dist_graph_drop(graph);
    return 0;
}

Test(dist_graph, both_ends_must_know_an_edge)
{
    struct ring_case cases[] = {{false, RANKS - 2, MPI_SUCCESS},
                                {false, RANKS - 3, MPI_ERR_ARG},
                                {true, RANKS - 2, MPI_ERR_ARG}};

    for (size_t i = 0; i < ARRAY_LENGTH(cases); i++)
        MPI_Run(RANKS, name_a_ring, &cases[i], .forbids_leaks = 1);
}

/* ---- neighbours of any topology ------------------------------------------------------------- */

static void expect_neighbours(struct comm *comm, int in, int out, const int sources[],
                              const int destinations[])
{
    int indegree, outdegree, from[8], to[8];

    cr_assert(neighbors_count(comm, &indegree, &outdegree) == MPI_SUCCESS);
    cr_assert(indegree == in);
    cr_assert(outdegree == out);
    neighbors_list(comm, from, to);
    for (int i = 0; i < in; i++)
        cr_assert(from[i] == sources[i], "%d", from[i]);
    for (int i = 0; i < out; i++)
        cr_assert(to[i] == destinations[i], "%d", to[i]);
}

static struct comm *world_with(struct rank *self, const struct topology_class *class, void *shape)
{
    struct comm *comm;

    cr_assert(comm_dup(self->comm_world, NULL, &comm) == MPI_SUCCESS);
    cr_assert(comm_set_topology(comm, class, shape) == MPI_SUCCESS);
    return comm;
}

MPI_TestCase(neighbours, of_all_topologies_come_in_the_order_of_buffers,
             .ranks = 2, .forbids_leaks = 1)
{
    struct rank *self = rank_self();
    const int before = self->world_rank == 0 ? 1 : 0, after = 1 - self->world_rank;
    const int open = self->world_rank == 0 ? MPI_PROC_NULL : before;
    struct dist_graph *dist_graph = dist_graph_create(1, 2, false);
    struct cart *cart;
    struct comm *comm;
    int ignored;

    cr_assert(neighbors_count(self->comm_world, &ignored, &ignored) == MPI_ERR_TOPOLOGY);
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
