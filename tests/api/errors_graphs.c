/* SPDX-License-Identifier: MIT */
/* Wrong arguments of calls on graphs. */
/* mpich: no    4.0 has other classes, and looks at no edges */
#include "check.h"

static void graphs_check_their_arguments(void)
{
    int index[2] = {1, 0}, edges[2] = {0, 0}, rank = 7;
    MPI_Comm graph = MPI_COMM_WORLD;

    errors_return();
    check_class(MPI_Graph_create(MPI_COMM_NULL, 1, index, edges, 0, &graph), MPI_ERR_COMM);
    check_class(MPI_Graph_create(MPI_COMM_WORLD, -1, index, edges, 0, &graph), MPI_ERR_ARG);
    check_class(MPI_Graph_create(MPI_COMM_WORLD, check_size + 1, index, edges, 0, &graph),
                MPI_ERR_ARG);
    check_class(MPI_Graph_create(MPI_COMM_WORLD, 1, NULL, edges, 0, &graph), MPI_ERR_ARG);
    check_class(MPI_Graph_create(MPI_COMM_WORLD, 1, index, NULL, 0, &graph), MPI_ERR_ARG);
    check_class(MPI_Graph_create(MPI_COMM_WORLD, 1, index, edges, 0, NULL), MPI_ERR_ARG);
    if (check_size > 1)
        check_class(MPI_Graph_create(MPI_COMM_WORLD, 2, index, edges, 0, &graph), MPI_ERR_ARG);
    edges[0] = 1; /* is in the group, and no node */
    check_class(MPI_Graph_create(MPI_COMM_WORLD, 1, index, edges, 0, &graph), MPI_ERR_ARG);
    edges[0] = -1;
    check_class(MPI_Graph_create(MPI_COMM_WORLD, 1, index, edges, 0, &graph), MPI_ERR_ARG);
    check_class(MPI_Graph_map(MPI_COMM_WORLD, 1, index, edges, &rank), MPI_ERR_ARG);
    check_class(MPI_Graph_map(MPI_COMM_WORLD, -1, index, edges, &rank), MPI_ERR_ARG);
    index[0] = -1;
    check_class(MPI_Graph_create(MPI_COMM_WORLD, 1, index, edges, 0, &graph), MPI_ERR_ARG);
    check_class(MPI_Graph_map(MPI_COMM_WORLD, 1, index, edges, NULL), MPI_ERR_ARG);
    check(graph == MPI_COMM_WORLD);
    check_equal(rank, 7);
}

static void questions_about_graphs_check_their_arguments(void)
{
    int index[1] = {2}, edges[2] = {0, 0}, value = 7, list[2] = {7, 7};
    MPI_Comm graph = MPI_COMM_NULL;

    check_ok(MPI_Graph_create(MPI_COMM_SELF, 1, index, edges, 0, &graph));
    MPI_Comm_set_errhandler(graph, MPI_ERRORS_RETURN);
    check_class(MPI_Graph_neighbors_count(graph, 1, &value), MPI_ERR_RANK);
    check_class(MPI_Graph_neighbors_count(graph, -1, &value), MPI_ERR_RANK);
    check_class(MPI_Graph_neighbors_count(graph, 0, NULL), MPI_ERR_ARG);
    check_class(MPI_Graph_neighbors(graph, 1, 2, list), MPI_ERR_RANK);
    check_class(MPI_Graph_neighbors(graph, 0, 1, list), MPI_ERR_ARG);
    check_class(MPI_Graph_neighbors(graph, 0, -1, list), MPI_ERR_ARG);
    check_class(MPI_Graph_neighbors(graph, 0, 2, NULL), MPI_ERR_ARG);
    check_class(MPI_Graph_get(graph, 0, 2, list, list), MPI_ERR_ARG);
    check_class(MPI_Graph_get(graph, 1, 1, list, list), MPI_ERR_ARG);
    check_class(MPI_Graph_get(graph, 1, 2, NULL, list), MPI_ERR_ARG);
    check_class(MPI_Graphdims_get(graph, NULL, &value), MPI_ERR_ARG);
    check_class(MPI_Graphdims_get(graph, &value, NULL), MPI_ERR_ARG);
    check_class(MPI_Topo_test(graph, NULL), MPI_ERR_ARG);
    check_class(MPI_Topo_test(MPI_COMM_NULL, &value), MPI_ERR_COMM);
    check_equal(value, 7);
    check_equal(list[0], 7);
    check_class(MPI_Cartdim_get(graph, &value), MPI_ERR_TOPOLOGY);
    check_class(MPI_Dist_graph_neighbors_count(graph, &value, &value, &value), MPI_ERR_TOPOLOGY);
    MPI_Comm_free(&graph);
}

static void what_is_no_graph_has_no_neighbours(void)
{
    int value, list[2];

    check_class(MPI_Graphdims_get(MPI_COMM_WORLD, &value, &value), MPI_ERR_TOPOLOGY);
    check_class(MPI_Graph_get(MPI_COMM_WORLD, 2, 2, list, list), MPI_ERR_TOPOLOGY);
    check_class(MPI_Graph_neighbors(MPI_COMM_WORLD, 0, 2, list), MPI_ERR_TOPOLOGY);
    check_class(MPI_Graph_neighbors_count(MPI_COMM_WORLD, 0, &value), MPI_ERR_TOPOLOGY);
    check_class(MPI_Dist_graph_neighbors_count(MPI_COMM_WORLD, &value, &value, &value),
                MPI_ERR_TOPOLOGY);
    check_class(MPI_Dist_graph_neighbors(MPI_COMM_WORLD, 1, list, list, 1, list, list),
                MPI_ERR_TOPOLOGY);
    check_class(MPI_Graphdims_get(MPI_COMM_NULL, &value, &value), MPI_ERR_COMM);
}

static int create_adjacent(int indegree, const int sources[], const int *in_weights,
                           int outdegree, const int destinations[], const int *out_weights)
{
    MPI_Comm graph = MPI_COMM_WORLD;
    int code = MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, indegree, sources, in_weights,
                                              outdegree, destinations, out_weights, MPI_INFO_NULL,
                                              0, &graph);

    check(graph == MPI_COMM_WORLD || code == MPI_SUCCESS);
    if (graph != MPI_COMM_WORLD)
        MPI_Comm_free(&graph);
    return code;
}

/* All members make the same mistake, so that none is left waiting. */
static void adjacent_edges_are_checked(void)
{
    int rank[1] = {0}, outside[1] = {0}, weight[1] = {1}, negative[1] = {-1};
    int *unweighted = MPI_UNWEIGHTED, *empty = MPI_WEIGHTS_EMPTY;
    MPI_Comm graph;

    outside[0] = check_size;
    check_class(create_adjacent(-1, rank, unweighted, 0, rank, unweighted), MPI_ERR_ARG);
    check_class(create_adjacent(0, rank, unweighted, -1, rank, unweighted), MPI_ERR_ARG);
    check_class(create_adjacent(1, outside, unweighted, 0, rank, unweighted), MPI_ERR_RANK);
    check_class(create_adjacent(1, negative, unweighted, 0, rank, unweighted), MPI_ERR_RANK);
    check_class(create_adjacent(0, rank, unweighted, 1, outside, unweighted), MPI_ERR_RANK);
    check_class(create_adjacent(1, NULL, unweighted, 0, rank, unweighted), MPI_ERR_ARG);
    check_class(create_adjacent(1, rank, negative, 0, rank, weight), MPI_ERR_ARG);
    check_class(create_adjacent(0, rank, weight, 1, rank, negative), MPI_ERR_ARG);
    check_class(create_adjacent(1, rank, empty, 0, rank, weight), MPI_ERR_ARG);
    check_class(create_adjacent(1, rank, NULL, 0, rank, weight), MPI_ERR_ARG);
    check_class(create_adjacent(0, rank, weight, 0, rank, unweighted), MPI_ERR_ARG);
    check_class(MPI_Dist_graph_create_adjacent(MPI_COMM_NULL, 0, rank, weight, 0, rank, weight,
                                               MPI_INFO_NULL, 0, &graph),
                MPI_ERR_COMM);
    check_class(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, rank, weight, 0, rank, weight,
                                               MPI_INFO_NULL, 0, NULL),
                MPI_ERR_ARG);
}

static void an_edge_that_only_one_end_names_is_an_error(void)
{
    int ahead[1], back[1];

    ahead[0] = (check_rank + 1) % check_size;
    back[0] = (check_rank + check_size - 1) % check_size;
    check_class(create_adjacent(1, back, MPI_UNWEIGHTED, 0, ahead, MPI_UNWEIGHTED), MPI_ERR_ARG);
    check_class(create_adjacent(1, back, MPI_UNWEIGHTED, 1, ahead, MPI_UNWEIGHTED), MPI_SUCCESS);
    if (check_size > 2)
        check_class(create_adjacent(1, back, MPI_UNWEIGHTED, 1, back, MPI_UNWEIGHTED), MPI_ERR_ARG);
}

static void members_agree_whether_a_graph_has_weights(void)
{
    int weight[1] = {1}, *here = check_rank == 0 ? weight : MPI_UNWEIGHTED;
    int self[1], degree[1] = {1};
    int expected = check_size == 1 ? MPI_SUCCESS : MPI_ERR_ARG;
    MPI_Comm graph = MPI_COMM_WORLD;

    self[0] = check_rank;
    check_class(create_adjacent(1, self, here, 1, self, here), expected);
    check_class(MPI_Dist_graph_create(MPI_COMM_WORLD, 1, self, degree, self, here, MPI_INFO_NULL, 0,
                                      &graph),
                expected);
    if (graph != MPI_COMM_WORLD)
        MPI_Comm_free(&graph);
}

static int create(int n, const int sources[], const int degrees[], const int destinations[],
                  const int *weights)
{
    MPI_Comm graph;

    return MPI_Dist_graph_create(MPI_COMM_WORLD, n, sources, degrees, destinations, weights,
                                 MPI_INFO_NULL, 0, &graph);
}

static void listed_edges_are_checked(void)
{
    int rank[2] = {0, 0}, one[1] = {1}, two[1] = {2}, outside[1] = {-1}, weights[2] = {1, -1};
    int huge[2] = {0x7fffffff, 1}, *unweighted = MPI_UNWEIGHTED;

    check_class(create(-1, rank, one, rank, unweighted), MPI_ERR_ARG);
    check_class(create(1, outside, one, rank, unweighted), MPI_ERR_RANK);
    check_class(create(1, NULL, one, rank, unweighted), MPI_ERR_ARG);
    check_class(create(1, rank, NULL, rank, unweighted), MPI_ERR_ARG);
    check_class(create(1, rank, outside, rank, unweighted), MPI_ERR_ARG);
    check_class(create(2, rank, huge, rank, unweighted), MPI_ERR_ARG);
    check_class(create(1, rank, one, NULL, unweighted), MPI_ERR_ARG);
    check_class(create(1, rank, one, outside, unweighted), MPI_ERR_RANK);
    check_class(create(1, rank, two, rank, weights), MPI_ERR_ARG);
    check_class(create(1, rank, one, rank, MPI_WEIGHTS_EMPTY), MPI_ERR_ARG);
    check_class(create(1, rank, one, rank, NULL), MPI_ERR_ARG);
}

static void questions_about_distributed_graphs_check_their_arguments(void)
{
    int self[1] = {0}, weight[1] = {5}, value = 7, list[1] = {7};
    MPI_Comm graph;

    check_ok(MPI_Dist_graph_create_adjacent(MPI_COMM_SELF, 1, self, weight, 1, self, weight,
                                            MPI_INFO_NULL, 0, &graph));
    MPI_Comm_set_errhandler(graph, MPI_ERRORS_RETURN);
    check_class(MPI_Dist_graph_neighbors_count(graph, NULL, &value, &value), MPI_ERR_ARG);
    check_class(MPI_Dist_graph_neighbors_count(graph, &value, NULL, &value), MPI_ERR_ARG);
    check_class(MPI_Dist_graph_neighbors_count(graph, &value, &value, NULL), MPI_ERR_ARG);
    check_class(MPI_Dist_graph_neighbors(graph, -1, list, list, 1, list, list), MPI_ERR_ARG);
    check_class(MPI_Dist_graph_neighbors(graph, 1, list, list, -1, list, list), MPI_ERR_ARG);
    check_class(MPI_Dist_graph_neighbors(graph, 1, NULL, list, 1, list, list), MPI_ERR_ARG);
    check_class(MPI_Dist_graph_neighbors(graph, 1, list, NULL, 1, list, list), MPI_ERR_ARG);
    check_class(MPI_Dist_graph_neighbors(graph, 1, list, list, 1, list, MPI_WEIGHTS_EMPTY),
                MPI_ERR_ARG);
    check_equal(value, 7);
    check_equal(list[0], 7);
    check_ok(MPI_Dist_graph_neighbors(graph, 0, NULL, NULL, 1, list, MPI_UNWEIGHTED));
    check_equal(list[0], 0);
    check_class(MPI_Graphdims_get(graph, &value, &value), MPI_ERR_TOPOLOGY);
    MPI_Comm_free(&graph);
}

static void no_topology_goes_on_an_intercommunicator(void)
{
    int dims[1] = {1}, periods[1] = {0}, index[1] = {0}, edges[1] = {0}, value = 7;
    MPI_Comm half, inter, made = MPI_COMM_NULL;

    if (check_size < 2)
        return;
    MPI_Comm_split(MPI_COMM_WORLD, check_rank % 2, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - check_rank % 2, 1, &inter);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    check_class(MPI_Cart_create(inter, 1, dims, periods, 0, &made), MPI_ERR_COMM);
    check_class(MPI_Graph_create(inter, 1, index, edges, 0, &made), MPI_ERR_COMM);
    check_class(MPI_Dist_graph_create(inter, 0, edges, edges, edges, MPI_UNWEIGHTED, MPI_INFO_NULL,
                                      0, &made),
                MPI_ERR_COMM);
    check_class(MPI_Dist_graph_create_adjacent(inter, 0, edges, MPI_UNWEIGHTED, 0, edges,
                                               MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made),
                MPI_ERR_COMM);
    check_class(MPI_Cart_map(inter, 1, dims, periods, &value), MPI_ERR_COMM);
    check_class(MPI_Graph_map(inter, 1, index, edges, &value), MPI_ERR_COMM);
    check(made == MPI_COMM_NULL);
    check_ok(MPI_Topo_test(inter, &value));
    check_equal(value, MPI_UNDEFINED);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

CASES(graphs_check_their_arguments, questions_about_graphs_check_their_arguments,
      what_is_no_graph_has_no_neighbours, adjacent_edges_are_checked,
      an_edge_that_only_one_end_names_is_an_error, members_agree_whether_a_graph_has_weights,
      listed_edges_are_checked, questions_about_distributed_graphs_check_their_arguments,
      no_topology_goes_on_an_intercommunicator)
