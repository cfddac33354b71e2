/* SPDX-License-Identifier: MIT */
#include "topo/graph.h"

#include <criterion/criterion.h>
#include <string.h>

#include "base/note.h"

/* The standard's example. */
static const int ends[] = {2, 3, 4, 6};
static const int edges[] = {1, 3, 0, 3, 0, 2};

Test(graph, neighbours_come_as_they_were_named)
{
    struct graph *graph = graph_create(4, ends, edges, 1);
    const int *found;
    int count;

    cr_assert_eq(graph_edges(graph), 6);
    found = graph_neighbors(graph, 0, &count);
    cr_assert_eq(count, 2);
    cr_assert_eq(memcmp(found, (int[]){1, 3}, 2 * sizeof(int)), 0);
    found = graph_neighbors(graph, 2, &count);
    cr_assert_eq(count, 1);
    cr_assert_eq(found[0], 3);
    found = graph_neighbors(graph, 3, &count);
    cr_assert_eq(count, 2);
    cr_assert_eq(memcmp(found, (int[]){0, 2}, 2 * sizeof(int)), 0);
    graph_drop(graph);
}

Test(graph, a_node_without_neighbours_has_none)
{
    struct graph *graph = graph_create(3, (int[]){0, 1, 1}, (int[]){2}, 1);
    int count;

    graph_neighbors(graph, 0, &count);
    cr_assert_eq(count, 0);
    graph_neighbors(graph, 2, &count);
    cr_assert_eq(count, 0);
    graph_drop(graph);
}

Test(graph, what_is_no_graph_is_told)
{
    cr_assert_eq(graph_check(4, 4, ends, edges), MPI_SUCCESS);
    cr_assert_eq(graph_check(4, 0, NULL, NULL), MPI_SUCCESS);
    cr_assert_eq(graph_check(4, 2, (int[]){0, 0}, NULL), MPI_SUCCESS);
    cr_assert_eq(graph_check(3, 4, ends, edges), MPI_ERR_ARG);
    cr_assert_str_eq(note_text(), "nnodes 4 is outside 0..3");
    cr_assert_eq(graph_check(4, -1, ends, edges), MPI_ERR_ARG);
    cr_assert_eq(graph_check(4, 2, (int[]){2, 1}, edges), MPI_ERR_ARG);
    cr_assert_str_eq(note_text(), "index[1] is 1, less than 2, the entry before");
    cr_assert_eq(graph_check(4, 2, (int[]){-1, 1}, edges), MPI_ERR_ARG);
    cr_assert_str_eq(note_text(), "index[0] is -1, less than 0");
    cr_assert_eq(graph_check(4, 3, ends, edges), MPI_ERR_ARG);
    cr_assert_str_eq(note_text(), "edges[1] is 3, outside 0..2");
    cr_assert_eq(graph_check(4, 1, (int[]){1}, NULL), MPI_ERR_ARG);
}

Test(graph, holders_share_a_shape)
{
    struct graph *graph = graph_create(4, ends, edges, 2);

    graph_class.hold(graph);
    graph_drop(graph);
    graph_drop(graph);
    cr_assert_eq(graph_edges(graph), 6);
    graph_class.drop(graph);
    graph_drop(NULL);
    cr_assert_eq(graph_class.kind, MPI_GRAPH);
}
