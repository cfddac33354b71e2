/* SPDX-License-Identifier: MIT */
/* Cartesian topologies. */
#include "api/communicator/topology.h"

#include "api/argument/check.h"
#include "api/argument/handle.h"
#include "api/error/raise.h"
#include "api/generated/topologies.h"
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

int check_topology(MPI_Comm handle, const struct topology_class *class, const char *what,
                   struct comm **comm, const void **shape)
{
    int err = check_comm(handle, "comm", comm);

    *shape = NULL;
    if (err != MPI_SUCCESS)
        return err;
    *shape = comm_topology(*comm, class);
    return *shape != NULL ? MPI_SUCCESS : note(MPI_ERR_TOPOLOGY, "comm is no %s", what);
}

static int check_grid(MPI_Comm handle, struct comm **comm, const struct cart **cart)
{
    const void *shape;
    int err = check_topology(handle, &cart_class, "grid", comm, &shape);

    *cart = shape;
    return err;
}

/* Makes a communicator of the members that choose a color; the others get MPI_COMM_NULL. Takes over
 * the shape, also on failure. */
static int create_topology(struct comm *comm, int color, int key,
                           const struct topology_class *class, void *shape, MPI_Comm *handle)
{
    struct comm *created = NULL;
    int err = comm_split(comm, color, key, &created);

    if (err != MPI_SUCCESS || created == NULL)
        class->drop(shape);
    else
        err = comm_set_topology(created, class, shape);
    if (err == MPI_SUCCESS)
        *handle = handle_of_comm(created);
    else
        comm_free(created);
    return err;
}

int topology_create(struct comm *comm, struct reorder *reorder,
                    const struct topology_class *class, MPI_Comm *handle)
{
    int number, err = reorder_agree(comm, reorder, &number);

    if (err != MPI_SUCCESS) {
        class->drop(reorder->shape);
        return err;
    }
    return create_topology(comm, comm->rank < reorder->nodes ? 0 : MPI_UNDEFINED, number, class,
                           reorder->shape, handle);
}

int api_topo_test(const struct call *call, MPI_Comm handle, int *status)
{
    struct comm *comm;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_pointer(status, "status");
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    *status = comm_topology_kind(comm);
    return MPI_SUCCESS;
}

/* Checks a new grid of comm's members, and makes *shape if it is valid. */
static int check_cart(const struct comm *comm, const char *name, int ndims, const int dims[],
                      const int periods[], struct cart **shape)
{
    int err = check_intra(comm, name);

    if (err == MPI_SUCCESS)
        err = check_ndims(ndims);
    if (err == MPI_SUCCESS)
        err = check_array(dims, "dims", ndims);
    if (err == MPI_SUCCESS)
        err = check_array(periods, "periods", ndims);
    if (err == MPI_SUCCESS)
        err = cart_create(comm_size(comm), ndims, dims, periods, shape);
    return err;
}

static struct reorder reorder_of_cart(struct cart *shape, bool is_wanted)
{
    return (struct reorder){
        .nodes = shape->places,
        .is_wanted = is_wanted,
        .list = cart_list_edges,
        .shape = shape,
    };
}

int api_cart_create(const struct call *call, MPI_Comm handle, int ndims, const int dims[],
                    const int periods[], int reorder, MPI_Comm *comm_cart)
{
    struct comm *comm;
    struct cart *shape;
    int err = check_comm(handle, "comm_old", &comm);

    if (err == MPI_SUCCESS)
        err = check_pointer(comm_cart, "comm_cart");
    if (err == MPI_SUCCESS)
        err = check_cart(comm, "comm_old", ndims, dims, periods, &shape);
    if (err == MPI_SUCCESS) {
        struct reorder order = reorder_of_cart(shape, reorder != 0);

        err = topology_create(comm, &order, &cart_class, comm_cart);
    }
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

int api_cart_map(const struct call *call, MPI_Comm handle, int ndims, const int dims[],
                 const int periods[], int *newrank)
{
    struct comm *comm;
    struct cart *shape;
    struct reorder order;
    int err = check_comm(handle, "comm", &comm);

    if (err == MPI_SUCCESS)
        err = check_pointer(newrank, "newrank");
    if (err == MPI_SUCCESS)
        err = check_cart(comm, "comm", ndims, dims, periods, &shape);
    if (err != MPI_SUCCESS)
        return raise_comm(call, comm, err);
    order = reorder_of_cart(shape, true);
    *newrank = comm->rank < order.nodes ? reorder_foresee(comm, &order) : MPI_UNDEFINED;
    cart_drop(shape);
    return MPI_SUCCESS;
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
        err = check_pointer(newcomm, "newcomm");
    if (err == MPI_SUCCESS)
        err = cart_sub(cart, comm->rank, remain_dims, &part);
    if (err == MPI_SUCCESS)
        err = create_topology(comm, part.color, part.key, &cart_class, part.shape, newcomm);
    return err == MPI_SUCCESS ? err : raise_comm(call, comm, err);
}

int api_cartdim_get(const struct call *call, MPI_Comm handle, int *ndims)
{
    const struct cart *cart;
    struct comm *comm;
    int err = check_grid(handle, &comm, &cart);

    if (err == MPI_SUCCESS)
        err = check_pointer(ndims, "ndims");
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
        err = check_pointer(rank, "rank");
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
        err = check_pointer(rank_source, "rank_source");
    if (err == MPI_SUCCESS)
        err = check_pointer(rank_dest, "rank_dest");
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
