/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from topologies.table. */
#include "api/entry/followed.h"
#include "api/entry/laws.h"
#include "api/entry/surface.h"
#include "api/generated/topologies.h"
#include "base/call.h"

#pragma GCC visibility push(default)
int PMPI_Cart_create(MPI_Comm comm_old, int ndims, const int dims[], const int periods[],
                     int reorder, MPI_Comm *comm_cart);
int PMPI_Dims_create(int nnodes, int ndims, int dims[]);
int PMPI_Cartdim_get(MPI_Comm comm, int *ndims);
int PMPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]);
int PMPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank);
int PMPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[]);
int PMPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest);
int PMPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm);
int PMPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank);
int PMPI_Topo_test(MPI_Comm comm, int *status);
int PMPI_Graph_create(MPI_Comm comm_old, int nnodes, const int indx[], const int edges[],
                      int reorder, MPI_Comm *comm_graph);
int PMPI_Graph_map(MPI_Comm comm, int nnodes, const int indx[], const int edges[], int *newrank);
int PMPI_Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges);
int PMPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int indx[], int edges[]);
int PMPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors);
int PMPI_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[]);
int PMPI_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[],
                                    const int *sourceweights, int outdegree,
                                    const int destinations[], const int *destweights, MPI_Info info,
                                    int reorder, MPI_Comm *comm_dist_graph);
int PMPI_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[], const int degrees[],
                           const int destinations[], const int *weights, MPI_Info info, int reorder,
                           MPI_Comm *comm_dist_graph);
int PMPI_Dist_graph_neighbors_count(MPI_Comm comm, int *indegree, int *outdegree, int *weighted);
int PMPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int *sourceweights,
                              int maxoutdegree, int destinations[], int *destweights);
#pragma GCC visibility pop

static __attribute__((noinline))
int followed_api_cart_create(const struct call *call, MPI_Comm comm_old, int ndims,
                             const int dims[], const int periods[], int reorder,
                             MPI_Comm *comm_cart)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm_old});

    if (err == MPI_SUCCESS)
        err = api_cart_create(call, comm_old, ndims, dims, periods, reorder, comm_cart);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_dims_create(const struct call *call, int nnodes, int ndims, int dims[])
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE,
                                                        .tag = CALL_HAS_NONE});

    if (err == MPI_SUCCESS)
        err = api_dims_create(call, nnodes, ndims, dims);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_cartdim_get(const struct call *call, MPI_Comm comm, int *ndims)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_cartdim_get(call, comm, ndims);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_cart_get(const struct call *call, MPI_Comm comm, int maxdims, int dims[],
                          int periods[], int coords[])
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_cart_get(call, comm, maxdims, dims, periods, coords);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_cart_rank(const struct call *call, MPI_Comm comm, const int coords[], int *rank)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_cart_rank(call, comm, coords, rank);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_cart_coords(const struct call *call, MPI_Comm comm, int rank, int maxdims,
                             int coords[])
{
    int err = followed_begin(call, &(struct call_facts){.peer = rank, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_cart_coords(call, comm, rank, maxdims, coords);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_cart_shift(const struct call *call, MPI_Comm comm, int direction, int disp,
                            int *rank_source, int *rank_dest)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_cart_shift(call, comm, direction, disp, rank_source, rank_dest);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_cart_sub(const struct call *call, MPI_Comm comm, const int remain_dims[],
                          MPI_Comm *newcomm)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_cart_sub(call, comm, remain_dims, newcomm);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_cart_map(const struct call *call, MPI_Comm comm, int ndims, const int dims[],
                          const int periods[], int *newrank)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_cart_map(call, comm, ndims, dims, periods, newrank);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_topo_test(const struct call *call, MPI_Comm comm, int *status)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_topo_test(call, comm, status);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_graph_create(const struct call *call, MPI_Comm comm_old, int nnodes,
                              const int indx[], const int edges[], int reorder,
                              MPI_Comm *comm_graph)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm_old});

    if (err == MPI_SUCCESS)
        err = api_graph_create(call, comm_old, nnodes, indx, edges, reorder, comm_graph);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_graph_map(const struct call *call, MPI_Comm comm, int nnodes, const int indx[],
                           const int edges[], int *newrank)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_graph_map(call, comm, nnodes, indx, edges, newrank);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_graphdims_get(const struct call *call, MPI_Comm comm, int *nnodes, int *nedges)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_graphdims_get(call, comm, nnodes, nedges);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_graph_get(const struct call *call, MPI_Comm comm, int maxindex, int maxedges,
                           int indx[], int edges[])
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_graph_get(call, comm, maxindex, maxedges, indx, edges);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_graph_neighbors_count(const struct call *call, MPI_Comm comm, int rank,
                                       int *nneighbors)
{
    int err = followed_begin(call, &(struct call_facts){.peer = rank, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_graph_neighbors_count(call, comm, rank, nneighbors);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_graph_neighbors(const struct call *call, MPI_Comm comm, int rank, int maxneighbors,
                                 int neighbors[])
{
    int err = followed_begin(call, &(struct call_facts){.peer = rank, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_graph_neighbors(call, comm, rank, maxneighbors, neighbors);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_dist_graph_create_adjacent(const struct call *call, MPI_Comm comm_old,
                                            int indegree, const int sources[],
                                            const int *sourceweights, int outdegree,
                                            const int destinations[], const int *destweights,
                                            MPI_Info info, int reorder, MPI_Comm *comm_dist_graph)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm_old});

    if (err == MPI_SUCCESS)
        err = api_dist_graph_create_adjacent(call, comm_old, indegree, sources, sourceweights,
                                             outdegree, destinations, destweights, info, reorder,
                                             comm_dist_graph);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_dist_graph_create(const struct call *call, MPI_Comm comm_old, int n,
                                   const int sources[], const int degrees[],
                                   const int destinations[], const int *weights, MPI_Info info,
                                   int reorder, MPI_Comm *comm_dist_graph)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm_old});

    if (err == MPI_SUCCESS)
        err = api_dist_graph_create(call, comm_old, n, sources, degrees, destinations, weights,
                                    info, reorder, comm_dist_graph);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_dist_graph_neighbors_count(const struct call *call, MPI_Comm comm, int *indegree,
                                            int *outdegree, int *weighted)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_dist_graph_neighbors_count(call, comm, indegree, outdegree, weighted);
    return followed_end(call, err);
}

static __attribute__((noinline))
int followed_api_dist_graph_neighbors(const struct call *call, MPI_Comm comm, int maxindegree,
                                      int sources[], int *sourceweights, int maxoutdegree,
                                      int destinations[], int *destweights)
{
    int err = followed_begin(call, &(struct call_facts){.peer = CALL_HAS_NONE, .tag = CALL_HAS_NONE,
                                                        .comm = comm});

    if (err == MPI_SUCCESS)
        err = api_dist_graph_neighbors(call, comm, maxindegree, sources, sourceweights,
                                       maxoutdegree, destinations, destweights);
    return followed_end(call, err);
}

int PMPI_Cart_create(MPI_Comm comm_old, int ndims, const int dims[], const int periods[],
                     int reorder, MPI_Comm *comm_cart)
{
    const struct call call = CALL("MPI_Cart_create");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_cart_create(&call, comm_old, ndims, dims, periods, reorder,
                                                  comm_cart));
    return laws_kept(api_cart_create(&call, comm_old, ndims, dims, periods, reorder, comm_cart));
}
ALIAS(MPI_Cart_create);

int PMPI_Dims_create(int nnodes, int ndims, int dims[])
{
    const struct call call = CALL("MPI_Dims_create");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_dims_create(&call, nnodes, ndims, dims));
    return laws_kept(api_dims_create(&call, nnodes, ndims, dims));
}
ALIAS(MPI_Dims_create);

int PMPI_Cartdim_get(MPI_Comm comm, int *ndims)
{
    const struct call call = CALL("MPI_Cartdim_get");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_cartdim_get(&call, comm, ndims));
    return laws_kept(api_cartdim_get(&call, comm, ndims));
}
ALIAS(MPI_Cartdim_get);

int PMPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[])
{
    const struct call call = CALL("MPI_Cart_get");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_cart_get(&call, comm, maxdims, dims, periods, coords));
    return laws_kept(api_cart_get(&call, comm, maxdims, dims, periods, coords));
}
ALIAS(MPI_Cart_get);

int PMPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank)
{
    const struct call call = CALL("MPI_Cart_rank");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_cart_rank(&call, comm, coords, rank));
    return laws_kept(api_cart_rank(&call, comm, coords, rank));
}
ALIAS(MPI_Cart_rank);

int PMPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[])
{
    const struct call call = CALL("MPI_Cart_coords");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_cart_coords(&call, comm, rank, maxdims, coords));
    return laws_kept(api_cart_coords(&call, comm, rank, maxdims, coords));
}
ALIAS(MPI_Cart_coords);

int PMPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest)
{
    const struct call call = CALL("MPI_Cart_shift");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_cart_shift(&call, comm, direction, disp, rank_source,
                                                 rank_dest));
    return laws_kept(api_cart_shift(&call, comm, direction, disp, rank_source, rank_dest));
}
ALIAS(MPI_Cart_shift);

int PMPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm)
{
    const struct call call = CALL("MPI_Cart_sub");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_cart_sub(&call, comm, remain_dims, newcomm));
    return laws_kept(api_cart_sub(&call, comm, remain_dims, newcomm));
}
ALIAS(MPI_Cart_sub);

int PMPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int *newrank)
{
    const struct call call = CALL("MPI_Cart_map");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_cart_map(&call, comm, ndims, dims, periods, newrank));
    return laws_kept(api_cart_map(&call, comm, ndims, dims, periods, newrank));
}
ALIAS(MPI_Cart_map);

int PMPI_Topo_test(MPI_Comm comm, int *status)
{
    const struct call call = CALL("MPI_Topo_test");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_topo_test(&call, comm, status));
    return laws_kept(api_topo_test(&call, comm, status));
}
ALIAS(MPI_Topo_test);

int PMPI_Graph_create(MPI_Comm comm_old, int nnodes, const int indx[], const int edges[],
                      int reorder, MPI_Comm *comm_graph)
{
    const struct call call = CALL("MPI_Graph_create");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_graph_create(&call, comm_old, nnodes, indx, edges, reorder,
                                                   comm_graph));
    return laws_kept(api_graph_create(&call, comm_old, nnodes, indx, edges, reorder, comm_graph));
}
ALIAS(MPI_Graph_create);

int PMPI_Graph_map(MPI_Comm comm, int nnodes, const int indx[], const int edges[], int *newrank)
{
    const struct call call = CALL("MPI_Graph_map");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_graph_map(&call, comm, nnodes, indx, edges, newrank));
    return laws_kept(api_graph_map(&call, comm, nnodes, indx, edges, newrank));
}
ALIAS(MPI_Graph_map);

int PMPI_Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges)
{
    const struct call call = CALL("MPI_Graphdims_get");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_graphdims_get(&call, comm, nnodes, nedges));
    return laws_kept(api_graphdims_get(&call, comm, nnodes, nedges));
}
ALIAS(MPI_Graphdims_get);

int PMPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int indx[], int edges[])
{
    const struct call call = CALL("MPI_Graph_get");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_graph_get(&call, comm, maxindex, maxedges, indx, edges));
    return laws_kept(api_graph_get(&call, comm, maxindex, maxedges, indx, edges));
}
ALIAS(MPI_Graph_get);

int PMPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors)
{
    const struct call call = CALL("MPI_Graph_neighbors_count");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_graph_neighbors_count(&call, comm, rank, nneighbors));
    return laws_kept(api_graph_neighbors_count(&call, comm, rank, nneighbors));
}
ALIAS(MPI_Graph_neighbors_count);

int PMPI_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors, int neighbors[])
{
    const struct call call = CALL("MPI_Graph_neighbors");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_graph_neighbors(&call, comm, rank, maxneighbors, neighbors));
    return laws_kept(api_graph_neighbors(&call, comm, rank, maxneighbors, neighbors));
}
ALIAS(MPI_Graph_neighbors);

int PMPI_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree, const int sources[],
                                    const int *sourceweights, int outdegree,
                                    const int destinations[], const int *destweights, MPI_Info info,
                                    int reorder, MPI_Comm *comm_dist_graph)
{
    const struct call call = CALL("MPI_Dist_graph_create_adjacent");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_dist_graph_create_adjacent(&call, comm_old, indegree, sources,
                                                                 sourceweights, outdegree,
                                                                 destinations, destweights, info,
                                                                 reorder, comm_dist_graph));
    return laws_kept(api_dist_graph_create_adjacent(&call, comm_old, indegree, sources,
                                                    sourceweights, outdegree, destinations,
                                                    destweights, info, reorder, comm_dist_graph));
}
ALIAS(MPI_Dist_graph_create_adjacent);

int PMPI_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[], const int degrees[],
                           const int destinations[], const int *weights, MPI_Info info, int reorder,
                           MPI_Comm *comm_dist_graph)
{
    const struct call call = CALL("MPI_Dist_graph_create");

    MAKES_OBJECT(call);
    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_dist_graph_create(&call, comm_old, n, sources, degrees,
                                                        destinations, weights, info, reorder,
                                                        comm_dist_graph));
    return laws_kept(api_dist_graph_create(&call, comm_old, n, sources, degrees, destinations,
                                           weights, info, reorder, comm_dist_graph));
}
ALIAS(MPI_Dist_graph_create);

int PMPI_Dist_graph_neighbors_count(MPI_Comm comm, int *indegree, int *outdegree, int *weighted)
{
    const struct call call = CALL("MPI_Dist_graph_neighbors_count");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_dist_graph_neighbors_count(&call, comm, indegree, outdegree,
                                                                 weighted));
    return laws_kept(api_dist_graph_neighbors_count(&call, comm, indegree, outdegree, weighted));
}
ALIAS(MPI_Dist_graph_neighbors_count);

int PMPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[], int *sourceweights,
                              int maxoutdegree, int destinations[], int *destweights)
{
    const struct call call = CALL("MPI_Dist_graph_neighbors");

    if (unlikely(load_relaxed(&calls_are_followed)))
        return laws_kept(followed_api_dist_graph_neighbors(&call, comm, maxindegree, sources,
                                                           sourceweights, maxoutdegree,
                                                           destinations, destweights));
    return laws_kept(api_dist_graph_neighbors(&call, comm, maxindegree, sources, sourceweights,
                                              maxoutdegree, destinations, destweights));
}
ALIAS(MPI_Dist_graph_neighbors);
