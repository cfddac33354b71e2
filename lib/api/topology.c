/* SPDX-License-Identifier: MIT */
/* Grids of processes. */
#include "api/check.h"
#include "api/generated/api.h"
#include "api/handle.h"
#include "api/raise.h"
#include "base/note.h"
#include "comm/make.h"
#include "topo/cart.h"
#include "topo/dims.h"

static int check_ndims(int ndims)
{
    if (ndims >= 0)
        return MPI_SUCCESS;
    return note(MPI_ERR_DIMS, "ndims %d is negative", ndims);
}

/* An array with an entry for each dimension may be missing when there are none. */
static int check_array(const int array[], const char *name, int ndims)
{
    return ndims > 0 ? check_output(array, name) : MPI_SUCCESS;
}

static int check_grid(MPI_Comm handle, struct comm **comm, const struct cart **cart)
{
    int err = check_comm(handle, "comm", comm);

    *cart = NULL;
    if (err != MPI_SUCCESS)
        return err;
    *cart = comm_topology(*comm, &cart_class);
    return *cart != NULL ? MPI_SUCCESS : note(MPI_ERR_TOPOLOGY, "comm is no grid");
}

/* A communicator of those who choose the same color, with a shape, which is taken over. */
static int create(struct comm *comm, int color, int key, struct cart *shape, MPI_Comm *handle)
{
    struct comm *created = NULL;
    int err = comm_split(comm, color, key, &created);

    if (err != MPI_SUCCESS || created == NULL)
        cart_drop(shape);
    else
        err = comm_set_topology(created, &cart_class, shape);
    if (err == MPI_SUCCESS)
        *handle = handle_of_comm(created);
    else
        comm_free(created);
    return err;
}

int api_cart_create(const struct call *call, MPI_Comm handle, int ndims, const int dims[],
                    const int periods[], int reorder, MPI_Comm *comm_cart)
{
    struct comm *comm;
    struct cart *shape;
    int err = check_comm(handle, "comm_old", &comm);

    (void)reorder; /* every order is as good as any other in one process */
    if (err == MPI_SUCCESS)
        err = check_intra(comm, "comm_old");
    if (err == MPI_SUCCESS)
        err = check_ndims(ndims);
    if (err == MPI_SUCCESS)
        err = check_array(dims, "dims", ndims);
    if (err == MPI_SUCCESS)
        err = check_array(periods, "periods", ndims);
    if (err == MPI_SUCCESS)
        err = check_output(comm_cart, "comm_cart");
    if (err == MPI_SUCCESS)
        err = cart_create(comm_size(comm), ndims, dims, periods, &shape);
    if (err == MPI_SUCCESS)
        err = create(comm, comm->rank < shape->places ? 0 : MPI_UNDEFINED, comm->rank, shape,
                     comm_cart);
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

int api_cart_sub(const struct call *call, MPI_Comm handle, const int remain_dims[],
                 MPI_Comm *newcomm)
{
    const struct cart *cart;
    struct comm *comm;
    struct cart_part part;
    int err = check_grid(handle, &comm, &cart);

    if (err == MPI_SUCCESS)
        err = check_array(remain_dims, "remain_dims", cart->ndims);
    if (err == MPI_SUCCESS)
        err = check_output(newcomm, "newcomm");
    if (err == MPI_SUCCESS)
        err = cart_sub(cart, comm->rank, remain_dims, &part);
    if (err == MPI_SUCCESS)
        err = create(comm, part.color, part.key, part.shape, newcomm);
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

int api_cartdim_get(const struct call *call, MPI_Comm handle, int *ndims)
{
    const struct cart *cart;
    struct comm *comm;
    int err = check_grid(handle, &comm, &cart);

    if (err == MPI_SUCCESS)
        err = check_output(ndims, "ndims");
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    *ndims = cart->ndims;
    return MPI_SUCCESS;
}

int api_cart_get(const struct call *call, MPI_Comm handle, int maxdims, int dims[], int periods[],
                 int coords[])
{
    const struct cart *cart;
    struct comm *comm;
    int err = check_grid(handle, &comm, &cart);

    if (err == MPI_SUCCESS)
        err = check_length(maxdims, "maxdims");
    if (err == MPI_SUCCESS)
        err = check_array(dims, "dims", cart->ndims);
    if (err == MPI_SUCCESS)
        err = check_array(periods, "periods", cart->ndims);
    if (err == MPI_SUCCESS)
        err = check_array(coords, "coords", cart->ndims);
    if (err == MPI_SUCCESS)
        err = cart_get(cart, maxdims, dims, periods);
    if (err == MPI_SUCCESS)
        err = cart_coords(cart, comm->rank, maxdims, coords);
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

int api_cart_rank(const struct call *call, MPI_Comm handle, const int coords[], int *rank)
{
    const struct cart *cart;
    struct comm *comm;
    int err = check_grid(handle, &comm, &cart);

    if (err == MPI_SUCCESS)
        err = check_array(coords, "coords", cart->ndims);
    if (err == MPI_SUCCESS)
        err = check_output(rank, "rank");
    if (err == MPI_SUCCESS)
        err = cart_rank(cart, coords, rank);
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

int api_cart_coords(const struct call *call, MPI_Comm handle, int rank, int maxdims, int coords[])
{
    const struct cart *cart;
    struct comm *comm;
    int err = check_grid(handle, &comm, &cart);

    if (err == MPI_SUCCESS)
        err = check_length(maxdims, "maxdims");
    if (err == MPI_SUCCESS)
        err = check_array(coords, "coords", cart->ndims);
    if (err == MPI_SUCCESS)
        err = cart_coords(cart, rank, maxdims, coords);
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

int api_cart_shift(const struct call *call, MPI_Comm handle, int direction, int disp,
                   int *rank_source, int *rank_dest)
{
    const struct cart *cart;
    struct comm *comm;
    int err = check_grid(handle, &comm, &cart);

    if (err == MPI_SUCCESS)
        err = check_output(rank_source, "rank_source");
    if (err == MPI_SUCCESS)
        err = check_output(rank_dest, "rank_dest");
    if (err == MPI_SUCCESS)
        err = cart_shift(cart, comm->rank, direction, disp, rank_source, rank_dest);
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

int api_dims_create(const struct call *call, int nnodes, int ndims, int dims[])
{
    int err = check_active();

    if (err == MPI_SUCCESS)
        err = check_ndims(ndims);
    if (err == MPI_SUCCESS)
        err = check_array(dims, "dims", ndims);
    if (err == MPI_SUCCESS)
        err = dims_create(nnodes, ndims, dims);
    return err == MPI_SUCCESS ? err : raise_self(call, err);
}
