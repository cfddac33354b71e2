/* SPDX-License-Identifier: MIT */
/* The sizes of a balanced grid. */
#ifndef TOPO_DIMS_H
#define TOPO_DIMS_H

/* Replaces the zeros of dims, in falling order, so that the product of all sizes is `nodes`. The
 * new sizes have the smallest difference between the largest and the smallest. Among such answers,
 * the one with the smallest largest size is chosen, then the smallest second largest size, and so
 * on. Fails with MPI_ERR_DIMS if a size is negative, or if `nodes` is not a multiple of the given
 * sizes. */
int dims_create(int nodes, int ndims, int dims[]);

#endif
