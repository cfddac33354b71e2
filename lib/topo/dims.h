/* SPDX-License-Identifier: MIT */
/* The sizes of a balanced grid. */
#ifndef TOPO_DIMS_H
#define TOPO_DIMS_H

/* Replaces the zeros of dims, in falling order, so that the product of all is nodes. Of all ways
 * to do so it is one whose largest and smallest new size are nearest to each other, and of these
 * the one whose largest, then second largest ... size is least.
 * MPI_ERR_DIMS when a size is negative, or nodes is no multiple of those that are given. */
int dims_create(int nodes, int ndims, int dims[]);

#endif
