/* SPDX-License-Identifier: MIT */
/* One neighbourhood operation of one rank, on a communicator with a topology of any kind. mpi.h
 * only. */
#ifndef COLLECTIVE_EDGES_H
#define COLLECTIVE_EDGES_H

#include "tasks.h"

enum { EDGES_MAX = 2 * RANKS_MAX };

/* The edges at one end of a rank, by ranks in MPI_COMM_WORLD; -1: no rank is there. Edges that join
 * the same two ranks differ by their labels. */
struct ends {
    int count, peers[EDGES_MAX], labels[EDGES_MAX];
};

struct edges {
    struct ends sources, targets;
};

/* The number of an end among those to the same peer. */
static void label_by_turn(struct ends *ends)
{
    int i, k;

    for (i = 0; i < ends->count; i++)
        for (ends->labels[i] = 0, k = 0; k < i; k++)
            ends->labels[i] += ends->peers[k] == ends->peers[i];
}

static void label_edges(struct edges *edges)
{
    label_by_turn(&edges->sources);
    label_by_turn(&edges->targets);
}

/* What leaves in one direction comes in from the other. */
static void edges_of_grid(const struct team *team, struct edges *edges)
{
    int ndims, i, peers[2];

    MPI_Cartdim_get(team->comm, &ndims);
    edges->sources.count = edges->targets.count = 2 * ndims;
    for (i = 0; i < 2 * ndims; i++) {
        MPI_Cart_shift(team->comm, i / 2, 1, &peers[0], &peers[1]);
        edges->targets.peers[i] = peers[i % 2] < 0 ? -1 : team->members[peers[i % 2]];
        edges->targets.labels[i] = i;
        edges->sources.peers[i] = edges->targets.peers[i];
        edges->sources.labels[i] = i ^ 1;
    }
}

static void edges_of_graph(const struct team *team, struct edges *edges)
{
    struct ends *ends = &edges->targets;
    int i;

    MPI_Graph_neighbors_count(team->comm, team->rank, &ends->count);
    MPI_Graph_neighbors(team->comm, team->rank, EDGES_MAX, ends->peers);
    for (i = 0; i < ends->count; i++)
        ends->peers[i] = team->members[ends->peers[i]];
    edges->sources = *ends;
    label_edges(edges);
}

static void edges_of_dist_graph(const struct team *team, struct edges *edges)
{
    struct ends *sources = &edges->sources, *targets = &edges->targets;
    int weights[2][EDGES_MAX], is_weighted, i;

    MPI_Dist_graph_neighbors_count(team->comm, &sources->count, &targets->count, &is_weighted);
    MPI_Dist_graph_neighbors(team->comm, EDGES_MAX, sources->peers, weights[0], EDGES_MAX,
                             targets->peers, weights[1]);
    for (i = 0; i < sources->count; i++)
        sources->peers[i] = team->members[sources->peers[i]];
    for (i = 0; i < targets->count; i++)
        targets->peers[i] = team->members[targets->peers[i]];
    label_edges(edges);
}

static void find_edges(struct team *team)
{
    int kind;

    MPI_Topo_test(team->comm, &kind);
    if (kind == MPI_UNDEFINED)
        return;
    team->edges = calloc(1, sizeof *team->edges);
    if (kind == MPI_CART)
        edges_of_grid(team, team->edges);
    else if (kind == MPI_GRAPH)
        edges_of_graph(team, team->edges);
    else
        edges_of_dist_graph(team, team->edges);
}

static int amount_on_edge(const struct task *task, int from, int to, int label)
{
    if (task->shape == SIDE_EVEN || from < 0 || to < 0)
        return task->n;
    if (task->function == NEIGHBOR_ALLGATHER)
        return amount(task, from, from);
    return task->n + (int)(hash((uint64_t)task->number, (uint64_t)(from * RANKS_MAX + to),
                                (uint64_t)label) % 4);
}

static void make_edges(struct task *task)
{
    const struct edges *edges = task->team->edges;
    const struct ends *sources = &edges->sources, *targets = &edges->targets;
    int elements[EDGES_MAX], i;

    for (i = 0; i < targets->count; i++)
        elements[i] = amount_on_edge(task, rank, targets->peers[i], targets->labels[i]);
    if (task->function == NEIGHBOR_ALLTOALL)
        side_make(&task->out, &own, task->shape, task->is_plain, basic_of(task), targets->count,
                  elements);
    else
        make_one(task, &task->out);
    for (i = 0; i < sources->count; i++)
        elements[i] = amount_on_edge(task, sources->peers[i], rank, sources->labels[i]);
    side_make(&task->in, &own, task->shape, task->is_plain, basic_of(task), sources->count,
              elements);
    task->want = malloc(task->in.bytes + 1);
}

/* The data of an edge are those for its target, and, of several to the same, of its label. */
static int address_of(const struct task *task, int target, int label)
{
    return task->function == NEIGHBOR_ALLTOALL ? target + label * RANKS_MAX : 0;
}

static void fill_edges(const struct task *task)
{
    const struct edges *edges = task->team->edges;
    const struct ends *sources = &edges->sources, *targets = &edges->targets;
    int number = number_of_data(task), i;

    for (i = 0; i < task->out.blocks; i++)
        side_write(&task->out, task->out.memory, i, number, rank,
                   address_of(task, targets->peers[i], targets->labels[i]));
    memset(task->in.memory, UNTOUCHED, task->in.bytes + 1);
    memset(task->want, UNTOUCHED, task->in.bytes + 1);
    for (i = 0; i < sources->count; i++)
        if (sources->peers[i] >= 0)
            side_write(&task->in, task->want, i, number, sources->peers[i],
                       address_of(task, rank, sources->labels[i]));
}

static void start_on_edges(struct task *task)
{
    struct arguments s = arguments_of(&task->out, 0), r = arguments_of(&task->in, 0);
    const MPI_Aint *from = task->out.addresses, *to = task->in.addresses;

    if (task->function == NEIGHBOR_ALLGATHER && task->shape == SIDE_EVEN)
        CALL(Neighbor_allgather, neighbor_allgather, s.buffer, s.count, s.type, r.buffer, r.count,
             r.type, COMM);
    else if (task->function == NEIGHBOR_ALLGATHER)
        CALL(Neighbor_allgatherv, neighbor_allgatherv, s.buffer, s.count, s.type, r.buffer,
             r.counts, r.places, r.type, COMM);
    else if (task->shape == SIDE_EVEN)
        CALL(Neighbor_alltoall, neighbor_alltoall, s.buffer, s.count, s.type, r.buffer, r.count,
             r.type, COMM);
    else if (task->shape == SIDE_V)
        CALL(Neighbor_alltoallv, neighbor_alltoallv, s.buffer, s.counts, s.places, s.type,
             r.buffer, r.counts, r.places, r.type, COMM);
    else
        CALL(Neighbor_alltoallw, neighbor_alltoallw, s.buffer, s.counts, from, s.types, r.buffer,
             r.counts, to, r.types, COMM);
}

#endif
