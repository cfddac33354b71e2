/* SPDX-License-Identifier: MIT */
/* The constructors of types for parts of arrays. */
#include "api/datatype/datatype.h"
#include "api/generated/datatypes.h"
#include "base/note.h"

static int check_dimensions(int ndims)
{
    if (ndims > 0)
        return MPI_SUCCESS;
    return note(MPI_ERR_ARG, "ndims %d is not positive", ndims);
}

static int check_order(int order)
{
    if (order == MPI_ORDER_C || order == MPI_ORDER_FORTRAN)
        return MPI_SUCCESS;
    return note(MPI_ERR_ARG, "order %d is neither MPI_ORDER_C nor MPI_ORDER_FORTRAN", order);
}

/* Checks that a size is at least 1 and at most `largest`. */
static int check_size(struct int_view sizes, const char *name, int i, MPI_Count largest)
{
    MPI_Count size = view_at(sizes, (size_t)i);

    if (size >= 1 && size <= largest)
        return MPI_SUCCESS;
    if (size < 1)
        return note(MPI_ERR_ARG, "%s[%d] %lld is not positive", name, i, (long long)size);
    return note(MPI_ERR_ARG, "%s[%d] %lld is more than the array's %lld", name, i,
                (long long)size, (long long)largest);
}

static int check_subarray(const struct subarray *subarray)
{
    int err = check_dimensions(subarray->dimensions), i;

    if (err == MPI_SUCCESS)
        err = check_view(subarray->sizes, "array_of_sizes", subarray->dimensions);
    if (err == MPI_SUCCESS)
        err = check_view(subarray->subsizes, "array_of_subsizes", subarray->dimensions);
    if (err == MPI_SUCCESS)
        err = check_view(subarray->starts, "array_of_starts", subarray->dimensions);
    if (err == MPI_SUCCESS)
        err = check_order(subarray->order);
    for (i = 0; err == MPI_SUCCESS && i < subarray->dimensions; i++) {
        MPI_Count size = view_at(subarray->sizes, (size_t)i);
        MPI_Count start = view_at(subarray->starts, (size_t)i);

        err = check_size(subarray->sizes, "array_of_sizes", i, INT64_MAX);
        if (err == MPI_SUCCESS)
            err = check_size(subarray->subsizes, "array_of_subsizes", i, size);
        if (err == MPI_SUCCESS &&
            (start < 0 || start > size - view_at(subarray->subsizes, (size_t)i)))
            err = note(MPI_ERR_ARG, "array_of_starts[%d] %lld is outside 0..%lld", i,
                       (long long)start,
                       (long long)(size - view_at(subarray->subsizes, (size_t)i)));
    }
    return err;
}

int api_type_create_subarray(const struct call *call, int ndims, struct int_view array_of_sizes,
                             struct int_view array_of_subsizes, struct int_view array_of_starts,
                             int order, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const struct subarray subarray = {.dimensions = ndims,
                                      .sizes = array_of_sizes,
                                      .subsizes = array_of_subsizes,
                                      .starts = array_of_starts,
                                      .order = order};
    const struct type *old;
    struct type *created = NULL;
    int err = check_type_call(oldtype, "oldtype", &old);

    if (err == MPI_SUCCESS)
        err = check_subarray(&subarray);
    if (err == MPI_SUCCESS)
        err = check_pointer(newtype, "newtype");
    if (err == MPI_SUCCESS)
        err = type_subarray(handle_store(), form_of(call), &subarray, old, &created);
    return give_type(call, err, created, newtype);
}

/* Checks how one dimension is distributed. */
static int check_deal(const struct darray *darray, int i)
{
    int kind = darray->distributions[i], argument = darray->arguments[i];
    MPI_Count size = view_at(darray->sizes, (size_t)i);

    if (darray->grid[i] < 1)
        return note(MPI_ERR_ARG, "array_of_psizes[%d] %d is not positive", i, darray->grid[i]);
    if (kind != MPI_DISTRIBUTE_BLOCK && kind != MPI_DISTRIBUTE_CYCLIC &&
        kind != MPI_DISTRIBUTE_NONE)
        return note(MPI_ERR_ARG, "array_of_distribs[%d] %d is no distribution", i, kind);
    if (kind == MPI_DISTRIBUTE_NONE && darray->grid[i] != 1)
        return note(MPI_ERR_ARG, "array_of_psizes[%d] is %d for MPI_DISTRIBUTE_NONE", i,
                    darray->grid[i]);
    if (kind == MPI_DISTRIBUTE_NONE || argument == MPI_DISTRIBUTE_DFLT_DARG)
        return MPI_SUCCESS;
    if (argument < 1)
        return note(MPI_ERR_ARG, "array_of_dargs[%d] %d is not positive", i, argument);
    if (kind == MPI_DISTRIBUTE_BLOCK && (MPI_Count)argument * darray->grid[i] < size)
        return note(MPI_ERR_ARG, "array_of_dargs[%d] %d is too small: %d blocks do not cover %lld",
                    i, argument, darray->grid[i], (long long)size);
    return MPI_SUCCESS;
}

static int check_darray_arguments(const struct darray *darray)
{
    int err = check_dimensions(darray->dimensions);

    if (err == MPI_SUCCESS)
        err = check_view(darray->sizes, "array_of_gsizes", darray->dimensions);
    if (err == MPI_SUCCESS)
        err = check_pointer(darray->distributions, "array_of_distribs");
    if (err == MPI_SUCCESS)
        err = check_pointer(darray->arguments, "array_of_dargs");
    if (err == MPI_SUCCESS)
        err = check_pointer(darray->grid, "array_of_psizes");
    if (err == MPI_SUCCESS)
        err = check_order(darray->order);
    return err;
}

static int check_darray(const struct darray *darray)
{
    int err = check_darray_arguments(darray), i;
    MPI_Count places = 1;

    if (err == MPI_SUCCESS && darray->ranks < 1)
        err = note(MPI_ERR_ARG, "size %d is not positive", darray->ranks);
    if (err == MPI_SUCCESS && (darray->rank < 0 || darray->rank >= darray->ranks))
        err = note(MPI_ERR_RANK, "rank %d is outside 0..%d", darray->rank, darray->ranks - 1);
    for (i = 0; err == MPI_SUCCESS && i < darray->dimensions; i++) {
        err = check_size(darray->sizes, "array_of_gsizes", i, INT64_MAX);
        if (err == MPI_SUCCESS)
            err = check_deal(darray, i);
        if (err == MPI_SUCCESS && __builtin_mul_overflow(places, darray->grid[i], &places))
            places = INT64_MAX;
    }
    if (err == MPI_SUCCESS && places != darray->ranks)
        err = note(MPI_ERR_ARG, "array_of_psizes makes a grid of %lld for a size of %d",
                   (long long)places, darray->ranks);
    return err;
}

int api_type_create_darray(const struct call *call, int size, int rank, int ndims,
                           struct int_view array_of_gsizes, const int array_of_distribs[],
                           const int array_of_dargs[], const int array_of_psizes[], int order,
                           MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    const struct darray darray = {.ranks = size,
                                  .rank = rank,
                                  .dimensions = ndims,
                                  .sizes = array_of_gsizes,
                                  .distributions = array_of_distribs,
                                  .arguments = array_of_dargs,
                                  .grid = array_of_psizes,
                                  .order = order};
    const struct type *old;
    struct type *created = NULL;
    int err = check_type_call(oldtype, "oldtype", &old);

    if (err == MPI_SUCCESS)
        err = check_darray(&darray);
    if (err == MPI_SUCCESS)
        err = check_pointer(newtype, "newtype");
    if (err == MPI_SUCCESS)
        err = type_darray(handle_store(), form_of(call), &darray, old, &created);
    return give_type(call, err, created, newtype);
}
