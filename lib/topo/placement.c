/* SPDX-License-Identifier: MIT */
/* The first answer grows from core to core: each gets the node that communicates most with nodes
 * that are already nearby. Then it is annealed: pairs of members exchange their numbers, at first
 * even if that increases the cost, later only if it reduces it. The random numbers are always
 * equal. */
#include "topo/placement.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/must.h"

enum {
    NO_MEMBER = -1,
    MOVES_MIN = 20000, MOVES_PER_PAIR = 16, MOVES_MAX = 400000, /* at most tenths of a second */
    ROUNDS_MAX = 4,
};

/* The temperature falls from the mean weight to this fraction of it. */
static const double heat_left = 0.05;

struct end {
    int node;
    int64_t weight;
};

struct search {
    const struct machine *machine;
    const int *cores; /* by member */
    int nodes;
    int *first;       /* [nodes + 1]: where each node's ends begin */
    struct end *ends;
    int *node_of;   /* by member */
    int *member_of; /* by node, or NO_MEMBER */
};

/* ---- edges --------------------------------------------------------------------------------- */

void edges_add(struct edges *edges, int one, int other, int64_t weight)
{
    if (one == other || weight <= 0)
        return;
    if (edges->count == edges->room) {
        size_t room = edges->room == 0 ? 64 : 2 * edges->room;
        struct edge *grown = memory_grow(edges->each, room * sizeof *grown);

        if (grown == NULL) {
            edges->is_short = true;
            return;
        }
        edges->each = grown;
        edges->room = room;
    }
    edges->each[edges->count++] = (struct edge){one, other, weight};
}

void edges_drop(struct edges *edges)
{
    memory_give(edges->each);
    *edges = (struct edges){0};
}

int64_t placement_cost(const struct machine *machine, int nodes, const int cores[],
                       const int numbers[], const struct edges *edges)
{
    int core_of[PLACEMENT_NODES_MAX];
    int64_t cost = 0;

    for (int member = 0; member < nodes; member++)
        core_of[numbers[member]] = cores[member];
    for (size_t i = 0; i < edges->count; i++)
        cost += edges->each[i].weight * machine_distance(machine, core_of[edges->each[i].one],
                                                        core_of[edges->each[i].other]);
    return cost;
}

/* ---- the search ---------------------------------------------------------------------------- */

/* Returns the cost of a node's edges if it is on a core, for edges to nodes that have a member. */
static int64_t cost_at(const struct search *search, int node, int core)
{
    int64_t cost = 0;

    for (int i = search->first[node]; i < search->first[node + 1]; i++) {
        int member = search->member_of[search->ends[i].node];

        if (member != NO_MEMBER)
            cost += search->ends[i].weight *
                    machine_distance(search->machine, core, search->cores[member]);
    }
    return cost;
}

static void seat(struct search *search, int member, int node)
{
    search->node_of[member] = node;
    search->member_of[node] = member;
}

/* Returns what a node would gain on a core from nodes that are already placed: the nearer they are,
 * the more. */
static int64_t gain_at(const struct search *search, int node, int core)
{
    int64_t placed = 0;

    for (int i = search->first[node]; i < search->first[node + 1]; i++)
        if (search->member_of[search->ends[i].node] != NO_MEMBER)
            placed += search->ends[i].weight;
    return placed * (search->machine->levels + 1) - cost_at(search, node, core);
}

/* Returns what the node's partners that are not placed yet would gain there, which keeps blocks of
 * a grid round. */
static int64_t prospect_at(const struct search *search, int node, int core)
{
    int64_t prospect = 0;

    for (int i = search->first[node]; i < search->first[node + 1]; i++) {
        int partner = search->ends[i].node;

        if (search->member_of[partner] == NO_MEMBER)
            prospect += gain_at(search, partner, core);
    }
    return prospect;
}

static int choose_node(const struct search *search, int core)
{
    int64_t best_gain = 0, best_prospect = 0;
    int best = NO_MEMBER;

    for (int node = 0; node < search->nodes; node++) {
        int64_t gain, prospect;

        if (search->member_of[node] != NO_MEMBER)
            continue;
        gain = gain_at(search, node, core);
        if (best != NO_MEMBER && gain < best_gain)
            continue;
        prospect = prospect_at(search, node, core);
        if (best == NO_MEMBER || gain > best_gain || prospect > best_prospect) {
            best = node;
            best_gain = gain;
            best_prospect = prospect;
        }
    }
    return best;
}

static void grow(struct search *search)
{
    int members[PLACEMENT_NODES_MAX]; /* sorted by core */

    for (int node = 0; node < search->nodes; node++)
        search->member_of[node] = NO_MEMBER;
    for (int i = 0; i < search->nodes; i++) {
        int place = i;

        for (; place > 0 && search->cores[members[place - 1]] > search->cores[i]; place--)
            members[place] = members[place - 1];
        members[place] = i;
    }
    for (int i = 0; i < search->nodes; i++)
        seat(search, members[i], choose_node(search, search->cores[members[i]]));
}

static void exchange(struct search *search, int one, int other)
{
    int number = search->node_of[one];

    seat(search, one, search->node_of[other]);
    seat(search, other, number);
}

/* Exchanges two members' numbers, and returns how much that increases the cost. */
static int64_t try_exchange(struct search *search, int one, int other)
{
    int left = search->node_of[one], right = search->node_of[other];
    int left_core = search->cores[one], right_core = search->cores[other];
    int64_t before = cost_at(search, left, left_core) + cost_at(search, right, right_core);

    exchange(search, one, other);
    return cost_at(search, left, right_core) + cost_at(search, right, left_core) - before;
}

static uint32_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 32);
}

static void anneal(struct search *search, double mean_weight)
{
    int64_t moves = MOVES_MIN + (int64_t)search->nodes * search->nodes * MOVES_PER_PAIR;
    double heat = mean_weight, cooling;
    uint64_t state = 8;

    moves = moves < MOVES_MAX ? moves : MOVES_MAX;
    cooling = pow(heat_left, 1.0 / (double)moves);
    for (int64_t move = 0; move < moves; move++, heat *= cooling) {
        int one = (int)(next_random(&state) % (uint32_t)search->nodes);
        int other = (int)(next_random(&state) % (uint32_t)search->nodes);
        double luck = (next_random(&state) + 1.0) / 4294967296.0;

        if (search->cores[one] != search->cores[other] &&
            (double)try_exchange(search, one, other) > -heat * log(luck))
            exchange(search, one, other);
    }
}

/* Exchanges numbers until no exchange reduces the cost. */
static void refine(struct search *search)
{
    bool is_better = true;

    for (int round = 0; round < ROUNDS_MAX && is_better; round++) {
        is_better = false;
        for (int one = 0; one < search->nodes; one++) {
            for (int other = one + 1; other < search->nodes; other++) {
                if (try_exchange(search, one, other) < 0)
                    is_better = true;
                else
                    exchange(search, one, other);
            }
        }
    }
}

static double mean_weight(const struct edges *edges)
{
    double sum = 0.0;

    for (size_t i = 0; i < edges->count; i++)
        sum += (double)edges->each[i].weight;
    return sum / (double)edges->count;
}

static void list_ends(struct search *search, const struct edges *edges)
{
    for (size_t i = 0; i < edges->count; i++) {
        search->first[edges->each[i].one + 1]++;
        search->first[edges->each[i].other + 1]++;
    }
    for (int node = 0; node < search->nodes; node++)
        search->first[node + 1] += search->first[node];
    for (size_t i = 0; i < edges->count; i++) {
        const struct edge *edge = &edges->each[i];

        search->ends[search->first[edge->one]++] = (struct end){edge->other, edge->weight};
        search->ends[search->first[edge->other]++] = (struct end){edge->one, edge->weight};
    }
    /* Each entry is now where the next one begins. */
    memmove(search->first + 1, search->first, (size_t)search->nodes * sizeof *search->first);
    search->first[0] = 0;
}

/* Each number is given once. */
static void check_numbers(int nodes, const int numbers[])
{
    bool is_given[PLACEMENT_NODES_MAX] = {false};

    for (int i = 0; i < nodes; i++) {
        must(numbers[i] >= 0);
        must(numbers[i] < nodes);
        must(!is_given[numbers[i]]);
        is_given[numbers[i]] = true;
    }
}

void placement_find(const struct machine *machine, int nodes, const int cores[],
                    const struct edges *edges, int numbers[])
{
    int node_of[PLACEMENT_NODES_MAX], member_of[PLACEMENT_NODES_MAX];
    int first[PLACEMENT_NODES_MAX + 1] = {0};
    struct search search = {
        .machine = machine,
        .cores = cores,
        .nodes = nodes,
        .first = first,
        .node_of = node_of,
        .member_of = member_of,
    };

    for (int i = 0; i < nodes; i++)
        numbers[i] = i;
    if (nodes > PLACEMENT_NODES_MAX || edges->count == 0 || edges->is_short)
        return;
    search.ends = memory_take(2 * edges->count * sizeof *search.ends);
    if (search.ends == NULL)
        return;
    list_ends(&search, edges);
    grow(&search);
    anneal(&search, mean_weight(edges));
    refine(&search);
    if (placement_cost(machine, nodes, cores, node_of, edges) <
        placement_cost(machine, nodes, cores, numbers, edges))
        memcpy(numbers, node_of, (size_t)nodes * sizeof *numbers);
    if (LAWS_ARE_CHECKED)
        check_numbers(nodes, numbers);
    memory_give(search.ends);
}
