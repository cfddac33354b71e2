/* SPDX-License-Identifier: MIT */
/* The assignment of numbers in a topology, so that nodes that communicate are on cores that are
 * near each other. The answer depends only on the arguments, not on time. */
#ifndef TOPO_PLACEMENT_H
#define TOPO_PLACEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/machine.h"

/* For more nodes than this a search takes longer than it gains. */
enum { PLACEMENT_NODES_MAX = 512 };

/* Two nodes that communicate, in either direction, and how much. */
struct edge {
    int one, other;
    int64_t weight;
};

/* Zeroed: no edges. */
struct edges {
    struct edge *each;
    size_t count, room;
    bool is_short; /* memory has run out */
};

/* Adds an edge; an edge from a node to itself costs nothing and is not added. */
void edges_add(struct edges *edges, int one, int other, int64_t weight);
void edges_drop(struct edges *edges);

/* Returns the sum of all edges' weights times distances if member i, on core cores[i], has
 * numbers[i]. */
int64_t placement_cost(const struct machine *machine, int nodes, const int cores[],
                       const int numbers[], const struct edges *edges);

/* Gives each member a number, one of 0..nodes-1. The result costs no more than numbers[i] == i, and
 * is that if nothing costs less. */
void placement_find(const struct machine *machine, int nodes, const int cores[],
                    const struct edges *edges, int numbers[]);

#endif
