/* SPDX-License-Identifier: MIT */
/* Who gets which number in a topology, so that nodes that talk are on cores that are near each
 * other. The answer depends on the arguments only, not on time. */
#ifndef TOPO_PLACEMENT_H
#define TOPO_PLACEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/machine.h"

/* Beyond so many nodes a search takes longer than it gains. */
enum { PLACEMENT_NODES_MAX = 512 };

/* Two nodes that talk, in either direction, and how much. */
struct edge {
    int one, other;
    int64_t weight;
};

/* Zero is none. */
struct edges {
    struct edge *each;
    size_t count, room;
    bool is_short; /* of memory */
};

/* A node talks to itself wherever it is: that is no tie. */
void edges_add(struct edges *edges, int one, int other, int64_t weight);
void edges_drop(struct edges *edges);

/* The sum of all ties' weights times distances when member i, on core cores[i], has numbers[i]. */
int64_t placement_cost(const struct machine *machine, int nodes, const int cores[],
                       const int numbers[], const struct edges *edges);

/* Gives each member a number, one of 0..nodes-1. It costs no more than each member's own number;
 * when nothing costs less, it is that. */
void placement_find(const struct machine *machine, int nodes, const int cores[],
                    const struct edges *edges, int numbers[]);

#endif
