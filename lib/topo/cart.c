/* SPDX-License-Identifier: MIT */
#include "topo/cart.h"

#include "base/memory.h"
#include "base/must.h"
#include "base/note.h"
#include "mpi_types.h"

static void shape_hold(void *shape)
{
    struct cart *cart = shape;

    fetch_add_relaxed(&cart->references, 1);
}

static void shape_drop(void *shape)
{
    cart_drop(shape);
}

const struct topology_class cart_class = {
    .kind = MPI_CART,
    .hold = shape_hold,
    .drop = shape_drop,
};

static struct cart *cart_take(int ndims)
{
    struct cart *cart = memory_take(sizeof *cart + (size_t)ndims * sizeof cart->dims[0]);

    if (cart == NULL) {
        note(MPI_ERR_NO_MEM, "no memory for a grid of %d dimensions", ndims);
        return NULL;
    }
    store_relaxed(&cart->references, 1);
    cart->places = 1;
    cart->ndims = ndims;
    return cart;
}

static void cart_set(struct cart *cart, int direction, int size, bool is_periodic)
{
    cart->dims[direction] = (struct cart_dim){.size = size, .is_periodic = is_periodic};
    cart->places *= size;
}

int cart_create(int ranks, int ndims, const int dims[], const int periods[], struct cart **created)
{
    int64_t places = 1;
    struct cart *cart;

    for (int i = 0; i < ndims; i++) {
        if (dims[i] < 1)
            return note(MPI_ERR_DIMS, "dims[%d] is %d", i, dims[i]);
        places *= dims[i];
        if (places > ranks)
            return note(MPI_ERR_DIMS, "the grid has more places than the %d ranks", ranks);
    }
    cart = cart_take(ndims);
    if (cart == NULL)
        return MPI_ERR_NO_MEM;
    for (int i = 0; i < ndims; i++)
        cart_set(cart, i, dims[i], periods[i] != 0);
    *created = cart;
    return MPI_SUCCESS;
}

void cart_drop(struct cart *cart)
{
    if (cart != NULL && fetch_sub_acq_rel(&cart->references, 1) == 1) /* edge cart.references */
        memory_give(cart);
}

/* Returns the coordinate, modulo the size in a periodic dimension, or -1 if it is outside of an
 * open one. */
static int coordinate(const struct cart_dim *dim, int64_t wanted)
{
    if (dim->is_periodic)
        return (int)((wanted % dim->size + dim->size) % dim->size);
    return wanted >= 0 && wanted < dim->size ? (int)wanted : -1;
}

int cart_rank(const struct cart *cart, const int coords[], int *rank)
{
    int found = 0;

    for (int i = 0; i < cart->ndims; i++) {
        int here = coordinate(&cart->dims[i], coords[i]);

        if (here < 0)
            return note(MPI_ERR_ARG, "coords[%d] is %d, outside 0..%d, in an open dimension", i,
                        coords[i], cart->dims[i].size - 1);
        found = found * cart->dims[i].size + here;
    }
    law(found < cart->places);
    *rank = found;
    return MPI_SUCCESS;
}

static int check_space(const struct cart *cart, int maxdims)
{
    if (maxdims >= cart->ndims)
        return MPI_SUCCESS;
    return note(MPI_ERR_ARG, "room for %d of the grid's %d dimensions", maxdims, cart->ndims);
}

int cart_coords(const struct cart *cart, int rank, int maxdims, int coords[])
{
    int err = check_space(cart, maxdims);

    if (err != MPI_SUCCESS)
        return err;
    if (rank < 0 || rank >= cart->places)
        return note(MPI_ERR_RANK, "rank %d is outside 0..%d", rank, cart->places - 1);
    for (int i = cart->ndims - 1; i >= 0; i--) {
        coords[i] = rank % cart->dims[i].size;
        rank /= cart->dims[i].size;
    }
    law(rank == 0); /* the places are the product of the sizes */
    return MPI_SUCCESS;
}

int cart_get(const struct cart *cart, int maxdims, int dims[], int periods[])
{
    int err = check_space(cart, maxdims);

    if (err != MPI_SUCCESS)
        return err;
    for (int i = 0; i < cart->ndims; i++) {
        dims[i] = cart->dims[i].size;
        periods[i] = cart->dims[i].is_periodic;
    }
    return MPI_SUCCESS;
}

/* Returns the distance in rank between two neighbours along the dimension. */
static int cart_stride(const struct cart *cart, int direction)
{
    int stride = 1;

    for (int i = direction + 1; i < cart->ndims; i++)
        stride *= cart->dims[i].size;
    return stride;
}

int cart_shift(const struct cart *cart, int rank, int direction, int displacement, int *source,
               int *dest)
{
    int stride, here, from, to;

    if (direction < 0 || direction >= cart->ndims)
        return note(MPI_ERR_DIMS, "direction %d of a grid of %d dimensions", direction,
                    cart->ndims);
    stride = cart_stride(cart, direction);
    here = rank / stride % cart->dims[direction].size;
    from = coordinate(&cart->dims[direction], (int64_t)here - displacement);
    to = coordinate(&cart->dims[direction], (int64_t)here + displacement);
    *source = from < 0 ? MPI_PROC_NULL : rank + (from - here) * stride;
    *dest = to < 0 ? MPI_PROC_NULL : rank + (to - here) * stride;
    return MPI_SUCCESS;
}

void cart_list_edges(void *const shapes[], int nodes, struct edges *edges)
{
    const struct cart *cart = shapes[0];

    for (int node = 0; node < nodes; node++) {
        for (int direction = 0; direction < cart->ndims; direction++) {
            int before, behind;

            cart_shift(cart, node, direction, 1, &before, &behind);
            if (behind != MPI_PROC_NULL)
                edges_add(edges, node, behind, 1);
        }
    }
}

int cart_sub(const struct cart *cart, int rank, const int remain_dims[], struct cart_part *part)
{
    struct cart *shape;
    int ndims = 0;

    for (int i = 0; i < cart->ndims; i++)
        ndims += remain_dims[i] != 0;
    shape = cart_take(ndims);
    if (shape == NULL)
        return MPI_ERR_NO_MEM;
    *part = (struct cart_part){.shape = shape};
    ndims = 0;
    for (int i = 0; i < cart->ndims; i++) {
        const struct cart_dim *dim = &cart->dims[i];
        int here = rank / cart_stride(cart, i) % dim->size;

        if (remain_dims[i]) {
            cart_set(shape, ndims++, dim->size, dim->is_periodic);
            part->key = part->key * dim->size + here;
        } else {
            part->color = part->color * dim->size + here;
        }
    }
    return MPI_SUCCESS;
}
