/* SPDX-License-Identifier: MIT */
/* Distributed graphs, of which each member knows only some edges. */
#include <limits.h>
#include <string.h>

#include "api/argument/check.h"
#include "api/argument/check_object.h"
#include "api/argument/handle.h"
#include "api/communicator/topology.h"
#include "api/error/raise.h"
#include "api/generated/topologies.h"
#include "base/note.h"
#include "topo/dist_graph.h"

static int check_dist_graph(MPI_Comm handle, struct comm **comm, const struct dist_graph **graph)
{
    const void *shape;
    int err = check_topology(handle, &dist_graph_class, "distributed graph", comm, &shape);

    *graph = shape;
    return err;
}

static int check_degree(int degree, const char *name)
{
    if (degree >= 0)
        return MPI_SUCCESS;
    return note(MPI_ERR_ARG, "%s %d is negative", name, degree);
}

static int check_ranks(const struct comm *comm, const int ranks[], const char *name, int count)
{
    int err = check_array(ranks, name, count);

    for (int i = 0; err == MPI_SUCCESS && i < count; i++)
        if (ranks[i] < 0 || ranks[i] >= comm_size(comm))
            err = note(MPI_ERR_RANK, "%s[%d] is %d, outside 0..%d", name, i, ranks[i],
                       comm_size(comm) - 1);
    return err;
}

/* Checks an array of weights; MPI_UNWEIGHTED is valid. */
static int check_weights(const int *weights, const char *name, int count)
{
    if (weights == MPI_UNWEIGHTED || count == 0)
        return MPI_SUCCESS;
    if (weights == NULL || weights == MPI_WEIGHTS_EMPTY)
        return note(MPI_ERR_ARG, "%s is %s, and there are %d edges", name,
                    weights == NULL ? "NULL" : "MPI_WEIGHTS_EMPTY", count);
    for (int i = 0; i < count; i++)
        if (weights[i] < 0)
            return note(MPI_ERR_ARG, "%s[%d] is %d, which is negative", name, i, weights[i]);
    return MPI_SUCCESS;
}

static int check_side(const struct comm *comm, const char *const names[3], int degree,
                      const int ranks[], const int *weights)
{
    int err = check_degree(degree, names[0]);

    if (err == MPI_SUCCESS)
        err = check_ranks(comm, ranks, names[1], degree);
    return err == MPI_SUCCESS ? check_weights(weights, names[2], degree) : err;
}

static const char *const names_in[] = {"indegree", "sources", "sourceweights"};
static const char *const names_out[] = {"outdegree", "destinations", "destweights"};

/* Checks the arguments that both constructors have. */
static int check_making(MPI_Comm handle, MPI_Info hints, const MPI_Comm *created,
                        struct comm **comm)
{
    int err = check_comm(handle, "comm_old", comm);
    struct info *info;

    if (err == MPI_SUCCESS)
        err = check_intra(*comm, "comm_old");
    if (err == MPI_SUCCESS)
        err = check_hints(hints, &info); /* no hints are known */
    return err == MPI_SUCCESS ? check_pointer(created, "comm_dist_graph") : err;
}

static void fill_side(const struct adjacency *side, const int ranks[], const int *weights)
{
    size_t bytes = (size_t)side->degree * sizeof *ranks;

    if (bytes > 0)
        memcpy(side->ranks, ranks, bytes);
    if (bytes > 0 && side->weights != NULL)
        memcpy(side->weights, weights, bytes);
}

/* Makes the communicator. A member whose number changes has the edges of its new node, which
 * another member specified. */
static int create_reordered(struct comm *comm, struct dist_graph *shape, bool is_wanted,
                            MPI_Comm *created)
{
    struct reorder order = {
        .nodes = comm_size(comm),
        .is_wanted = is_wanted,
        .list = dist_graph_list_edges,
        .shape = shape,
        .is_own = true,
    };

    return topology_create(comm, &order, &dist_graph_class, created);
}

int api_dist_graph_create_adjacent(const struct call *call, MPI_Comm handle, int indegree,
                                   const int sources[], const int *sourceweights, int outdegree,
                                   const int destinations[], const int *destweights,
                                   MPI_Info hints, int reorder, MPI_Comm *comm_dist_graph)
{
    struct dist_graph *shape = NULL;
    struct comm *comm;
    int err = check_making(handle, hints, comm_dist_graph, &comm);

    if (err == MPI_SUCCESS)
        err = check_side(comm, names_in, indegree, sources, sourceweights);
    if (err == MPI_SUCCESS)
        err = check_side(comm, names_out, outdegree, destinations, destweights);
    if (err == MPI_SUCCESS && (sourceweights == MPI_UNWEIGHTED) != (destweights == MPI_UNWEIGHTED))
        err = note(MPI_ERR_ARG, "%s is MPI_UNWEIGHTED, and %s is not",
                   sourceweights == MPI_UNWEIGHTED ? "sourceweights" : "destweights",
                   sourceweights == MPI_UNWEIGHTED ? "destweights" : "sourceweights");
    if (err == MPI_SUCCESS) {
        shape = dist_graph_create(indegree, outdegree, sourceweights != MPI_UNWEIGHTED);
        err = shape != NULL ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    }
    if (err == MPI_SUCCESS) {
        fill_side(&shape->sources, sources, sourceweights);
        fill_side(&shape->destinations, destinations, destweights);
        err = dist_graph_agree(comm, shape);
    }
    if (err == MPI_SUCCESS)
        err = create_reordered(comm, shape, reorder != 0, comm_dist_graph);
    else
        dist_graph_drop(shape);
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

static int check_list(const struct comm *comm, const struct edge_list *list)
{
    int64_t edges = 0;
    int err = check_degree(list->count, "n");

    if (err == MPI_SUCCESS)
        err = check_ranks(comm, list->sources, "sources", list->count);
    if (err == MPI_SUCCESS)
        err = check_array(list->degrees, "degrees", list->count);
    for (int i = 0; err == MPI_SUCCESS && i < list->count; i++) {
        edges += list->degrees[i];
        if (list->degrees[i] < 0)
            err = note(MPI_ERR_ARG, "degrees[%d] is %d, which is negative", i, list->degrees[i]);
        else if (edges > INT_MAX)
            err = note(MPI_ERR_ARG, "degrees have a sum above %d", INT_MAX);
    }
    if (err == MPI_SUCCESS)
        err = check_ranks(comm, list->destinations, "destinations", (int)edges);
    return err == MPI_SUCCESS ? check_weights(list->weights, "weights", (int)edges) : err;
}

int api_dist_graph_create(const struct call *call, MPI_Comm handle, int n, const int sources[],
                          const int degrees[], const int destinations[], const int *weights,
                          MPI_Info hints, int reorder, MPI_Comm *comm_dist_graph)
{
    const struct edge_list list = {
        .count = n,
        .sources = sources,
        .degrees = degrees,
        .destinations = destinations,
        .weights = weights,
        .is_weighted = weights != MPI_UNWEIGHTED,
    };
    struct dist_graph *shape;
    struct comm *comm;
    int err = check_making(handle, hints, comm_dist_graph, &comm);

    if (err == MPI_SUCCESS)
        err = check_list(comm, &list);
    if (err == MPI_SUCCESS)
        err = dist_graph_collect(comm, &list, &shape);
    if (err == MPI_SUCCESS)
        err = create_reordered(comm, shape, reorder != 0, comm_dist_graph);
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

int api_dist_graph_neighbors_count(const struct call *call, MPI_Comm handle, int *indegree,
                                   int *outdegree, int *weighted)
{
    const struct dist_graph *graph;
    struct comm *comm;
    int err = check_dist_graph(handle, &comm, &graph);

    if (err == MPI_SUCCESS)
        err = check_pointer(indegree, "indegree");
    if (err == MPI_SUCCESS)
        err = check_pointer(outdegree, "outdegree");
    if (err == MPI_SUCCESS)
        err = check_pointer(weighted, "weighted");
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    *indegree = graph->sources.degree;
    *outdegree = graph->destinations.degree;
    *weighted = graph->is_weighted;
    return MPI_SUCCESS;
}

static int least(int one, int other)
{
    return one < other ? one : other;
}

/* Checks the arrays for the first `count` edges of a side. */
static int check_answer(const struct adjacency *side, const char *const names[3], int count,
                        const int ranks[], const int *weights)
{
    int err = check_array(ranks, names[1], count);

    if (err != MPI_SUCCESS || side->weights == NULL || weights == MPI_UNWEIGHTED || count == 0)
        return err;
    if (weights == MPI_WEIGHTS_EMPTY)
        return note(MPI_ERR_ARG, "%s is MPI_WEIGHTS_EMPTY, and there are %d edges", names[2],
                    count);
    return check_pointer(weights, names[2]);
}

static void answer(const struct adjacency *side, int count, int ranks[], int weights[])
{
    if (count == 0)
        return;
    memcpy(ranks, side->ranks, (size_t)count * sizeof *ranks);
    if (side->weights != NULL && weights != MPI_UNWEIGHTED)
        memcpy(weights, side->weights, (size_t)count * sizeof *weights);
}

int api_dist_graph_neighbors(const struct call *call, MPI_Comm handle, int maxindegree,
                             int sources[], int *sourceweights, int maxoutdegree,
                             int destinations[], int *destweights)
{
    const struct dist_graph *graph;
    struct comm *comm;
    int into = 0, out_of = 0, err = check_dist_graph(handle, &comm, &graph);

    if (err == MPI_SUCCESS)
        err = check_degree(maxindegree, "maxindegree");
    if (err == MPI_SUCCESS)
        err = check_degree(maxoutdegree, "maxoutdegree");
    if (err == MPI_SUCCESS) {
        into = least(maxindegree, graph->sources.degree);
        out_of = least(maxoutdegree, graph->destinations.degree);
        err = check_answer(&graph->sources, names_in, into, sources, sourceweights);
    }
    if (err == MPI_SUCCESS)
        err = check_answer(&graph->destinations, names_out, out_of, destinations, destweights);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    answer(&graph->sources, into, sources, sourceweights);
    answer(&graph->destinations, out_of, destinations, destweights);
    return MPI_SUCCESS;
}
