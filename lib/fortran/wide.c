/* SPDX-License-Identifier: MIT */
#include "fortran/wide.h"

#include <stdlib.h>

/* ---- constants known by their addresses ---------------------------------------------------- */

static const struct wide_constants *wide_constants(void)
{
    return (const struct wide_constants *)(const void *)&heddle_fortran_;
}

void *wide_constant(void *argument)
{
    const struct wide_constants *wide = wide_constants();

    if (argument == &wide->in_place)
        return &heddle_fortran_.in_place;
    return argument == &wide->buffer_automatic ? &heddle_fortran_.buffer_automatic : argument;
}

void wide_detached(void *address)
{
    if (*(void **)address == &heddle_fortran_.buffer_automatic)
        *(const void **)address = &wide_constants()->buffer_automatic;
}

/* ---- types ------------------------------------------------------------------------------- */

int wide_no_pair(void)
{
    refused(MPI_ERR_TYPE, "MPI_2INTEGER is not possible where an INTEGER has 8 bytes "
                          "(-fdefault-integer-8), because MPI has no such type: use "
                          "MPI_2DOUBLE_PRECISION, or an operation of your own");
    return INT_MIN;
}

/* ---- arrays -------------------------------------------------------------------------------- */

int *wide_ints(int own[], MPI_Count count, const int64_t from[])
{
    int *list = count <= LIST_MAX ? own : malloc((size_t)count * sizeof *list);

    for (MPI_Count i = 0; list != NULL && i < count; i++)
        list[i] = narrow(from[i]);
    return list;
}

int *wide_exact_ints(int own[], MPI_Count count, const int64_t from[])
{
    for (MPI_Count i = 0; i < count; i++)
        if (from[i] != (int)from[i]) {
            refused(MPI_ERR_ARG, "a distance between elements of a type does not fit 4 bytes: use "
                                 "the procedure with distances in bytes, MPI_TYPE_CREATE_HVECTOR "
                                 "or MPI_TYPE_CREATE_HINDEXED");
            return NULL;
        }
    return wide_ints(own, count, from);
}

int *wide_types(int own[], MPI_Count count, const int64_t from[])
{
    int *list = wide_ints(own, count, from);

    for (MPI_Count i = 0; list != NULL && i < count; i++)
        list[i] = narrow_type(from[i]);
    return list;
}

int *wide_weights(int own[], MPI_Count count, const int64_t from[])
{
    if (from == wide_constants()->unweighted)
        return heddle_fortran_.unweighted;
    return from == wide_constants()->weights_empty ? heddle_fortran_.weights_empty
                                                   : wide_ints(own, count, from);
}

/* C does not write to a constant. */
int *wide_errcodes(int own[], MPI_Count count, const int64_t from[])
{
    return is_constant(from) ? heddle_fortran_.errcodes_ignore : wide_ints(own, count, from);
}

int *wide_statuses(int own[], MPI_Count count, const int64_t from[])
{
    return is_constant(from) ? heddle_fortran_.statuses_ignore : wide_ints(own, count, from);
}

int *wide_status(int own[], const int64_t from[])
{
    return is_constant(from) ? heddle_fortran_.status_ignore
                             : wide_ints(own, MPI_F_STATUS_SIZE, from);
}

void wide_out(int64_t to[], MPI_Count count, const int from[])
{
    if (from == NULL || is_constant(from))
        return;
    for (MPI_Count i = 0; i < count; i++)
        if (from[i] != narrow(to[i]))
            to[i] = from[i];
}

void wide_give(int *list, const int *own)
{
    if (list != own && !is_constant(list))
        free(list);
}

/* ---- how many elements an array has -------------------------------------------------------- */

MPI_Count wide_peers(const int64_t *comm, void *buffer, int is_send)
{
    const int number = narrow(*comm);

    return peers_of(&number, buffer_in(wide_buffer(buffer)), is_send);
}

MPI_Count wide_neighbors(const int64_t *comm, void *buffer, int is_send)
{
    const int number = narrow(*comm);

    return neighbors_of(&number, buffer_in(wide_buffer(buffer)), is_send);
}

MPI_Count wide_dimensions(const int64_t *comm)
{
    int topology = MPI_UNDEFINED, dimensions = 0;

    if (comm_in(narrow(*comm)) != MPI_COMM_NULL &&
        PMPI_Topo_test(comm_in(narrow(*comm)), &topology) == MPI_SUCCESS && topology == MPI_CART)
        PMPI_Cartdim_get(comm_in(narrow(*comm)), &dimensions);
    return dimensions;
}

MPI_Count wide_sum(int64_t count, const int64_t numbers[])
{
    MPI_Count sum = 0;

    for (int64_t i = 0; i < count; i++)
        sum += numbers[i];
    return sum;
}

MPI_Count wide_last(int64_t count, const int64_t numbers[])
{
    return count > 0 ? numbers[count - 1] : 0;
}

bool wide_is_root(const int64_t *comm, const int64_t *root)
{
    int rank = -1;

    PMPI_Comm_rank(comm_in(narrow(*comm)), &rank);
    return rank == *root;
}

MPI_Count wide_spawned(const int64_t *comm, const int64_t *root, int64_t count,
                       const int64_t maxprocs[])
{
    MPI_Count sum = wide_is_root(comm, root) ? wide_sum(count, maxprocs) : 0;

    PMPI_Bcast(&sum, 1, MPI_COUNT, narrow(*root), comm_in(narrow(*comm)));
    return sum;
}
