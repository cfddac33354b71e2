/* SPDX-License-Identifier: MIT */
/* The shape of a Cartesian grid: sizes and rings, and from these who stands where. Ranks run in
 * row-major order. A grid of no dimensions has one place. The shape is immutable; the members of
 * a communicator and of its duplicates hold it together.
 *
 * Edges
 *   cart.references  a drop publishes its holder's last use to whoever frees the shape. */
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

/* A shape for at most that many ranks. MPI_ERR_DIMS when a size is below 1, or they are too few. */
int cart_create(int ranks, int ndims, const int dims[], const int periods[], struct cart **created);
void cart_drop(struct cart *cart); /* NULL is fine */

/* Coordinates are taken modulo the size where the dimension is a ring; MPI_ERR_ARG where it is not
 * and they are outside. */
int cart_rank(const struct cart *cart, const int coords[], int *rank);

/* MPI_ERR_RANK for a rank that has no place; MPI_ERR_ARG when there is no room for all of them. */
int cart_coords(const struct cart *cart, int rank, int maxdims, int coords[]);

/* The sizes and rings; MPI_ERR_ARG likewise. */
int cart_get(const struct cart *cart, int maxdims, int dims[], int periods[]);

/* From whom and to whom data goes that moves so far along a dimension: MPI_PROC_NULL beyond the
 * ends. MPI_ERR_DIMS for a dimension that there is not. */
int cart_shift(const struct cart *cart, int rank, int direction, int displacement, int *source,
               int *dest);

/* A tie between neighbours in each dimension. The first shape counts. */
void cart_list_edges(void *const shapes[], int nodes, struct edges *edges);

/* The part of a grid that has a rank's coordinates in all dimensions but those that remain. */
struct cart_part {
    int color; /* the same for the ranks of a part, and for them only */
    int key;   /* a rank's place in its part */
    struct cart *shape;
};

int cart_sub(const struct cart *cart, int rank, const int remain_dims[], struct cart_part *part);

#endif
