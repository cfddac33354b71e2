/* SPDX-License-Identifier: MIT */
/* Neighbourhood collectives on random directed graphs, with anything from nothing to much on an
 * edge, so that of one operation some data go with cells and others are read where they are, and
 * with members that come late and run ahead. */
#include "base/memory.h"
#include "sequence.h"

enum { MEMBERS_MAX = 12, EDGES_MAX = MEMBERS_MAX * 2 };
enum { ROUNDS = 60, COUNT_MAX = 5000 };

struct graph {
    uint64_t seed;
    MPI_Comm comm;
    int rank;
    int size;
    int sources_count;
    int targets_count;
    int sources[EDGES_MAX];
    int targets[EDGES_MAX];
};

/* Random, and known to all. */
static uint64_t known(const struct graph *graph, int round, int from, int to)
{
    struct random random = {(graph->seed ^ ((uint64_t)round << 40) ^ ((uint64_t)from << 20) ^
                             (uint64_t)to) | 1};

    random_bits(&random);
    return random_bits(&random) >> 20;
}

/* How often there is an edge from one to another. */
static int edges(const struct graph *graph, int from, int to)
{
    static const int often[] = {0, 0, 1, 1, 2};

    return often[known(graph, 0, from, to) % 5];
}

static struct graph graph_open(uint64_t seed)
{
    struct graph graph = {.seed = seed};

    MPI_Comm_rank(MPI_COMM_WORLD, &graph.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &graph.size);
    for (int other = 0; other < graph.size; other++) {
        for (int i = edges(&graph, other, graph.rank); i > 0; i--)
            graph.sources[graph.sources_count++] = other;
        for (int i = edges(&graph, graph.rank, other); i > 0; i--)
            graph.targets[graph.targets_count++] = other;
    }
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, graph.sources_count, graph.sources,
                                   MPI_UNWEIGHTED, graph.targets_count, graph.targets,
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph.comm);
    return graph;
}

/* The number of an edge among those between the same two. */
static int number_of(const int ends[], int i)
{
    int number = 0;

    for (int k = 0; k < i; k++)
        number += ends[k] == ends[i];
    return number;
}

static int count_of(const struct graph *graph, int round, int from, int to)
{
    static const int counts[] = {0, 1, 3, 8, 9, 60, 150, 600, COUNT_MAX};

    /* Most have little, some rounds little for all. */
    return counts[known(graph, round + 1, from, to) % (round % 3 == 0 ? 4 : 9)];
}

static int value_of(int round, int from, int to, int number, int i)
{
    return round * 1000003 + from * 50021 + to * 1009 + number * 101 + i;
}

/* The blocks of one side. */
struct side {
    int *data;
    int counts[EDGES_MAX];
    int places[EDGES_MAX];
};

static struct side side_of(const struct graph *graph, int round, bool is_out, bool is_all)
{
    const int *ends = is_out ? graph->targets : graph->sources;
    int ends_count = is_out ? graph->targets_count : graph->sources_count, total = 0;
    struct side side = {.data = NULL};

    for (int i = 0; i < ends_count; i++) {
        int from = is_out ? graph->rank : ends[i], to = is_out ? ends[i] : graph->rank;

        side.counts[i] = count_of(graph, round, from, is_all ? -1 : to);
        side.places[i] = total;
        total += side.counts[i];
    }
    side.data = memory_take_zeroed(((size_t)total + COUNT_MAX) * sizeof *side.data);
    return side;
}

static void alltoall(const struct graph *graph, enum call_form form, const struct side *out,
                     const struct side *in)
{
    MPI_Request request;

    if (form == BLOCKING) {
        MPI_Neighbor_alltoallv(out->data, out->counts, out->places, MPI_INT, in->data, in->counts,
                               in->places, MPI_INT, graph->comm);
        return;
    }
    if (form == NONBLOCKING)
        MPI_Ineighbor_alltoallv(out->data, out->counts, out->places, MPI_INT, in->data,
                                in->counts, in->places, MPI_INT, graph->comm, &request);
    else
        MPI_Neighbor_alltoallv_init(out->data, out->counts, out->places, MPI_INT, in->data,
                                    in->counts, in->places, MPI_INT, graph->comm, MPI_INFO_NULL,
                                    &request);
    finish_form(form, &request);
}

/* An alltoall in which each block has its type. Some members have types without a name: not all go
 * the same way. */
static void alltoall_typed(const struct graph *graph, enum call_form form, const struct side *out,
                           const struct side *in)
{
    MPI_Aint out_places[EDGES_MAX], in_places[EDGES_MAX];
    MPI_Datatype types[EDGES_MAX], one;
    MPI_Request request;

    MPI_Type_contiguous(1, MPI_INT, &one);
    MPI_Type_commit(&one);
    for (int i = 0; i < EDGES_MAX; i++) {
        out_places[i] = out->places[i] * (MPI_Aint)sizeof(int);
        in_places[i] = in->places[i] * (MPI_Aint)sizeof(int);
        types[i] = graph->rank % 3 == 0 && i % 2 == 0 ? one : MPI_INT;
    }
    if (form == BLOCKING)
        MPI_Neighbor_alltoallw(out->data, out->counts, out_places, types, in->data, in->counts,
                               in_places, types, graph->comm);
    else if (form == NONBLOCKING)
        MPI_Ineighbor_alltoallw(out->data, out->counts, out_places, types, in->data, in->counts,
                                in_places, types, graph->comm, &request);
    else
        MPI_Neighbor_alltoallw_init(out->data, out->counts, out_places, types, in->data,
                                    in->counts, in_places, types, graph->comm, MPI_INFO_NULL,
                                    &request);
    if (form != BLOCKING)
        finish_form(form, &request);
    MPI_Type_free(&one);
}

static void allgather(const struct graph *graph, enum call_form form, const int *mine, int count,
                      const struct side *in)
{
    MPI_Request request;

    if (form == BLOCKING) {
        MPI_Neighbor_allgatherv(mine, count, MPI_INT, in->data, in->counts, in->places, MPI_INT,
                                graph->comm);
        return;
    }
    if (form == NONBLOCKING)
        MPI_Ineighbor_allgatherv(mine, count, MPI_INT, in->data, in->counts, in->places, MPI_INT,
                                 graph->comm, &request);
    else
        MPI_Neighbor_allgatherv_init(mine, count, MPI_INT, in->data, in->counts, in->places,
                                     MPI_INT, graph->comm, MPI_INFO_NULL, &request);
    finish_form(form, &request);
}

/* Each edge has its own block, or all that go out the same one. */
static void exchange(const struct graph *graph, int round, enum call_form form, bool is_all)
{
    struct side out = side_of(graph, round, true, is_all);
    struct side in = side_of(graph, round, false, is_all);
    int count = count_of(graph, round, graph->rank, -1);

    for (int i = 0; is_all && i < count; i++)
        out.data[i] = value_of(round, graph->rank, -1, 0, i);
    for (int edge = 0; !is_all && edge < graph->targets_count; edge++)
        for (int i = 0; i < out.counts[edge]; i++)
            out.data[out.places[edge] + i] = value_of(round, graph->rank, graph->targets[edge],
                                                      number_of(graph->targets, edge), i);
    if (is_all)
        allgather(graph, form, out.data, count, &in);
    else
        (round / 2 % 4 == 0 ? alltoall_typed : alltoall)(graph, form, &out, &in);
    memset(out.data, 0, (size_t)count * sizeof *out.data); /* it is not needed any more */
    for (int edge = 0; edge < graph->sources_count; edge++)
        for (int i = 0; i < in.counts[edge]; i++)
            cr_assert_eq(in.data[in.places[edge] + i],
                         value_of(round, graph->sources[edge], is_all ? -1 : graph->rank,
                                  is_all ? 0 : number_of(graph->sources, edge), i));
    memory_give(out.data);
    memory_give(in.data);
}

static int exchange_along_edges(void *argument)
{
    const struct call_sequence *sequence = argument;
    struct random random = {(sequence->seed + (uint64_t)heddle_rank() * 7919) | 1};
    struct graph graph = graph_open(sequence->seed);

    for (int round = 0; round < sequence->rounds; round++) {
        arrive_somewhen(&random);
        exchange(&graph, round, (enum call_form)(round / 2 % FORMS), round % 2);
    }
    MPI_Comm_free(&graph.comm);
    return 0;
}

Test(neighbor, exchanges_what_each_edge_carries)
{
    for (int ranks = 1; ranks <= MEMBERS_MAX; ranks++)
        run_sequences(exchange_along_edges, ranks, ROUNDS);
}

enum { AHEAD = 500 };

/* In one direction, from each to the next. */
static MPI_Comm chain_open(int *rank, int *size)
{
    MPI_Comm chain;

    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, size);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, *rank > 0, (int[]){*rank - 1}, MPI_UNWEIGHTED,
                                   *rank + 1 < *size, (int[]){*rank + 1}, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &chain);
    return chain;
}

/* Along a chain, in one direction: who sends does not wait for who receives, and never meets who is
 * no neighbour. */
static int run_ahead(void *argument)
{
    int rank, size, got = 0;
    MPI_Comm chain;

    (void)argument;
    chain = chain_open(&rank, &size);
    for (int i = 0; i < AHEAD; i++) {
        int mine = rank * 10007 + i;

        MPI_Neighbor_allgather(&mine, 1, MPI_INT, &got, 1, MPI_INT, chain);
        cr_assert(rank == 0 || got == mine - 10007);
        if (rank == size - 1 && i % 7 == 0)
            rank_poll(rank_self());
    }
    MPI_Comm_free(&chain);
    return 0;
}

Test(neighbor, lets_who_only_sends_run_ahead)
{
    run_sequences(run_ahead, 2, AHEAD);
    run_sequences(run_ahead, 7, AHEAD);
}

/* What the last member of a chain gets is there although it comes only after a message that the
 * others send when they are done. */
static int leave_before_the_last_comes(void *argument)
{
    int rank, size, got = -1, mine;
    MPI_Comm chain;

    (void)argument;
    chain = chain_open(&rank, &size);
    mine = rank;
    for (int i = 0; rank == size - 1 && i < size - 1; i++)
        MPI_Recv(NULL, 0, MPI_INT, i, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Neighbor_allgather(&mine, 1, MPI_INT, &got, 1, MPI_INT, chain);
    cr_assert_eq(got, rank - 1);
    if (rank < size - 1)
        MPI_Send(NULL, 0, MPI_INT, size - 1, 0, MPI_COMM_WORLD);
    MPI_Comm_free(&chain);
    return 0;
}

Test(neighbor, holds_up_nobody_who_is_no_neighbour)
{
    run_sequences(leave_before_the_last_comes, 5, 1);
}
