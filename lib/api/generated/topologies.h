/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from topologies.table. */

/* The functions written by hand that the entries of this table call. */
#ifndef API_GENERATED_TOPOLOGIES_H
#define API_GENERATED_TOPOLOGIES_H

#include "api/argument/mode.h"
#include "base/call.h"
#include "base/width.h"
#include "mpi_types.h"

int api_cart_create(const struct call *call, MPI_Comm comm_old, int ndims, const int dims[],
                    const int periods[], int reorder, MPI_Comm *comm_cart);
int api_dims_create(const struct call *call, int nnodes, int ndims, int dims[]);
int api_cartdim_get(const struct call *call, MPI_Comm comm, int *ndims);
int api_cart_get(const struct call *call, MPI_Comm comm, int maxdims, int dims[], int periods[],
                 int coords[]);
int api_cart_rank(const struct call *call, MPI_Comm comm, const int coords[], int *rank);
int api_cart_coords(const struct call *call, MPI_Comm comm, int rank, int maxdims, int coords[]);
int api_cart_shift(const struct call *call, MPI_Comm comm, int direction, int disp,
                   int *rank_source, int *rank_dest);
int api_cart_sub(const struct call *call, MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm);
int api_cart_map(const struct call *call, MPI_Comm comm, int ndims, const int dims[],
                 const int periods[], int *newrank);
int api_topo_test(const struct call *call, MPI_Comm comm, int *status);
int api_graph_create(const struct call *call, MPI_Comm comm_old, int nnodes, const int indx[],
                     const int edges[], int reorder, MPI_Comm *comm_graph);
int api_graph_map(const struct call *call, MPI_Comm comm, int nnodes, const int indx[],
                  const int edges[], int *newrank);
int api_graphdims_get(const struct call *call, MPI_Comm comm, int *nnodes, int *nedges);
int api_graph_get(const struct call *call, MPI_Comm comm, int maxindex, int maxedges, int indx[],
                  int edges[]);
int api_graph_neighbors_count(const struct call *call, MPI_Comm comm, int rank, int *nneighbors);
int api_graph_neighbors(const struct call *call, MPI_Comm comm, int rank, int maxneighbors,
                        int neighbors[]);
int api_dist_graph_create_adjacent(const struct call *call, MPI_Comm comm_old, int indegree,
                                   const int sources[], const int *sourceweights, int outdegree,
                                   const int destinations[], const int *destweights, MPI_Info info,
                                   int reorder, MPI_Comm *comm_dist_graph);
int api_dist_graph_create(const struct call *call, MPI_Comm comm_old, int n, const int sources[],
                          const int degrees[], const int destinations[], const int *weights,
                          MPI_Info info, int reorder, MPI_Comm *comm_dist_graph);
int api_dist_graph_neighbors_count(const struct call *call, MPI_Comm comm, int *indegree,
                                   int *outdegree, int *weighted);
int api_dist_graph_neighbors(const struct call *call, MPI_Comm comm, int maxindegree, int sources[],
                             int *sourceweights, int maxoutdegree, int destinations[],
                             int *destweights);

#endif
