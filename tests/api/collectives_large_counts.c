/* SPDX-License-Identifier: MIT */
/* Large counts: what no int can hold. Counts beyond an int of a type without data, displacements
 * that are addresses, and no elements at all. */
/* mpich: no    4.0 takes two null buffers, and MPI_BOTTOM on both sides, for the same buffer */
#include "collective_large.h"

static const MPI_Count beyond_an_int = 5000000007;

enum { BLOCKS_MAX = 64, LENGTH = 3 };

static int form, out[BLOCKS_MAX * LENGTH], in[BLOCKS_MAX * LENGTH];
static MPI_Count counts[BLOCKS_MAX];
static MPI_Aint out_displs[BLOCKS_MAX], in_displs[BLOCKS_MAX];
static MPI_Datatype types[BLOCKS_MAX];
static MPI_Comm grid;

static void grid_open(void)
{
    int dims[1] = {check_size}, closed[1] = {1};

    check_ok(MPI_Cart_create(MPI_COMM_WORLD, 1, dims, closed, 0, &grid));
}

/* Member r sends 1000 r, 1000 r + 1, ...; all blocks are alike. */
static struct call call_open(void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type)
{
    int i;

    for (i = 0; i < BLOCKS_MAX * LENGTH; i++) {
        out[i] = 1000 * check_rank + i;
        in[i] = -1;
    }
    for (i = 0; i < BLOCKS_MAX; i++) {
        counts[i] = count;
        types[i] = type;
    }
    return (struct call){
        .sendbuf = sendbuf, .sendcount = count, .sendcounts = counts, .senddispls = out_displs,
        .sendtype = type, .sendtypes = types, .recvbuf = recvbuf, .recvcount = count,
        .recvcounts = counts, .recvdispls = in_displs, .recvtype = type, .recvtypes = types,
        .root = check_size - 1, .op = MPI_SUM, .comm = MPI_COMM_WORLD};
}

static void complete(int code, MPI_Request *request)
{
    if (form == PERSISTENT)
        prepared(code, request, NULL);
    else if (form == NONBLOCKING)
        started(code, request);
    else
        check_ok(code);
}

static void make(operation *operation, const struct call *call)
{
    MPI_Request request = MPI_REQUEST_NULL;
    int code = operation(call, form, &request);

    complete(code, &request);
}

static operation *const movers[] = {bcast, gather, gatherv, scatter, scatterv, allgather,
                                    allgatherv, alltoall, alltoallv, alltoallw};
static operation *const reducers[] = {reduce, allreduce, reduce_scatter, reduce_scatter_block,
                                      scan, exscan};
static operation *const neighbors[] = {neighbor_allgather, neighbor_allgatherv, neighbor_alltoall,
                                       neighbor_alltoallv, neighbor_alltoallw};

enum {
    MOVERS = sizeof movers / sizeof movers[0],
    REDUCERS = sizeof reducers / sizeof reducers[0],
    NEIGHBORS = sizeof neighbors / sizeof neighbors[0],
};

static void make_all(void *sendbuf, void *recvbuf, MPI_Count count, MPI_Datatype type)
{
    struct call call = call_open(sendbuf, recvbuf, count, type);
    int i;

    for (i = 0; i < MOVERS; i++)
        make(movers[i], &call);
    call.comm = grid;
    for (i = 0; i < NEIGHBORS; i++)
        make(neighbors[i], &call);
}

static void counts_beyond_an_int_of_no_data_move_nothing(void)
{
    MPI_Datatype empty;
    int i;

    grid_open();
    check_ok(MPI_Type_contiguous_c(0, MPI_INT, &empty));
    check_ok(MPI_Type_commit(&empty));
    for (form = 0; form < FORMS; form++) {
        make_all(out, in, beyond_an_int, empty);
        for (i = 0; i < BLOCKS_MAX * LENGTH; i++)
            check_equal(in[i], -1);
    }
    check_ok(MPI_Type_free(&empty));
    check_ok(MPI_Comm_free(&grid));
}

static void no_elements_need_no_buffers(void)
{
    struct call call;
    int i;

    grid_open();
    for (form = 0; form < FORMS; form++) {
        make_all(NULL, NULL, 0, MPI_INT);
        call = call_open(NULL, NULL, 0, MPI_INT);
        for (i = 0; i < REDUCERS; i++)
            make(reducers[i], &call);
    }
    check_ok(MPI_Comm_free(&grid));
}

/* The displacement of each block from MPI_BOTTOM, in bytes or in ints; they lie in reverse order
 * where they arrive. */
static void places_are_addresses(int unit)
{
    MPI_Aint sent_at, got_at;
    int i;

    check_ok(MPI_Get_address(out, &sent_at));
    check_ok(MPI_Get_address(in, &got_at));
    for (i = 0; i < BLOCKS_MAX; i++) {
        out_displs[i] = (sent_at + i * LENGTH * (MPI_Aint)sizeof(int)) / unit;
        in_displs[i] = (got_at + (BLOCKS_MAX - 1 - i) * LENGTH * (MPI_Aint)sizeof(int)) / unit;
    }
}

/* Block `block` is the one that was at `place` of member `from`. */
static void check_block(int block, int from, int place)
{
    int i, *at = in + (BLOCKS_MAX - 1 - block) * LENGTH;

    for (i = 0; i < LENGTH; i++)
        check_equal(at[i], 1000 * from + place * LENGTH + i);
}

static void displacements_of_one_side_are_addresses(void)
{
    struct call call;
    int peer;

    places_are_addresses(sizeof(int));
    for (form = 0; form < FORMS; form++) {
        call = call_open(out, MPI_BOTTOM, LENGTH, MPI_INT);
        make(gatherv, &call);
        for (peer = 0; peer < check_size && check_rank == call.root; peer++)
            check_block(peer, peer, 0);
        call = call_open(out, MPI_BOTTOM, LENGTH, MPI_INT);
        make(allgatherv, &call);
        for (peer = 0; peer < check_size; peer++)
            check_block(peer, peer, 0);
        call = call_open(MPI_BOTTOM, in + (BLOCKS_MAX - 1) * LENGTH, LENGTH, MPI_INT);
        make(scatterv, &call);
        check_block(0, call.root, check_rank);
    }
}

static void displacements_of_both_sides_are_addresses(void)
{
    operation *const both[2] = {alltoallv, alltoallw};
    struct call call;
    int which, peer;

    for (which = 0; which < 2; which++)
        for (form = 0; form < FORMS; form++) {
            places_are_addresses(which == 0 ? sizeof(int) : 1);
            call = call_open(MPI_BOTTOM, MPI_BOTTOM, LENGTH, MPI_INT);
            make(both[which], &call);
            for (peer = 0; peer < check_size; peer++)
                check_block(peer, peer, check_rank);
        }
}

static void displacements_of_neighbors_are_addresses(void)
{
    operation *const both[2] = {neighbor_alltoallv, neighbor_alltoallw};
    struct call call;
    int which;

    grid_open();
    for (form = 0; form < FORMS; form++) {
        places_are_addresses(sizeof(int));
        call = call_open(out, MPI_BOTTOM, LENGTH, MPI_INT);
        call.comm = grid;
        make(neighbor_allgatherv, &call);
        check_block(0, left(), 0);
        check_block(1, right(), 0);
        for (which = 0; which < 2; which++) {
            places_are_addresses(which == 0 ? sizeof(int) : 1);
            call = call_open(MPI_BOTTOM, MPI_BOTTOM, LENGTH, MPI_INT);
            call.comm = grid;
            make(both[which], &call);
            check_block(0, left(), 1);
            check_block(1, right(), 0);
        }
    }
    check_ok(MPI_Comm_free(&grid));
}

CASES(counts_beyond_an_int_of_no_data_move_nothing, no_elements_need_no_buffers,
      displacements_of_one_side_are_addresses, displacements_of_both_sides_are_addresses,
      displacements_of_neighbors_are_addresses)
