#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Ranks that are bound to cores, and topologies that are reordered for them.
. "$(dirname "$0")/../harness/tap.sh"

# Each rank says on how many processors it may run, and whether its threads inherit that.
cat >where.c <<'EOF'
#define _GNU_SOURCE
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

static void *look(void *set)
{
    sched_getaffinity(0, sizeof(cpu_set_t), set);
    return NULL;
}

int main(int argc, char **argv)
{
    cpu_set_t mine, of_thread;
    pthread_t thread;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    look(&mine);
    pthread_create(&thread, NULL, look, &of_thread);
    pthread_join(thread, NULL);
    printf("%d %d %s", rank, CPU_COUNT(&mine), CPU_EQUAL(&mine, &of_thread) ? "same" : "other");
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &mine))
            printf(" %d", cpu);
    printf("\n");
    MPI_Finalize();
    return 0;
}
EOF
# Makes topologies of whatever kind and checks that they are what was asked for; prints who is who.
cat >order.c <<'EOF'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int rank, size;

static void must(int is_so, const char *what)
{
    if (!is_so) {
        fprintf(stderr, "rank %d: not so: %s\n", rank, what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* One line of all members' numbers, by their old ones; all are there, once. */
static void tell(const char *name, int number)
{
    int *numbers = calloc(2 * size, sizeof *numbers), *is_there = numbers + size;

    MPI_Gather(&number, 1, MPI_INT, numbers, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("%s", name);
        for (int i = 0; i < size; i++) {
            printf(" %d", numbers[i]);
            must(numbers[i] == MPI_UNDEFINED || !is_there[numbers[i]]++, "numbers differ");
        }
        printf("\n");
    }
    free(numbers);
}

/* Each sends its number to those it calls neighbours, who expect it. */
static void talk(MPI_Comm comm, int count, const int neighbours[])
{
    int *got = malloc((count + 1) * sizeof *got), mine;

    MPI_Comm_rank(comm, &mine);
    MPI_Neighbor_allgather(&mine, 1, MPI_INT, got, 1, MPI_INT, comm);
    for (int i = 0; i < count; i++)
        must(got[i] == neighbours[i], "who talks to me");
    free(got);
}

static void make_cart(int nodes, int reorder)
{
    int dims[2] = {0, 0}, periods[2] = {1, 1}, coords[2], number = MPI_UNDEFINED, mapped, again;
    int neighbours[4];
    MPI_Comm grid;

    MPI_Dims_create(nodes, 2, dims);
    MPI_Cart_map(MPI_COMM_WORLD, 2, dims, periods, &mapped);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, reorder, &grid);
    must((rank < nodes) == (grid != MPI_COMM_NULL), "surplus ranks are left out");
    if (grid != MPI_COMM_NULL) {
        MPI_Comm_rank(grid, &number);
        MPI_Cart_coords(grid, number, 2, coords);
        MPI_Cart_rank(grid, coords, &again);
        must(again == number && coords[0] == number / dims[1], "rows first");
        for (int i = 0; i < 2; i++)
            MPI_Cart_shift(grid, i, 1, &neighbours[2 * i], &neighbours[2 * i + 1]);
        talk(grid, 4, neighbours);
        MPI_Comm_free(&grid);
    }
    must(mapped == (reorder ? number : rank < nodes ? mapped : MPI_UNDEFINED), "as it was mapped");
    tell(reorder ? "cart" : "cart-kept", number);
}

static int partner_of(int node)
{
    return (node + size / 2) % (size / 2 * 2);
}

static void make_graph(void)
{
    int *index = malloc(2 * size * sizeof *index), *edges = index + size, number, mapped, partner;
    int nodes = size / 2 * 2;
    MPI_Comm graph;

    for (int i = 0; i < nodes; i++) {
        index[i] = i + 1;
        edges[i] = partner_of(i);
    }
    MPI_Graph_map(MPI_COMM_WORLD, nodes, index, edges, &mapped);
    MPI_Graph_create(MPI_COMM_WORLD, nodes, index, edges, 1, &graph);
    number = MPI_UNDEFINED;
    if (graph != MPI_COMM_NULL) {
        MPI_Comm_rank(graph, &number);
        MPI_Graph_neighbors(graph, number, 1, &partner);
        must(partner == partner_of(number), "the node's edge");
        talk(graph, 1, &partner);
        MPI_Comm_free(&graph);
    }
    must(mapped == number, "as it was mapped");
    tell("graph", number);
    free(index);
}

/* Node n has edges to all below it, of weight 10 * n + theirs: whoever has the number has them. */
static void check_dist(MPI_Comm graph, int reorder)
{
    int number, in, out, weighted, *sources = malloc(4 * size * sizeof *sources);
    int *weights_in = sources + size, *targets = weights_in + size, *weights = targets + size;

    MPI_Comm_rank(graph, &number);
    must(reorder || number == rank, "without reorder numbers stay");
    MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted);
    must(in == size - 1 - number && out == number && weighted, "the node's edges");
    MPI_Dist_graph_neighbors(graph, size, sources, weights_in, size, targets, weights);
    for (int i = 0; i < out; i++)
        must(targets[i] == i && weights[i] == 10 * number + i, "to whom");
    for (int i = 0; i < in; i++)
        must(weights_in[i] == 10 * sources[i] + number, "from whom");
    talk(graph, in, sources);
    free(sources);
}

static void make_dist(int reorder)
{
    int *targets = malloc(4 * size * sizeof *targets), *weights = targets + size, number;
    int *sources = weights + size, *weights_in = sources + size;
    MPI_Comm graph;

    for (int i = 0; i < rank; i++) {
        targets[i] = i;
        weights[i] = 10 * rank + i;
    }
    for (int i = rank + 1; i < size; i++) {
        sources[i - rank - 1] = i;
        weights_in[i - rank - 1] = 10 * i + rank;
    }
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, size - 1 - rank, sources, weights_in, rank,
                                   targets, weights, MPI_INFO_NULL, reorder, &graph);
    check_dist(graph, reorder);
    MPI_Comm_rank(graph, &number);
    tell(reorder ? "adjacent" : "adjacent-kept", number);
    MPI_Comm_free(&graph);
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &rank, targets, weights, MPI_INFO_NULL,
                          reorder, &graph);
    check_dist(graph, reorder);
    MPI_Comm_rank(graph, &number);
    tell(reorder ? "dist" : "dist-kept", number);
    MPI_Comm_free(&graph);
    free(targets);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    make_cart(size, 0);
    make_cart(size, 1);
    make_cart(size > 2 ? size - 1 : size, 1);
    make_graph();
    make_dist(0);
    make_dist(1);
    MPI_Finalize();
    return 0;
}
EOF
run "$bin/mpicc" -O1 -o where where.c -pthread
expect builds_a_program_that_looks_where_it_is 0
run "$bin/mpicc" -O1 -o order order.c
expect builds_a_program_with_topologies 0

# The numbers that members get, which are theirs unless it is said otherwise.
own() {
    seq -s ' ' 0 $(($1 - 1))
}

run "$bin/mpiexec" -n 3 ./where
count=$(cut -d' ' -f2 out | sort -u)
[ "$count" = "$(nproc)" ]
report ranks_run_anywhere_unless_they_are_bound
if "$bin/mpiexec" -n 1 -bind-to core ./where 2>&1 | grep -q 'without hwloc'; then
    skip binding "without hwloc"
    finish
    exit
fi
run "$bin/mpiexec" -n 2 -bind-to hwthread ./where
expect ranks_are_bound_to_a_hardware_thread 0 '^0 1 same' '^1 1 same'
[ "$(nproc)" -eq 1 ] || [ "$(cut -d' ' -f4 out | sort -u | wc -l)" -eq 2 ]
report each_to_one_of_its_own
HEDDLE_BIND=1 run "$bin/mpiexec" -n $((2 * $(nproc))) ./where
expect more_ranks_than_cores_share_them 0 '^0 [0-9]+ same'
! grep -q other out
report threads_run_where_their_rank_does
run "$bin/mpiexec" -n 2 -bind-to none ./where
[ "$(cut -d' ' -f2 out | sort -u)" = "$(nproc)" ]
report bound_to_none_is_not_bound
run "$bin/mpiexec" -n 2 -bind-to socket ./where
expect larger_parts_of_the_machine_are_accepted 0
run "$bin/mpiexec" -n 2 -bind-to toaster ./where
expect nonsense_is_refused 2 '-bind-to toaster: the value must be core, hwthread, none'

for ranks in 1 2 5 8; do
    run "$bin/mpiexec" -n $ranks ./order
    expect "unbound, $ranks ranks keep their numbers" 0 "^cart $(own $ranks)\$" \
        "^adjacent $(own $ranks)\$" "^dist $(own $ranks)\$"
    run "$bin/mpiexec" -n $ranks -bind-to core ./order
    expect "bound, $ranks ranks are what they asked for" 0 "^cart-kept $(own $ranks)\$" \
        "^adjacent-kept $(own $ranks)\$" "^dist-kept $(own $ranks)\$"
done
# hwloc describes a machine that is not there: four caches with four cores each.
HWLOC_SYNTHETIC='l3:4 core:4 pu:1' HEDDLE_BIND=1 run "$bin/mpiexec" -n 16 ./order
expect topologies_are_made_on_another_machine 0 "^cart-kept $(own 16)\$"
! grep -q "^graph $(own 16)\$" out
report partners_that_are_far_apart_get_other_numbers
HWLOC_SYNTHETIC='l3:4 core:4 pu:1' HEDDLE_BIND=1 run "$bin/mpiexec" -n 17 ./order
expect a_surplus_rank_has_no_number 0 '^graph( [0-9]+){16} -[0-9]+$'
finish
