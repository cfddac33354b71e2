/* SPDX-License-Identifier: MIT */
/* Written by lib/api/generate.py from topologies.table. */
#include "api/surface.h"

#include "api/generated/api.h"
#include "base/call.h"

int PMPI_Cart_create(MPI_Comm comm_old, int ndims, const int dims[], const int periods[],
                     int reorder, MPI_Comm *comm_cart)
{
    const struct call call = CALL("MPI_Cart_create");

    return api_cart_create(&call, comm_old, ndims, dims, periods, reorder, comm_cart);
}
ALIAS(MPI_Cart_create);

int PMPI_Dims_create(int nnodes, int ndims, int dims[])
{
    const struct call call = CALL("MPI_Dims_create");

    return api_dims_create(&call, nnodes, ndims, dims);
}
ALIAS(MPI_Dims_create);

int PMPI_Cartdim_get(MPI_Comm comm, int *ndims)
{
    const struct call call = CALL("MPI_Cartdim_get");

    return api_cartdim_get(&call, comm, ndims);
}
ALIAS(MPI_Cartdim_get);

int PMPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[])
{
    const struct call call = CALL("MPI_Cart_get");

    return api_cart_get(&call, comm, maxdims, dims, periods, coords);
}
ALIAS(MPI_Cart_get);

int PMPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank)
{
    const struct call call = CALL("MPI_Cart_rank");

    return api_cart_rank(&call, comm, coords, rank);
}
ALIAS(MPI_Cart_rank);

int PMPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[])
{
    const struct call call = CALL("MPI_Cart_coords");

    return api_cart_coords(&call, comm, rank, maxdims, coords);
}
ALIAS(MPI_Cart_coords);

int PMPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source, int *rank_dest)
{
    const struct call call = CALL("MPI_Cart_shift");

    return api_cart_shift(&call, comm, direction, disp, rank_source, rank_dest);
}
ALIAS(MPI_Cart_shift);

int PMPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm)
{
    const struct call call = CALL("MPI_Cart_sub");

    return api_cart_sub(&call, comm, remain_dims, newcomm);
}
ALIAS(MPI_Cart_sub);
