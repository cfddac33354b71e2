/* SPDX-License-Identifier: MIT */
/* Neighbourhood collectives on grids, open and closed, rings of one and two, and on graphs. */
/* mpich: no    4.0 has rings of one and two the wrong way round, and wants a buffer for no peer */
#include "collective_forms.h"

enum { LENGTH = 40, NEIGHBORS_MAX = 16 };

static MPI_Comm comm;
static int sources[NEIGHBORS_MAX], targets[NEIGHBORS_MAX], in_degree, out_degree, form;
static int out[NEIGHBORS_MAX * LENGTH], in[NEIGHBORS_MAX * LENGTH];
static int counts[NEIGHBORS_MAX], places[NEIGHBORS_MAX];

/* The block of a target: on a grid what leaves downwards arrives from above. */
static int slot_at_source(int i)
{
    return i ^ 1;
}

static void clear(void)
{
    memset(in, -1, sizeof in);
}

static void check_blocks(int is_alltoall, int is_grid)
{
    int i;

    for (i = 0; i < in_degree; i++) {
        int *block = in + i * LENGTH;

        if (sources[i] == MPI_PROC_NULL)
            check_equal(block[0], -1);
        else if (!is_alltoall)
            check_equal(wrong(block, sources[i], 99, LENGTH), 0);
        else if (is_grid)
            check_equal(wrong(block, sources[i], slot_at_source(i), LENGTH), 0);
        else
            check_equal(block[LENGTH - 1] - block[0], (LENGTH - 1) * 13);
    }
}

static void allgather(int is_grid)
{
    int i;

    for (i = 0; i < in_degree; i++) {
        counts[i] = LENGTH;
        places[i] = i * LENGTH;
    }
    fill(out, comm_rank(comm), 99, LENGTH);
    for (form = 0; form < FORMS; form++) {
        clear();
        IN_FORM(form, clear, Neighbor_allgather, neighbor_allgather, out, LENGTH, MPI_INT, in,
                LENGTH, MPI_INT, comm);
        check_blocks(0, is_grid);
        clear();
        IN_FORM(form, clear, Neighbor_allgatherv, neighbor_allgatherv, out, LENGTH, MPI_INT, in,
                counts, places, MPI_INT, comm);
        check_blocks(0, is_grid);
    }
}

static void alltoall(int is_grid)
{
    int out_counts[NEIGHBORS_MAX], out_places[NEIGHBORS_MAX], i;
    MPI_Aint in_bytes[NEIGHBORS_MAX], out_bytes[NEIGHBORS_MAX];
    MPI_Datatype types[NEIGHBORS_MAX];

    for (i = 0; i < NEIGHBORS_MAX; i++) {
        types[i] = MPI_INT;
        counts[i] = out_counts[i] = LENGTH;
        places[i] = out_places[i] = i * LENGTH;
        in_bytes[i] = out_bytes[i] = i * LENGTH * (MPI_Aint)sizeof(int);
    }
    for (i = 0; i < out_degree; i++)
        fill(out + i * LENGTH, comm_rank(comm), i, LENGTH);
    for (form = 0; form < FORMS; form++) {
        clear();
        IN_FORM(form, clear, Neighbor_alltoall, neighbor_alltoall, out, LENGTH, MPI_INT, in,
                LENGTH, MPI_INT, comm);
        check_blocks(1, is_grid);
        clear();
        IN_FORM(form, clear, Neighbor_alltoallv, neighbor_alltoallv, out, out_counts, out_places,
                MPI_INT, in, counts, places, MPI_INT, comm);
        check_blocks(1, is_grid);
        clear();
        IN_FORM(form, clear, Neighbor_alltoallw, neighbor_alltoallw, out, out_counts, out_bytes,
                types, in, counts, in_bytes, types, comm);
        check_blocks(1, is_grid);
    }
}

static void on_a_grid(int ndims, int *dims, int *periods)
{
    int dim;

    MPI_Cart_create(MPI_COMM_WORLD, ndims, dims, periods, 0, &comm);
    if (comm == MPI_COMM_NULL)
        return;
    in_degree = out_degree = 2 * ndims;
    for (dim = 0; dim < ndims; dim++)
        MPI_Cart_shift(comm, dim, 1, &sources[2 * dim], &sources[2 * dim + 1]);
    memcpy(targets, sources, sizeof targets);
    allgather(1);
    alltoall(1);
    MPI_Comm_free(&comm);
}

static void grids_exchange_with_both_sides(void)
{
    int dims[2] = {0, 0}, line[1] = {check_size}, ring[2] = {check_size, 1}, open[2] = {0, 0};
    int closed[2] = {1, 1}, mixed[2] = {1, 0};

    MPI_Dims_create(check_size, 2, dims);
    on_a_grid(1, line, open);
    on_a_grid(1, line, closed);
    on_a_grid(2, dims, mixed);
    on_a_grid(2, dims, closed);
    on_a_grid(2, ring, closed);
}

/* Everybody sends to the next two, and once more to the next. */
static void distributed_graphs_exchange_along_their_edges(void)
{
    int i;

    in_degree = out_degree = 3;
    for (i = 0; i < 3; i++) {
        int step = i == 1 ? 2 : 1;

        targets[i] = (check_rank + step) % check_size;
        sources[i] = (check_rank + 2 * check_size - step) % check_size;
    }
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 3, sources, MPI_UNWEIGHTED, 3, targets,
                                   MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
    allgather(0);
    alltoall(0);
    for (i = 0; i < 3 && check_size > 2; i++)
        check_equal(wrong(in + i * LENGTH, sources[i], i, LENGTH), 0);
    MPI_Comm_free(&comm);
}

/* All send to the first, and it sends to none. */
static void who_has_no_neighbors_needs_no_buffers(void)
{
    int is_first = check_rank == 0, mine = 100 + check_rank, *none = NULL, i;
    int to_first[1] = {0}, all[64], *sent, *received;

    for (i = 1; i < check_size; i++)
        sources[i - 1] = i;
    in_degree = is_first ? check_size - 1 : 0;
    out_degree = is_first ? 0 : 1;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, in_degree, sources, MPI_UNWEIGHTED, out_degree,
                                   to_first, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
    sent = out_degree > 0 ? &mine : none;
    received = in_degree > 0 ? all : none;
    for (form = 0; form < FORMS; form++) {
        memset(all, -1, sizeof all);
        IN_FORM(form, NULL, Neighbor_allgather, neighbor_allgather, sent, 1, MPI_INT, received, 1,
                MPI_INT, comm);
        for (i = 0; i < in_degree; i++)
            check_equal(all[i], 101 + i);
        memset(all, -1, sizeof all);
        IN_FORM(form, NULL, Neighbor_alltoall, neighbor_alltoall, sent, 1, MPI_INT, received, 1,
                MPI_INT, comm);
        for (i = 0; i < in_degree; i++)
            check_equal(all[i], 101 + i);
    }
    MPI_Comm_free(&comm);
}

/* A ring, each block with its address as the displacement from MPI_BOTTOM. */
static void blocks_may_be_named_by_their_addresses(void)
{
    int dims[1] = {check_size}, closed[1] = {1}, i;
    int own[2] = {2 * check_rank, 2 * check_rank + 1}, got[2];
    MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    MPI_Aint out_places[2], in_places[2];

    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, closed, 0, &comm);
    for (i = 0; i < 2; i++) {
        counts[i] = 1;
        MPI_Get_address(&own[i], &out_places[i]);
        MPI_Get_address(&got[i], &in_places[i]);
    }
    for (form = 0; form < FORMS; form++) {
        got[0] = got[1] = -1;
        IN_FORM(form, NULL, Neighbor_alltoallw, neighbor_alltoallw, MPI_BOTTOM, counts, out_places,
                types, MPI_BOTTOM, counts, in_places, types, comm);
        check_equal(got[0], 2 * left() + 1);
        check_equal(got[1], 2 * right());
    }
    MPI_Comm_free(&comm);
}

CASES(grids_exchange_with_both_sides, distributed_graphs_exchange_along_their_edges,
      who_has_no_neighbors_needs_no_buffers, blocks_may_be_named_by_their_addresses)
