/* SPDX-License-Identifier: MIT */
/* Graphs of processes: what was named is told again, in its order, with its weights. */
/* ranks: 1 2 5 12 */
#include <stdlib.h>

#include "check.h"

enum { NODES_MAX = 64, DEGREE_MAX = 5, EDGES_MAX = NODES_MAX * DEGREE_MAX };

/* Numbers that are the same at all ranks, whatever the machine. */
static unsigned random_state;

static int random_below(int limit)
{
    random_state = random_state * 1103515245u + 12345u;
    return (int)(random_state / 65536u % (unsigned)limit);
}

/* ---- graphs that all name ------------------------------------------------------------------ */

struct graph {
    int nodes;
    int index[NODES_MAX];
    int edges[EDGES_MAX];
};

static int degree_of(const struct graph *graph, int node)
{
    return graph->index[node] - (node > 0 ? graph->index[node - 1] : 0);
}

static void graph_is_told_as_it_was_given(MPI_Comm comm, const struct graph *graph)
{
    int nodes = -1, edges = -1, status = -1, count, node, i;
    int index[NODES_MAX], list[EDGES_MAX + 1], neighbors[EDGES_MAX + 1];

    check_ok(MPI_Topo_test(comm, &status));
    check_equal(status, MPI_GRAPH);
    check_ok(MPI_Graphdims_get(comm, &nodes, &edges));
    check_equal(nodes, graph->nodes);
    check_equal(edges, graph->index[graph->nodes - 1]);
    check_ok(MPI_Graph_get(comm, graph->nodes, EDGES_MAX, index, list));
    check(memcmp(index, graph->index, (size_t)graph->nodes * sizeof *index) == 0);
    check(memcmp(list, graph->edges, (size_t)edges * sizeof *list) == 0);
    for (node = 0; node < graph->nodes; node++) {
        const int *expected = graph->edges + (node > 0 ? graph->index[node - 1] : 0);

        count = -1;
        check_ok(MPI_Graph_neighbors_count(comm, node, &count));
        check_equal(count, degree_of(graph, node));
        check_ok(MPI_Graph_neighbors(comm, node, EDGES_MAX, neighbors));
        for (i = 0; i < count; i++)
            check_equal(neighbors[i], expected[i]);
    }
}

static void check_graph(const struct graph *graph, int reorder)
{
    MPI_Comm comm = MPI_COMM_WORLD, dup;
    int rank, size;

    check_ok(MPI_Graph_create(MPI_COMM_WORLD, graph->nodes, graph->index, graph->edges, reorder,
                              &comm));
    if (comm == MPI_COMM_NULL) {
        check(check_rank >= graph->nodes);
        return;
    }
    MPI_Comm_size(comm, &size);
    check_equal(size, graph->nodes);
    MPI_Comm_rank(comm, &rank);
    check(reorder || rank == check_rank);
    graph_is_told_as_it_was_given(comm, graph);
    check_ok(MPI_Comm_dup(comm, &dup));
    check_ok(MPI_Comm_free(&comm));
    graph_is_told_as_it_was_given(dup, graph);
    check_ok(MPI_Comm_free(&dup));
}

/* The example of the standard, and of the lectures: for four processes. */
static void the_standards_graph_is_told_again(void)
{
    static const struct graph graph = {4, {2, 3, 4, 6}, {1, 3, 0, 3, 0, 2}};
    static const struct graph multiple = {4, {3, 5, 6, 9}, {1, 1, 3, 0, 0, 3, 0, 2, 2}};

    if (check_size < 4)
        return;
    check_graph(&graph, 0);
    check_graph(&multiple, 0);
}

static void random_graphs_are_told_again(void)
{
    static struct graph graph;
    int round, node, i;

    random_state = 1;
    for (round = 0; round < 30; round++) {
        memset(&graph, 0, sizeof graph);
        graph.nodes = 1 + random_below(check_size < NODES_MAX ? check_size : NODES_MAX);
        for (node = 0; node < graph.nodes; node++) {
            int first = node > 0 ? graph.index[node - 1] : 0;

            graph.index[node] = first + random_below(DEGREE_MAX + 1);
            for (i = first; i < graph.index[node]; i++)
                graph.edges[i] = random_below(graph.nodes);
        }
        check_graph(&graph, round % 2);
    }
}

static void a_graph_without_nodes_has_no_members(void)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int none[1] = {0};

    check_ok(MPI_Graph_create(MPI_COMM_WORLD, 0, none, none, 0, &comm));
    check(comm == MPI_COMM_NULL);
}

static void edges_of_a_node_to_itself_are_edges(void)
{
    static const struct graph graph = {1, {3}, {0, 0, 0}};

    check_graph(&graph, 0);
}

/* A ring by graph: every message goes to the second neighbour and comes from the first. */
static void neighbours_of_a_graph_exchange(void)
{
    int index[NODES_MAX], edges[2 * NODES_MAX], neighbors[2], nodes, i, rank, got = -1;
    MPI_Comm ring;

    nodes = check_size < NODES_MAX ? check_size : NODES_MAX;
    for (i = 0; i < nodes; i++) {
        index[i] = 2 * (i + 1);
        edges[2 * i] = (i + nodes - 1) % nodes;
        edges[2 * i + 1] = (i + 1) % nodes;
    }
    check_ok(MPI_Graph_create(MPI_COMM_WORLD, nodes, index, edges, 1, &ring));
    if (ring == MPI_COMM_NULL)
        return;
    MPI_Comm_rank(ring, &rank);
    check_ok(MPI_Graph_neighbors(ring, rank, 2, neighbors));
    check_ok(MPI_Sendrecv(&rank, 1, MPI_INT, neighbors[1], 3, &got, 1, MPI_INT, neighbors[0], 3,
                          ring, MPI_STATUS_IGNORE));
    check_equal(got, (rank + nodes - 1) % nodes);
    MPI_Comm_free(&ring);
}

static void a_map_leaves_out_who_has_no_place(void)
{
    int index[1] = {1}, edges[1] = {0}, dims[1], periods[1] = {0}, rank = -7;

    check_ok(MPI_Graph_map(MPI_COMM_WORLD, 1, index, edges, &rank));
    check(check_size == 1 ? rank == 0 : rank == 0 || rank == MPI_UNDEFINED);
    dims[0] = check_size;
    check_ok(MPI_Cart_map(MPI_COMM_WORLD, 1, dims, periods, &rank));
    check(rank >= 0 && rank < check_size);
    dims[0] = 1;
    check_ok(MPI_Cart_map(MPI_COMM_WORLD, 1, dims, periods, &rank));
    check(rank == 0 || rank == MPI_UNDEFINED);
}

/* ---- distributed graphs -------------------------------------------------------------------- */

struct edge {
    int source, destination, weight;
};

static struct edge all_edges[EDGES_MAX];
static int edge_count;

static void draw_edges(void)
{
    int i;

    edge_count = random_below(3 * check_size < EDGES_MAX ? 3 * check_size : EDGES_MAX);
    for (i = 0; i < edge_count; i++) {
        all_edges[i].source = random_below(check_size);
        all_edges[i].destination = random_below(check_size);
        all_edges[i].weight = random_below(100);
    }
}

static int by_rank_and_weight(const void *left, const void *right)
{
    const int *one = left, *other = right;

    if (one[0] != other[0])
        return one[0] < other[0] ? -1 : 1;
    return (one[1] > other[1]) - (one[1] < other[1]);
}

/* What a member is told of one side, against the model: the same edges, in whatever order. */
static void same_edges(int is_source_side, int count, const int ranks[], const int weights[],
                       int is_weighted)
{
    static int told[EDGES_MAX][2], expected[EDGES_MAX][2];
    int i, n = 0;

    for (i = 0; i < edge_count; i++) {
        const struct edge *edge = &all_edges[i];

        if ((is_source_side ? edge->destination : edge->source) != check_rank)
            continue;
        expected[n][0] = is_source_side ? edge->source : edge->destination;
        expected[n++][1] = is_weighted ? edge->weight : 0;
    }
    check_equal(count, n);
    if (count != n)
        return;
    for (i = 0; i < n; i++) {
        told[i][0] = ranks[i];
        told[i][1] = is_weighted ? weights[i] : 0;
    }
    qsort(told, (size_t)n, sizeof *told, by_rank_and_weight);
    qsort(expected, (size_t)n, sizeof *expected, by_rank_and_weight);
    check(n == 0 || memcmp(told, expected, (size_t)n * sizeof *told) == 0);
}

static void dist_graph_is_told(MPI_Comm comm, int is_weighted)
{
    static int sources[EDGES_MAX + 1], in_weights[EDGES_MAX + 1];
    static int destinations[EDGES_MAX + 1], out_weights[EDGES_MAX + 1], again[EDGES_MAX + 1];
    int in = -1, out = -1, weighted = -1, status = -1, i;

    check_ok(MPI_Topo_test(comm, &status));
    check_equal(status, MPI_DIST_GRAPH);
    check_ok(MPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted));
    check_equal(weighted != 0, is_weighted);
    for (i = 0; i <= EDGES_MAX; i++)
        in_weights[i] = out_weights[i] = again[i] = -7;
    check_ok(MPI_Dist_graph_neighbors(comm, in, sources, is_weighted ? in_weights : MPI_UNWEIGHTED,
                                      out, destinations,
                                      is_weighted ? out_weights : MPI_UNWEIGHTED));
    same_edges(1, in, sources, in_weights, is_weighted);
    same_edges(0, out, destinations, out_weights, is_weighted);
    /* The first of them, when there is no room for all; and the same order. */
#ifndef MPICH_VERSION /* 4.0 wants room for all */
    check_ok(MPI_Dist_graph_neighbors(comm, in / 2, again, MPI_UNWEIGHTED, 0, destinations,
                                      MPI_UNWEIGHTED));
    check(in / 2 == 0 || memcmp(again, sources, (size_t)(in / 2) * sizeof *again) == 0);
    check_equal(again[in / 2], -7);
#endif
}

static void check_dist_graph(MPI_Comm comm, int is_weighted)
{
    MPI_Comm dup;
    int rank, size;

    MPI_Comm_rank(comm, &rank);
    check_equal(rank, check_rank);
    MPI_Comm_size(comm, &size);
    check_equal(size, check_size);
    dist_graph_is_told(comm, is_weighted);
    check_ok(MPI_Comm_dup(comm, &dup));
    MPI_Comm_free(&comm);
    dist_graph_is_told(dup, is_weighted);
    MPI_Comm_free(&dup);
}

/* Each edge is named by one rank, which need not be at one of its ends. */
static void edges_that_anyone_names_reach_their_ends(void)
{
    static int sources[EDGES_MAX + 1], degrees[EDGES_MAX + 1], destinations[EDGES_MAX + 1];
    static int weights[EDGES_MAX + 1];
    int round, i, n;
    MPI_Comm comm;

    random_state = 2;
    for (round = 0; round < 30; round++) {
        int is_weighted = round % 2;

        draw_edges();
        for (i = 0, n = 0; i < edge_count; i++) {
            if (random_below(check_size) != check_rank)
                continue;
            sources[n] = all_edges[i].source;
            degrees[n] = 1;
            destinations[n] = all_edges[i].destination;
            weights[n++] = all_edges[i].weight;
        }
        check_ok(MPI_Dist_graph_create(MPI_COMM_WORLD, n, sources, degrees, destinations,
                                       !is_weighted ? MPI_UNWEIGHTED
                                       : n == 0     ? MPI_WEIGHTS_EMPTY
                                                    : weights,
                                       MPI_INFO_NULL, 0, &comm));
        check_dist_graph(comm, is_weighted);
    }
}

/* One rank names all edges, those of a node together. */
static void one_rank_may_name_all_edges(void)
{
    static int sources[NODES_MAX], degrees[NODES_MAX], destinations[EDGES_MAX + 1];
    static int weights[EDGES_MAX + 1];
    int i, node, n = 0, nodes = 0;
    MPI_Comm comm;
    MPI_Info info;

    if (check_size > NODES_MAX)
        return;
    random_state = 3;
    draw_edges();
    if (check_rank == check_size / 2) {
        for (node = check_size - 1; node >= 0; node--, nodes++) {
            sources[nodes] = node;
            degrees[nodes] = 0;
            for (i = 0; i < edge_count; i++) {
                if (all_edges[i].source != node)
                    continue;
                degrees[nodes]++;
                destinations[n] = all_edges[i].destination;
                weights[n++] = all_edges[i].weight;
            }
        }
    }
    MPI_Info_create(&info);
    MPI_Info_set(info, "quality", "high");
    check_ok(MPI_Dist_graph_create(MPI_COMM_WORLD, nodes, sources, degrees, destinations,
                                   n == 0 ? MPI_WEIGHTS_EMPTY : weights, info, 0, &comm));
    MPI_Info_free(&info);
    check_dist_graph(comm, 1);
}

static void edges_named_at_both_ends_keep_their_order(void)
{
    static int sources[EDGES_MAX + 1], in_weights[EDGES_MAX + 1], told[EDGES_MAX + 1];
    static int destinations[EDGES_MAX + 1], out_weights[EDGES_MAX + 1], told_out[EDGES_MAX + 1];
    static int told_weights[EDGES_MAX + 1];
    int round, i, in, out;
    MPI_Comm comm;

    random_state = 4;
    for (round = 0; round < 30; round++) {
        int is_weighted = round % 2;

        draw_edges();
        for (i = 0, in = 0, out = 0; i < edge_count; i++) {
            if (all_edges[i].destination == check_rank) {
                in_weights[in] = all_edges[i].weight;
                sources[in++] = all_edges[i].source;
            }
            if (all_edges[i].source == check_rank) {
                out_weights[out] = all_edges[i].weight;
                destinations[out++] = all_edges[i].destination;
            }
        }
        check_ok(MPI_Dist_graph_create_adjacent(
            MPI_COMM_WORLD, in, sources,
            !is_weighted ? MPI_UNWEIGHTED : in == 0 ? MPI_WEIGHTS_EMPTY : in_weights, out,
            destinations,
            !is_weighted ? MPI_UNWEIGHTED : out == 0 ? MPI_WEIGHTS_EMPTY : out_weights,
            MPI_INFO_NULL, 0, &comm));
        check_ok(MPI_Dist_graph_neighbors(comm, in, told, MPI_UNWEIGHTED, out, told_out,
                                          is_weighted ? told_weights : MPI_UNWEIGHTED));
        check(in == 0 || memcmp(told, sources, (size_t)in * sizeof *told) == 0);
        check(out == 0 || memcmp(told_out, destinations, (size_t)out * sizeof *told_out) == 0);
        check(!is_weighted || out == 0 ||
              memcmp(told_weights, out_weights, (size_t)out * sizeof *told_weights) == 0);
        check_dist_graph(comm, is_weighted);
    }
}

static void a_graph_without_edges_is_a_graph(void)
{
    int in = -1, out = -1, weighted = -1;
    MPI_Comm comm;

    check_ok(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, NULL, MPI_WEIGHTS_EMPTY, 0, NULL,
                                            MPI_WEIGHTS_EMPTY, MPI_INFO_NULL, 0, &comm));
    check_ok(MPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted));
    check_equal(in, 0);
    check_equal(out, 0);
    check(weighted);
    MPI_Comm_free(&comm);
    check_ok(MPI_Dist_graph_create(MPI_COMM_WORLD, 0, NULL, NULL, NULL, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &comm));
    check_ok(MPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted));
    check_equal(in + out, 0);
    check(!weighted);
    MPI_Comm_free(&comm);
}

/* ---- what has no graph --------------------------------------------------------------------- */

static void topo_test_tells_them_apart(void)
{
    int status = -1, dims[1] = {1}, periods[1] = {0};
    MPI_Comm comm, split;

    check_ok(MPI_Topo_test(MPI_COMM_WORLD, &status));
    check_equal(status, MPI_UNDEFINED);
    check_ok(MPI_Topo_test(MPI_COMM_SELF, &status));
    check_equal(status, MPI_UNDEFINED);
    MPI_Cart_create(MPI_COMM_SELF, 1, dims, periods, 0, &comm);
    check_ok(MPI_Topo_test(comm, &status));
    check_equal(status, MPI_CART);
    MPI_Comm_split(comm, 0, 0, &split); /* no duplicate: it has none */
    check_ok(MPI_Topo_test(split, &status));
    check_equal(status, MPI_UNDEFINED);
    MPI_Comm_free(&split);
    MPI_Comm_free(&comm);
}

CASES(the_standards_graph_is_told_again, random_graphs_are_told_again,
      a_graph_without_nodes_has_no_members, edges_of_a_node_to_itself_are_edges,
      neighbours_of_a_graph_exchange, a_map_leaves_out_who_has_no_place,
      edges_that_anyone_names_reach_their_ends, one_rank_may_name_all_edges,
      edges_named_at_both_ends_keep_their_order, a_graph_without_edges_is_a_graph,
      topo_test_tells_them_apart)
