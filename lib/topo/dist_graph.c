/* SPDX-License-Identifier: MIT */
#include "topo/dist_graph.h"

#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "base/note.h"
#include "base/random.h"
#include "comm/vote.h"
#include "mpi_types.h"

static void shape_hold(void *shape)
{
    struct dist_graph *graph = shape;

    fetch_add_relaxed(&graph->references, 1);
}

static void shape_drop(void *shape)
{
    dist_graph_drop(shape);
}

const struct topology_class dist_graph_class = {
    .kind = MPI_DIST_GRAPH,
    .hold = shape_hold,
    .drop = shape_drop,
};

struct dist_graph *dist_graph_create(int indegree, int outdegree, bool is_weighted)
{
    size_t edges = (size_t)indegree + (size_t)outdegree;
    struct dist_graph *graph =
        memory_take(sizeof *graph + edges * (is_weighted ? 2 : 1) * sizeof(int));
    int *ranks;

    if (graph == NULL) {
        note(MPI_ERR_NO_MEM, "no memory for the %zu edges of a rank", edges);
        return NULL;
    }
    ranks = (int *)(graph + 1);
    store_relaxed(&graph->references, 1);
    graph->is_weighted = is_weighted;
    graph->sources = (struct adjacency){
        .degree = indegree,
        .ranks = ranks,
        .weights = is_weighted ? ranks + edges : NULL,
    };
    graph->destinations = (struct adjacency){
        .degree = outdegree,
        .ranks = ranks + indegree,
        .weights = is_weighted ? ranks + edges + indegree : NULL,
    };
    return graph;
}

void dist_graph_drop(struct dist_graph *graph)
{
    /* edge dist_graph.references */
    if (graph != NULL && fetch_sub_acq_rel(&graph->references, 1) == 1)
        memory_give(graph);
}

void dist_graph_list_edges(void *const shapes[], int nodes, struct edges *edges)
{
    for (int node = 0; node < nodes; node++) {
        const struct dist_graph *graph = shapes[node];
        const struct adjacency *to = &graph->destinations;

        for (int i = 0; i < to->degree; i++)
            edges_add(edges, node, to->ranks[i], to->weights != NULL ? to->weights[i] : 1);
    }
}

/* ---- agreement ----------------------------------------------------------------------------- */

static const char mixed[] = "weights are MPI_UNWEIGHTED at some members and not at others";

/* A member's contribution: sums over its edges. The sums of all sources and of all destinations are
 * equal if the edges are equal, whichever members specify them in whichever order. */
struct edge_sums {
    uint64_t into;
    uint64_t out_of;
    bool is_weighted;
};

enum verdict { VERDICT_FINE, VERDICT_MIXED, VERDICT_ONE_SIDED, VERDICT_NO_MEMORY };

/* Spreads an edge's ends over all bits, so that sums of different edges are unlikely to be
 * equal. */
static uint64_t edge_hash(int source, int destination)
{
    uint64_t edge = (uint64_t)(uint32_t)source << 32 | (uint32_t)destination;

    return random_number(edge) + 1; /* + 1, so that an edge from 0 to 0 counts */
}

static struct edge_sums sum_edges(const struct dist_graph *graph, int rank)
{
    struct edge_sums sums = {.is_weighted = graph->is_weighted};

    for (int i = 0; i < graph->sources.degree; i++)
        sums.into += edge_hash(graph->sources.ranks[i], rank);
    for (int i = 0; i < graph->destinations.degree; i++)
        sums.out_of += edge_hash(rank, graph->destinations.ranks[i]);
    return sums;
}

static void count_edges(struct vote *vote)
{
    struct edge_sums all = {0}, here;
    int weighted = 0, seats = vote->round.board->seats;
    enum verdict verdict = VERDICT_FINE;

    for (int seat = 0; seat < seats; seat++) {
        memcpy(&here, round_see(&vote->round, seat), sizeof here);
        all.into += here.into;
        all.out_of += here.out_of;
        weighted += here.is_weighted;
    }
    if (weighted != 0 && weighted != seats)
        verdict = VERDICT_MIXED;
    else if (all.into != all.out_of)
        verdict = VERDICT_ONE_SIDED;
    memcpy(vote->outcome, &verdict, sizeof verdict);
}

int dist_graph_agree(struct comm *comm, const struct dist_graph *graph)
{
    const struct edge_sums sums = sum_edges(graph, comm->rank);
    enum verdict verdict;
    struct vote vote;
    int err = vote_hold(&vote, comm, AGREE_DIST_GRAPH_SIZES, "MPI_Dist_graph_create", &sums,
                        sizeof sums, count_edges);

    if (err != MPI_SUCCESS)
        return err;
    memcpy(&verdict, vote.outcome, sizeof verdict);
    if (verdict == VERDICT_MIXED)
        return note(MPI_ERR_ARG, "%s", mixed);
    if (verdict == VERDICT_ONE_SIDED)
        return note(MPI_ERR_ARG, "the edges of all members' sources are not those of all "
                    "members' destinations");
    return MPI_SUCCESS;
}

/* ---- collection ---------------------------------------------------------------------------- */

/* The graphs made from the lists; the last member that has taken its graph frees this. */
struct collection {
    _Atomic(int) readers;
    struct dist_graph *graphs[]; /* by rank */
};

struct collect_outcome {
    enum verdict verdict;
    struct collection *collection;
};

static const struct edge_list *list_shown(const struct round *round, int seat)
{
    const struct edge_list *list;

    memcpy(&list, round_see(round, seat), sizeof list);
    return list;
}

static enum verdict compare_lists(const struct round *round)
{
    int weighted = 0, seats = round->board->seats;

    for (int seat = 0; seat < seats; seat++)
        weighted += list_shown(round, seat)->is_weighted;
    return weighted == 0 || weighted == seats ? VERDICT_FINE : VERDICT_MIXED;
}

struct degrees {
    int in;
    int out;
};

static void count_degrees(const struct edge_list *list, struct degrees *degrees)
{
    const int *destination = list->destinations;

    for (int i = 0; i < list->count; i++) {
        degrees[list->sources[i]].out += list->degrees[i];
        for (int k = 0; k < list->degrees[i]; k++)
            degrees[*destination++].in++;
    }
}

static void add_edge(struct adjacency *adjacency, int *place, int rank, int weight)
{
    adjacency->ranks[*place] = rank;
    if (adjacency->weights != NULL)
        adjacency->weights[*place] = weight;
    ++*place;
}

/* Adds the edges of a list. `degrees` counts the edges that each graph has already. */
static void add_edges(const struct edge_list *list, struct dist_graph **graphs,
                      struct degrees *degrees)
{
    int edge = 0;

    for (int i = 0; i < list->count; i++) {
        int source = list->sources[i];

        for (int k = 0; k < list->degrees[i]; k++, edge++) {
            int destination = list->destinations[edge];
            int weight = list->is_weighted ? list->weights[edge] : 0;

            add_edge(&graphs[source]->destinations, &degrees[source].out, destination, weight);
            add_edge(&graphs[destination]->sources, &degrees[destination].in, source, weight);
        }
    }
}

static void collection_give(struct collection *collection, int members)
{
    for (int rank = 0; rank < members; rank++)
        dist_graph_drop(collection->graphs[rank]);
    memory_give(collection);
}

/* Returns NULL if there is no memory. */
static struct collection *collect(const struct round *round, struct degrees *degrees)
{
    int members = round->board->seats;
    struct collection *collection =
        memory_take_zeroed(sizeof *collection + (size_t)members * sizeof collection->graphs[0]);
    bool is_weighted = list_shown(round, 0)->is_weighted;

    if (collection == NULL)
        return NULL;
    store_relaxed(&collection->readers, members);
    for (int seat = 0; seat < members; seat++)
        count_degrees(list_shown(round, seat), degrees);
    for (int rank = 0; rank < members; rank++) {
        collection->graphs[rank] =
            dist_graph_create(degrees[rank].in, degrees[rank].out, is_weighted);
        if (collection->graphs[rank] == NULL) {
            collection_give(collection, rank);
            return NULL;
        }
        degrees[rank] = (struct degrees){0};
    }
    for (int seat = 0; seat < members; seat++)
        add_edges(list_shown(round, seat), collection->graphs, degrees);
    return collection;
}

static void count_lists(struct vote *vote)
{
    struct collect_outcome outcome = {.verdict = compare_lists(&vote->round)};
    struct degrees *degrees;

    if (outcome.verdict == VERDICT_FINE) {
        degrees = memory_take_zeroed((size_t)vote->round.board->seats * sizeof *degrees);
        if (degrees != NULL)
            outcome.collection = collect(&vote->round, degrees);
        memory_give(degrees);
        if (outcome.collection == NULL)
            outcome.verdict = VERDICT_NO_MEMORY;
    }
    memcpy(vote->outcome, &outcome, sizeof outcome);
}

int dist_graph_collect(struct comm *comm, const struct edge_list *list,
                       struct dist_graph **created)
{
    struct collect_outcome outcome;
    struct vote vote;
    int err = vote_hold(&vote, comm, AGREE_DIST_GRAPH_EDGES, "MPI_Dist_graph_create", &list,
                        sizeof list, count_lists);

    if (err != MPI_SUCCESS)
        return err;
    memcpy(&outcome, vote.outcome, sizeof outcome);
    if (outcome.verdict == VERDICT_MIXED)
        return note(MPI_ERR_ARG, "%s", mixed);
    if (outcome.verdict == VERDICT_NO_MEMORY)
        return note(MPI_ERR_NO_MEM, "no memory for a graph of %d ranks", comm_size(comm));
    *created = outcome.collection->graphs[comm->rank];
    if (fetch_sub_acq_rel(&outcome.collection->readers, 1) == 1) /* edge collection.readers */
        memory_give(outcome.collection);
    return MPI_SUCCESS;
}
