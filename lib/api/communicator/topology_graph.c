/* SPDX-License-Identifier: MIT */
/* Graphs of which every member specifies all edges. */
#include <string.h>

#include "api/argument/check.h"
#include "api/argument/handle.h"
#include "api/communicator/topology.h"
#include "api/error/raise.h"
#include "api/generated/topologies.h"
#include "base/note.h"
#include "comm/make.h"
#include "topo/graph.h"
#include "topo/reorder.h"

static int check_graph(MPI_Comm handle, struct comm **comm, const struct graph **graph)
{
    const void *shape;
    int err = check_topology(handle, &graph_class, "graph of MPI_Graph_create", comm, &shape);

    *graph = shape;
    return err;
}

static int check_node(const struct graph *graph, int rank)
{
    if (rank >= 0 && rank < graph->nodes)
        return MPI_SUCCESS;
    return note(MPI_ERR_RANK, "rank %d is outside 0..%d", rank, graph->nodes - 1);
}

static int check_room(int room, const char *name, int needed)
{
    if (room >= needed)
        return MPI_SUCCESS;
    return note(MPI_ERR_ARG, "%s %d is less than the %d entries there are", name, room, needed);
}

/* Checks a new graph of comm's members. */
static int check_edges(const struct comm *comm, const char *name, int nnodes, const int indx[],
                       const int edges[])
{
    int err = check_intra(comm, name);

    if (err == MPI_SUCCESS)
        err = check_array(indx, "index", nnodes);
    return err == MPI_SUCCESS ? graph_check(comm_size(comm), nnodes, indx, edges) : err;
}

static struct reorder reorder_of_graph(struct graph_plan *plan, int nnodes, bool is_wanted)
{
    return (struct reorder){
        .nodes = nnodes,
        .is_wanted = is_wanted,
        .list = graph_list_edges,
        .shape = plan,
    };
}

/* Gives a new communicator its shape, which the first member makes and all members share. */
static int share_shape(struct comm *created, int nnodes, const int indx[], const int edges[])
{
    struct graph *shape = NULL;
    int err, firsts_err = MPI_SUCCESS;

    if (created->rank == 0)
        shape = graph_create(nnodes, indx, edges, nnodes);
    if (created->rank == 0 && shape == NULL)
        firsts_err = note(MPI_ERR_NO_MEM, "no memory for a graph of %d nodes", nnodes);
    err = vote_follow(created, AGREE_GRAPH_CREATE, "MPI_Graph_create", 0, &firsts_err, &shape,
                      sizeof shape);
    if (err == MPI_SUCCESS)
        err = firsts_err;
    return err == MPI_SUCCESS ? comm_set_topology(created, &graph_class, shape) : err;
}

int api_graph_create(const struct call *call, MPI_Comm handle, int nnodes, const int indx[],
                     const int edges[], int reorder, MPI_Comm *comm_graph)
{
    struct graph_plan plan = {indx, edges};
    struct reorder order = reorder_of_graph(&plan, nnodes, reorder != 0);
    struct comm *comm, *created = NULL;
    int number, err = check_comm(handle, "comm_old", &comm);

    if (err == MPI_SUCCESS)
        err = check_pointer(comm_graph, "comm_graph");
    if (err == MPI_SUCCESS)
        err = check_edges(comm, "comm_old", nnodes, indx, edges);
    if (err == MPI_SUCCESS)
        err = reorder_agree(comm, &order, &number);
    if (err == MPI_SUCCESS)
        err = comm_split(comm, comm->rank < nnodes ? 0 : MPI_UNDEFINED, number, &created);
    if (err == MPI_SUCCESS && created != NULL)
        err = share_shape(created, nnodes, indx, edges);
    if (err != MPI_SUCCESS) {
        comm_free(created);
        return raise_comm(call, comm, err);
    }
    *comm_graph = handle_of_comm(created);
    return MPI_SUCCESS;
}

int api_graph_map(const struct call *call, MPI_Comm handle, int nnodes, const int indx[],
                  const int edges[], int *newrank)
{
    struct graph_plan plan = {indx, edges};
    struct reorder order = reorder_of_graph(&plan, nnodes, true);
    struct comm *comm;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_pointer(newrank, "newrank");
    if (err == MPI_SUCCESS)
        err = check_edges(comm, "comm", nnodes, indx, edges);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    *newrank = comm->rank < nnodes ? reorder_foresee(comm, &order) : MPI_UNDEFINED;
    return MPI_SUCCESS;
}

int api_graphdims_get(const struct call *call, MPI_Comm handle, int *nnodes, int *nedges)
{
    const struct graph *graph;
    struct comm *comm;
    int err = check_graph(handle, &comm, &graph);

    if (err == MPI_SUCCESS)
        err = check_pointer(nnodes, "nnodes");
    if (err == MPI_SUCCESS)
        err = check_pointer(nedges, "nedges");
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    *nnodes = graph->nodes;
    *nedges = graph_edges(graph);
    return MPI_SUCCESS;
}

static void copy_numbers(int to[], const int from[], int count)
{
    if (count > 0)
        memcpy(to, from, (size_t)count * sizeof *to);
}

int api_graph_get(const struct call *call, MPI_Comm handle, int maxindex, int maxedges, int indx[],
                  int edges[])
{
    const struct graph *graph;
    struct comm *comm;
    int err = check_graph(handle, &comm, &graph);

    if (err == MPI_SUCCESS)
        err = check_room(maxindex, "maxindex", graph->nodes);
    if (err == MPI_SUCCESS)
        err = check_room(maxedges, "maxedges", graph_edges(graph));
    if (err == MPI_SUCCESS)
        err = check_array(indx, "index", graph->nodes);
    if (err == MPI_SUCCESS)
        err = check_array(edges, "edges", graph_edges(graph));
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    copy_numbers(indx, graph->ends, graph->nodes);
    copy_numbers(edges, graph->edges, graph_edges(graph));
    return MPI_SUCCESS;
}

int api_graph_neighbors_count(const struct call *call, MPI_Comm handle, int rank, int *nneighbors)
{
    const struct graph *graph;
    struct comm *comm;
    int err = check_graph(handle, &comm, &graph);

    if (err == MPI_SUCCESS)
        err = check_node(graph, rank);
    if (err == MPI_SUCCESS)
        err = check_pointer(nneighbors, "nneighbors");
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    graph_neighbors(graph, rank, nneighbors);
    return MPI_SUCCESS;
}

int api_graph_neighbors(const struct call *call, MPI_Comm handle, int rank, int maxneighbors,
                        int neighbors[])
{
    const struct graph *graph;
    const int *found = NULL;
    struct comm *comm;
    int count = 0, err = check_graph(handle, &comm, &graph);

    if (err == MPI_SUCCESS)
        err = check_node(graph, rank);
    if (err == MPI_SUCCESS)
        found = graph_neighbors(graph, rank, &count);
    if (err == MPI_SUCCESS)
        err = check_room(maxneighbors, "maxneighbors", count);
    if (err == MPI_SUCCESS)
        err = check_array(neighbors, "neighbors", count);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    copy_numbers(neighbors, found, count);
    return MPI_SUCCESS;
}
