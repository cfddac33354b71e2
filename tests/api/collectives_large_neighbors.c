/* SPDX-License-Identifier: MIT */
/* Large counts: neighbourhood collectives in every form, on grids and on a graph in which some
 * members have two edges to one neighbour, or none at all. */
#include "collective_large.h"

static const int lengths[] = {0, 1, 6, 900};

enum { LENGTHS = sizeof lengths / sizeof lengths[0], KINDS = 3, EDGES_MAX = 64 };

/* The other end of an edge and the slot that the edge has there. */
struct edge {
    int member, slot;
};

static struct layout kinds[KINDS][2];
static const struct layout *out, *in;
static struct edge sources[EDGES_MAX], targets[EDGES_MAX];
static struct call call;
static int in_degree, out_degree, length, form, has_double_edges;
static MPI_Count out_counts[EDGES_MAX], in_counts[EDGES_MAX];
static MPI_Aint out_places[EDGES_MAX], in_places[EDGES_MAX];
static MPI_Datatype out_types[EDGES_MAX], in_types[EDGES_MAX];

/* How many elements go along an edge, told by the end where it leaves; one in five has none. */
static int count_of(int from, int slot)
{
    return (from + slot) % 5 == 4 ? 0 : length + (from + slot) % 2;
}

/* Blocks leave in order, and arrive in reverse order with a hole of one element between. */
static void lay_out(int is_alltoall, int is_even)
{
    MPI_Aint at = 0;
    int i;

    images_clear();
    call = (struct call){
        .sendbuf = sent + MARGIN, .sendcount = length, .sendtype = out->type,
        .sendcounts = out_counts, .senddispls = out_places, .sendtypes = out_types,
        .recvbuf = got + MARGIN, .recvcount = length, .recvtype = in->type,
        .recvcounts = in_counts, .recvdispls = in_places, .recvtypes = in_types, .comm = comm};
    for (i = 0; i < out_degree; i++) {
        out_counts[i] = is_even ? length : count_of(rank, i);
        out_places[i] = i * (MPI_Aint)(is_even ? length : length + 1);
        out_types[i] = out->type;
        if (is_alltoall && targets[i].member != MPI_PROC_NULL)
            put_block(sent, out, out_places[i], rank, i, (int)out_counts[i]);
    }
    for (i = in_degree - 1; i >= 0; i--) {
        int from = sources[i].member, slot = is_alltoall ? sources[i].slot : 0;
        int count = is_even || from == MPI_PROC_NULL ? length : count_of(from, slot);

        in_counts[i] = count;
        in_places[i] = is_even ? i * (MPI_Aint)length : at;
        in_types[i] = in->type;
        at += count + 1;
        if (from != MPI_PROC_NULL)
            put_block(expected, in, in_places[i], from, slot, count);
    }
    if (in_degree == 0)
        call.recvbuf = NO_BUFFER(call.recvbuf);
    if (out_degree == 0)
        call.sendbuf = NO_BUFFER(call.sendbuf);
}

static void gather_from_neighbors(void)
{
    lay_out(0, 1);
    put_block(sent, out, 0, rank, 0, length);
    deliver(neighbor_allgather, &call, form);
    lay_out(0, 0);
    call.sendcount = count_of(rank, 0);
    put_block(sent, out, 0, rank, 0, (int)call.sendcount);
    deliver(neighbor_allgatherv, &call, form);
}

/* A type of its own for each second edge: all of its elements as one. */
static void types_of_blocks(MPI_Count *counts, MPI_Aint *places, MPI_Datatype *types, int degree,
                            const struct layout *layout)
{
    int i;

    for (i = 0; i < degree; i++) {
        int as_one = i % 2;

        check_ok(MPI_Type_contiguous_c(as_one ? counts[i] : 1, layout->type, &types[i]));
        check_ok(MPI_Type_commit(&types[i]));
        counts[i] = as_one ? 1 : counts[i];
        places[i] *= layout->extent;
    }
}

static void exchange_with_neighbors(void)
{
    int i;

    if (!has_double_edges || !IS_MPICH) { /* MPICH 4.0 delivers these in reverse order */
        lay_out(1, 1);
        deliver(neighbor_alltoall, &call, form);
    }
    lay_out(1, 0);
    deliver(neighbor_alltoallv, &call, form);
    lay_out(1, 0);
    types_of_blocks(out_counts, out_places, out_types, out_degree, out);
    types_of_blocks(in_counts, in_places, in_types, in_degree, in);
    deliver(neighbor_alltoallw, &call, form);
    for (i = 0; i < out_degree; i++)
        check_ok(MPI_Type_free(&out_types[i]));
    for (i = 0; i < in_degree; i++)
        check_ok(MPI_Type_free(&in_types[i]));
}

static void for_all(void)
{
    struct layout ints = layout_of_ints();
    struct layout near = layout_make(0, 8, 0, 16), far = layout_make(28, 8, -4, 40);
    int k, kind, degree = in_degree > out_degree ? in_degree : out_degree;

    memcpy(kinds, (struct layout[KINDS][2]){{ints, ints}, {far, near}, {near, far}}, sizeof kinds);
    rank = comm_rank(comm);
    size = comm_size(comm);
    for (k = 0; k < LENGTHS; k++)
        for (kind = 0; kind < KINDS; kind++) {
            length = lengths[k];
            out = &kinds[kind][0];
            in = &kinds[kind][1];
            images_open((size_t)(length + 2) * (size_t)(degree + 1), far.extent);
            for (form = 0; form < FORMS_HERE; form++) {
                gather_from_neighbors();
                exchange_with_neighbors();
            }
            images_close();
        }
    check_ok(MPI_Type_free(&near.type));
    check_ok(MPI_Type_free(&far.type));
}

/* What leaves a member of a grid downwards arrives at the next from above, and the other way. */
static void on_a_grid(int dimensions, const int *dims, const int *periods)
{
    int i;

    check_ok(MPI_Cart_create(MPI_COMM_WORLD, dimensions, dims, periods, 0, &comm));
    if (comm == MPI_COMM_NULL)
        return;
    in_degree = out_degree = 2 * dimensions;
    for (i = 0; i < dimensions; i++)
        check_ok(MPI_Cart_shift(comm, i, 1, &sources[2 * i].member, &sources[2 * i + 1].member));
    for (i = 0; i < in_degree; i++)
        sources[i].slot = i ^ 1;
    memcpy(targets, sources, sizeof targets);
    for_all();
    check_ok(MPI_Comm_free(&comm));
}

static void open_grids_exchange_with_both_sides(void)
{
    int line[1] = {check_size}, dims[2] = {0, 0}, open[2] = {0, 0};

    on_a_grid(1, line, open);
    check_ok(MPI_Dims_create(check_size, 2, dims));
    on_a_grid(2, dims, open);
}

static void closed_grids_exchange_with_both_sides(void)
{
    int line[1] = {check_size}, ring[2] = {1, check_size}, closed[2] = {1, 1}, mixed[2] = {0, 1};

#ifdef MPICH_VERSION /* 4.0 has rings of one and two the wrong way round */
    if (check_size < 3)
        return;
#else
    on_a_grid(2, ring, closed);
#endif
    on_a_grid(1, line, closed);
    on_a_grid(2, ring, mixed);
}

/* The edges of a member, the same at all who ask: to the next, to the one after it, and once more
 * to the next. The last member of several has none that leaves. */
static int edges_from(int member, int to[3])
{
    to[0] = to[2] = (member + 1) % check_size;
    to[1] = (member + 2) % check_size;
    return check_size > 1 && member == check_size - 1 ? 0 : member % 2 == 0 ? 3 : 2;
}

static void a_graph_delivers_along_its_edges(void)
{
    int from[EDGES_MAX], to[EDGES_MAX], theirs_to[3], member, i;

    out_degree = edges_from(check_rank, to);
    for (in_degree = 0, member = check_size - 1; member >= 0; member--) {
        int degree = edges_from(member, theirs_to);

        for (i = 0; i < degree; i++) {
            if (theirs_to[i] != check_rank)
                continue;
            from[in_degree] = member;
            sources[in_degree++] = (struct edge){member, i};
        }
    }
    for (i = 0; i < out_degree; i++)
        targets[i].member = to[i];
    check_ok(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, in_degree, from, MPI_UNWEIGHTED,
                                            out_degree, to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                            &comm));
    has_double_edges = 1;
    for_all();
    has_double_edges = 0;
    check_ok(MPI_Comm_free(&comm));
}

/* One undirected edge to each side of a line, whose ends have one neighbour. */
static void an_old_graph_exchanges_with_its_neighbors(void)
{
    int index[EDGES_MAX], edges[2 * EDGES_MAX], member, at = 0;

    for (member = 0; member < check_size; member++) {
        if (member > 0)
            edges[at++] = member - 1;
        if (member < check_size - 1)
            edges[at++] = member + 1;
        index[member] = at;
    }
    check_ok(MPI_Graph_create(MPI_COMM_WORLD, check_size, index, edges, 0, &comm));
    in_degree = 0;
    if (check_rank > 0)
        sources[in_degree++] = (struct edge){check_rank - 1, check_rank > 1 ? 1 : 0};
    if (check_rank < check_size - 1)
        sources[in_degree++] = (struct edge){check_rank + 1, 0};
    out_degree = in_degree;
    memcpy(targets, sources, sizeof targets);
    for_all();
    check_ok(MPI_Comm_free(&comm));
}

CASES(open_grids_exchange_with_both_sides, closed_grids_exchange_with_both_sides,
      a_graph_delivers_along_its_edges, an_old_graph_exchanges_with_its_neighbors)
