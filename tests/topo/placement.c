/* SPDX-License-Identifier: MIT */
/* Numbers for nodes on machines that are only described. */
#include "topo/placement.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "topo/cart.h"

enum { NODES_MAX = 64 };

/* A machine as hwloc would tell of it: groups of groups of cores. */
static struct machine *take_machine(int groups, int parts, int cores)
{
    int count = groups * parts * cores;
    struct machine *machine = calloc(1, sizeof *machine + (size_t)count * sizeof(struct core));

    cr_assert_not_null(machine);
    machine->levels = 3;
    machine->core_count = count;
    for (int i = 0; i < count; i++) {
        machine->cores[i].domains[0] = i / cores / parts;
        machine->cores[i].domains[1] = i / cores;
        machine->cores[i].domains[2] = i;
    }
    return machine;
}

static void each_on_its_own(int cores[], int nodes)
{
    for (int i = 0; i < nodes; i++)
        cores[i] = i;
}

/* Finds numbers, each given once, and no dearer than the old ones; returns what they cost. */
static int64_t find(const struct machine *machine, int nodes, const int cores[],
                    const struct edges *edges, int numbers[])
{
    int own[NODES_MAX], again[NODES_MAX];
    bool is_given[NODES_MAX] = {false};
    int64_t cost;

    each_on_its_own(own, nodes);
    placement_find(machine, nodes, cores, edges, numbers);
    for (int i = 0; i < nodes; i++) {
        cr_assert(numbers[i] >= 0 && numbers[i] < nodes);
        cr_assert(!is_given[numbers[i]]);
        is_given[numbers[i]] = true;
    }
    cost = placement_cost(machine, nodes, cores, numbers, edges);
    cr_assert_leq(cost, placement_cost(machine, nodes, cores, own, edges));
    if (cost == placement_cost(machine, nodes, cores, own, edges))
        cr_assert_eq(memcmp(numbers, own, (size_t)nodes * sizeof *own), 0);
    placement_find(machine, nodes, cores, edges, again);
    cr_assert_eq(memcmp(numbers, again, (size_t)nodes * sizeof *again), 0);
    return cost;
}

static void add_grid(struct edges *edges, int ndims, const int dims[], bool is_torus)
{
    int periods[4] = {is_torus, is_torus, is_torus, is_torus};
    struct cart *cart;
    void *shape;

    cr_assert_eq(cart_create(NODES_MAX, ndims, dims, periods, &cart), 0);
    shape = cart;
    cart_list_edges(&shape, cart->places, edges);
    cart_drop(cart);
}

Test(placement, blocks_of_a_grid_share_a_cache)
{
    struct machine *machine = take_machine(1, 4, 4);
    struct edges edges = {0};
    int cores[16], numbers[16];

    each_on_its_own(cores, 16);
    add_grid(&edges, 2, (int[]){4, 4}, false);
    cr_assert_eq(edges.count, 24);
    /* Four blocks of 2 x 2: four ties within each, eight between them. */
    cr_assert_eq(find(machine, 16, cores, &edges, numbers), 16 * 1 + 8 * 2);
    edges_drop(&edges);
    free(machine);
}

Test(placement, a_line_stays_as_it_is)
{
    struct machine *machine = take_machine(2, 2, 4);
    struct edges edges = {0};
    int cores[16], numbers[16];

    each_on_its_own(cores, 16);
    add_grid(&edges, 1, (int[]){16}, false);
    find(machine, 16, cores, &edges, numbers);
    for (int i = 0; i < 16; i++)
        cr_assert_eq(numbers[i], i);
    edges_drop(&edges);
    free(machine);
}

Test(placement, far_partners_come_together)
{
    struct machine *machine = take_machine(2, 4, 2);
    struct edges edges = {0};
    int cores[16], numbers[16];

    each_on_its_own(cores, 16);
    for (int i = 0; i < 8; i++)
        edges_add(&edges, i, i + 8, 1);
    cr_assert_eq(find(machine, 16, cores, &edges, numbers), 8);
    edges_drop(&edges);
    free(machine);
}

Test(placement, members_on_one_core_are_nearest)
{
    struct machine *machine = take_machine(1, 1, 2);
    struct edges edges = {0};
    int cores[4] = {0, 0, 1, 1}, numbers[4];

    edges_add(&edges, 0, 2, 1);
    edges_add(&edges, 3, 1, 1);
    cr_assert_eq(find(machine, 4, cores, &edges, numbers), 0);
    edges_drop(&edges);
    free(machine);
}

Test(placement, heavy_edges_count_more)
{
    struct machine *machine = take_machine(1, 2, 2);
    struct edges edges = {0};
    int cores[4], numbers[4];

    each_on_its_own(cores, 4);
    edges_add(&edges, 0, 1, 1);
    edges_add(&edges, 2, 3, 1);
    edges_add(&edges, 0, 3, 1000);
    edges_add(&edges, 1, 2, 1000);
    cr_assert_eq(find(machine, 4, cores, &edges, numbers), 2000 + 4);
    edges_drop(&edges);
    free(machine);
}

Test(placement, talk_with_oneself_and_talk_without_weight_is_none)
{
    struct edges edges = {0};

    edges_add(&edges, 3, 3, 7);
    edges_add(&edges, 1, 2, 0);
    cr_assert_eq(edges.count, 0);
    edges_drop(&edges);
}

Test(placement, without_talk_everybody_stays)
{
    struct machine *machine = take_machine(2, 2, 2);
    struct edges edges = {0};
    int cores[8], numbers[8];

    each_on_its_own(cores, 8);
    cr_assert_eq(find(machine, 8, cores, &edges, numbers), 0);
    cr_assert_eq(find(machine, 0, cores, &edges, numbers), 0);
    free(machine);
}

/* ---- against all ways to number ------------------------------------------------------------- */

static int64_t least_of_all(const struct machine *machine, int nodes, const int cores[],
                            const struct edges *edges, int numbers[], int fixed)
{
    int64_t least = INT64_MAX;

    if (fixed == nodes)
        return placement_cost(machine, nodes, cores, numbers, edges);
    for (int i = fixed; i < nodes; i++) {
        int number = numbers[i];
        int64_t cost;

        numbers[i] = numbers[fixed];
        numbers[fixed] = number;
        cost = least_of_all(machine, nodes, cores, edges, numbers, fixed + 1);
        least = cost < least ? cost : least;
        numbers[fixed] = numbers[i];
        numbers[i] = number;
    }
    return least;
}

Test(placement, no_numbers_are_better_for_small_grids)
{
    static const int grids[][3] = {{2, 2, 2}, {4, 2, 1}, {2, 4, 1},
                                   {8, 1, 1}, {3, 2, 1}, {7, 1, 1}};
    struct machine *machine = take_machine(2, 2, 2);

    for (size_t i = 0; i < 2 * sizeof grids / sizeof *grids; i++) {
        const int *dims = grids[i / 2];
        int nodes = dims[0] * dims[1] * dims[2], cores[8], numbers[8], own[8];
        struct edges edges = {0};
        int64_t cost;

        each_on_its_own(cores, nodes);
        each_on_its_own(own, nodes);
        add_grid(&edges, 3, dims, i % 2 != 0);
        cost = find(machine, nodes, cores, &edges, numbers);
        cr_assert_eq(cost, least_of_all(machine, nodes, cores, &edges, own, 0), "%dx%dx%d", dims[0],
                     dims[1], dims[2]);
        edges_drop(&edges);
    }
    free(machine);
}

/* Placements of 400 random graphs on random members' cores: near the best on the whole, never worse
 * than none at all (find looks). */
Test(placement, random_graphs_come_near_the_best)
{
    struct machine *machine = take_machine(2, 2, 2);
    int64_t found = 0, best = 0;

    srand(8);
    for (int graph = 0; graph < 400; graph++) {
        int nodes = 1 + rand() % 7, cores[8], numbers[8], own[8];
        struct edges edges = {0};

        each_on_its_own(own, nodes);
        for (int i = 0; i < nodes; i++)
            cores[i] = rand() % 8;
        for (int edge = rand() % 16; edge > 0; edge--)
            edges_add(&edges, rand() % nodes, rand() % nodes, rand() % 10);
        found += find(machine, nodes, cores, &edges, numbers);
        best += least_of_all(machine, nodes, cores, &edges, own, 0);
        edges_drop(&edges);
    }
    cr_assert_leq(best, found);
    cr_assert_leq(found, best + best / 10, "%lld, the best is %lld", (long long)found,
                  (long long)best);
    free(machine);
}

Test(placement, of_too_many_nodes_everybody_stays)
{
    enum { MANY = PLACEMENT_NODES_MAX + 1 };
    static int cores[MANY], numbers[MANY];
    struct machine *machine = take_machine(2, 2, 2);
    struct edges edges = {0};

    edges_add(&edges, 0, MANY - 1, 1);
    for (int i = 0; i < MANY; i++)
        cores[i] = i % 8;
    placement_find(machine, MANY, cores, &edges, numbers);
    for (int i = 0; i < MANY; i++)
        cr_assert_eq(numbers[i], i);
    edges_drop(&edges);
    free(machine);
}
