/* SPDX-License-Identifier: MIT */
/* The shape of a Cartesian grid: the size of each dimension and whether it is periodic. Ranks run
 * in row-major order. A grid without dimensions has one place. The shape is immutable; the members
 * of a communicator and of its duplicates share it.
 *
 * Edges
 *   cart.references  a drop publishes its holder's last use to the thread that frees the shape. */
#ifndef TOPO_CART_H
#define TOPO_CART_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"
#include "comm/comm.h"
#include "topo/placement.h"

struct cart {
    _Atomic(int) references;
    int places; /* the product of the sizes */
    int ndims;
    struct cart_dim {
        int size;
        bool is_periodic;
    } dims[];
};

extern const struct topology_class cart_class;

/* Makes a shape for at most `ranks` ranks. Fails with MPI_ERR_DIMS if a size is below 1 or there
 * are too few ranks. */
int cart_create(int ranks, int ndims, const int dims[], const int periods[], struct cart **created);
void cart_drop(struct cart *cart); /* accepts NULL */

/* Finds the rank at some coordinates, which are taken modulo the size in periodic dimensions. Fails
 * with MPI_ERR_ARG if they are outside of another dimension. */
int cart_rank(const struct cart *cart, const int coords[], int *rank);

/* Fails with MPI_ERR_RANK for a rank without a place, and with MPI_ERR_ARG if `coords` is too
 * short. */
int cart_coords(const struct cart *cart, int rank, int maxdims, int coords[]);

/* Returns sizes and periodicity. Fails with MPI_ERR_ARG if the arrays are too short. */
int cart_get(const struct cart *cart, int maxdims, int dims[], int periods[]);

/* Finds the source and the destination of a shift along a dimension, MPI_PROC_NULL beyond open
 * ends. Fails with MPI_ERR_DIMS if there is no such dimension. */
int cart_shift(const struct cart *cart, int rank, int direction, int displacement, int *source,
               int *dest);

/* Adds an edge between neighbours in each dimension. Uses the first shape. */
void cart_list_edges(void *const shapes[], int nodes, struct edges *edges);

/* The part of a grid that contains a rank and extends along the remaining dimensions only. */
struct cart_part {
    int color; /* equal for the ranks of a part, and only for them */
    int key;   /* the rank's place in its part */
    struct cart *shape;
};

int cart_sub(const struct cart *cart, int rank, const int remain_dims[], struct cart_part *part);

#endif
