/* SPDX-License-Identifier: MIT */
/* Large counts: what moves data, in every form, within one group and between two, with layouts that
 * differ on the two sides. */
#include "collective_large.h"

static const int lengths[] = {0, 1, 6, 90, 5000};

enum { LENGTHS = sizeof lengths / sizeof lengths[0], KINDS = 4, SMALL_MAX = 1000 };

/* The layout where blocks leave, and the one where they arrive. */
static struct layout kinds[KINDS][2];
static const struct layout *out, *in;
static struct call call;
static int length, form, in_place;
static MPI_Count *out_counts, *in_counts;
static MPI_Aint *out_places, *in_places;

static void kinds_open(void)
{
    struct layout ints = layout_of_ints();
    struct layout near = layout_make(0, 8, 0, 16), far = layout_make(28, 8, -4, 40);

    memcpy(kinds, (struct layout[KINDS][2]){{ints, ints}, {near, near}, {far, near}, {near, far}},
           sizeof kinds);
}

static void kinds_close(void)
{
    check_ok(MPI_Type_free(&kinds[2][0].type));
    check_ok(MPI_Type_free(&kinds[2][1].type));
}

static void in_a_situation(void (*body)(void))
{
    int members = size > peers ? size : peers;
    size_t elements = (size_t)(length + 4) * (size_t)members;

    images_open(elements, out->extent > in->extent ? out->extent : in->extent);
    out_counts = calloc((size_t)members, sizeof *out_counts);
    in_counts = calloc((size_t)members, sizeof *in_counts);
    out_places = calloc((size_t)members, sizeof *out_places);
    in_places = calloc((size_t)members, sizeof *in_places);
    for (form = 0; form < FORMS_HERE; form++)
        for (in_place = 0; in_place < (is_inter ? 1 : 2); in_place++)
            body();
    free(out_counts);
    free(in_counts);
    free(out_places);
    free(in_places);
    images_close();
}

/* Runs a body with each combination. */
static void for_all(void (*body)(void))
{
    int number, k, kind;

    kinds_open();
    for (number = 0; number < PLACES; number++) {
        if (!place_open(number))
            continue;
        for (k = 0; k < LENGTHS; k++)
            for (kind = 0; kind < KINDS; kind++) {
                length = lengths[k];
                out = &kinds[kind][0];
                in = &kinds[kind][1];
                if (length > LENGTH_MAX)
                    continue;
                if (length <= SMALL_MAX || ((number == 0 || is_inter) && kind % 3 == 0))
                    in_a_situation(body);
            }
        comm_done(&comm);
    }
    kinds_close();
}

/* A call with all that is right for a member which sends and receives. */
static void call_open(void)
{
    images_clear();
    call = (struct call){
        .sendbuf = sent + MARGIN, .sendcount = length, .sendtype = out->type,
        .sendcounts = out_counts, .senddispls = out_places,
        .recvbuf = got + MARGIN, .recvcount = length, .recvtype = in->type,
        .recvcounts = in_counts, .recvdispls = in_places, .comm = comm};
}

/* No send or receive arguments: those that do not count at this member, or are in place. */
static void no_sending(const void *buffer)
{
    call.sendbuf = buffer;
    call.sendcount = -1;
    call.sendcounts = NULL;
    call.senddispls = NULL;
    call.sendtype = MPI_DATATYPE_NULL;
    call.sendtypes = NULL;
}

static void no_receiving(void *buffer)
{
    call.recvbuf = buffer;
    call.recvcount = -1;
    call.recvcounts = NULL;
    call.recvdispls = NULL;
    call.recvtype = MPI_DATATYPE_NULL;
}

/* Each rooted body is called with the first and the last rank of each group as the root. */
static int root_number, i_am_root, i_am_a_leaf;

static void for_all_roots(void (*body)(void))
{
    int turn, last;

    for (turn = 0; turn < (is_inter ? 2 : 1); turn++) {
        int root_is_mine = !is_inter || is_first == (turn == 0);
        int members = root_is_mine ? size : peers;

        for (last = 0; last < (members > 1 ? 2 : 1); last++) {
            int root = last ? members - 1 : 0;

            call_open();
            i_am_root = root_is_mine && rank == root;
            i_am_a_leaf = !is_inter || !root_is_mine;
            root_number = root_is_mine ? mine(root) : theirs(root);
            call.root = root;
            if (is_inter && root_is_mine)
                call.root = i_am_root ? MPI_ROOT : MPI_PROC_NULL;
            body();
        }
    }
}

static void bcast_rooted(void)
{
    const struct layout *layout = i_am_root ? out : in;

    if (in_place)
        return;
    if (i_am_root)
        put_block(before, layout, 0, root_number, 0, length);
    if (i_am_root || i_am_a_leaf)
        put_block(expected, layout, 0, root_number, 0, length);
    else
        call.recvbuf = NO_BUFFER(call.recvbuf);
    call.recvtype = layout->type;
    deliver(bcast, &call, form);
}

static void bcast_body(void)
{
    for_all_roots(bcast_rooted);
}

static void broadcasts_reach_all(void)
{
    for_all(bcast_body);
}

/* Blocks of members lie in reverse order, each with a hole of one element behind it. */
static void lay_out(MPI_Count *counts, MPI_Aint *places, int (*count_of)(int who))
{
    MPI_Aint at = 0;
    int peer;

    for (peer = peers - 1; peer >= 0; peer--) {
        counts[peer] = count_of(theirs(peer));
        places[peer] = at;
        at += counts[peer] + 1;
    }
}

static int even_count(int who)
{
    (void)who;
    return length;
}

static int uneven_count(int who)
{
    return who % 3 == 2 ? 0 : length + who % 2;
}

static void lay_out_evenly(MPI_Count *counts, MPI_Aint *places)
{
    int peer;

    lay_out(counts, places, even_count);
    for (peer = 0; peer < peers; peer++)
        places[peer] = peer * length;
}

/* What all gathers have: one block leaves each leaf, and the root gets them all. */
static void gather_blocks(operation *gathers, const char *name, int own)
{
    int peer;

    if (i_am_a_leaf)
        put_block(sent, out, 0, mine(rank), root_number, own);
    for (peer = 0; peer < peers && i_am_root; peer++)
        put_block(expected, in, in_places[peer], theirs(peer), root_number, (int)in_counts[peer]);
    call.sendcount = own;
    if (!i_am_a_leaf)
        no_sending(NULL);
    if (!i_am_root)
        no_receiving(NULL);
    if (i_am_root && in_place) {
        put_block(before, in, in_places[rank], rank, rank, own);
        no_sending(MPI_IN_PLACE);
    }
    deliver_at(__FILE__, __LINE__, name, gathers, &call, form, 1);
}

static void gather_rooted(void)
{
    lay_out_evenly(in_counts, in_places);
    gather_blocks(gather, "gather", length);
}

static void gather_body(void)
{
    for_all_roots(gather_rooted);
}

static void gathers_collect(void)
{
    for_all(gather_body);
}

static void gatherv_rooted(void)
{
    lay_out(in_counts, in_places, uneven_count);
    gather_blocks(gatherv, "gatherv", uneven_count(mine(rank)));
}

static void gatherv_body(void)
{
    for_all_roots(gatherv_rooted);
}

static void gathers_of_different_lengths_collect(void)
{
    for_all(gatherv_body);
}

static void scatter_blocks(operation *scatters, const char *name, int own)
{
    int peer, is_in_place = i_am_root && in_place;

    for (peer = 0; peer < peers && i_am_root; peer++)
        put_block(sent, out, out_places[peer], root_number, theirs(peer), (int)out_counts[peer]);
    if (i_am_a_leaf && !is_in_place)
        put_block(expected, in, 0, root_number, mine(rank), own);
    call.recvcount = own;
    if (!i_am_root)
        no_sending(NULL);
    if (!i_am_a_leaf || is_in_place)
        no_receiving(is_in_place ? MPI_IN_PLACE : NULL);
    deliver_at(__FILE__, __LINE__, name, scatters, &call, form, 1);
}

static void scatter_rooted(void)
{
    lay_out_evenly(out_counts, out_places);
    scatter_blocks(scatter, "scatter", length);
}

static void scatter_body(void)
{
    for_all_roots(scatter_rooted);
}

static void scatters_deal_out(void)
{
    for_all(scatter_body);
}

static void scatterv_rooted(void)
{
    lay_out(out_counts, out_places, uneven_count);
    scatter_blocks(scatterv, "scatterv", uneven_count(mine(rank)));
}

static void scatterv_body(void)
{
    for_all_roots(scatterv_rooted);
}

static void scatters_of_different_lengths_deal_out(void)
{
    for_all(scatterv_body);
}

static void allgather_blocks(operation *allgathers, const char *name, int own)
{
    int peer;

    put_block(sent, out, 0, mine(rank), 0, own);
    for (peer = 0; peer < peers; peer++)
        put_block(expected, in, in_places[peer], theirs(peer), 0, (int)in_counts[peer]);
    call.sendcount = own;
    if (in_place) {
        put_block(before, in, in_places[rank], rank, 0, own);
        no_sending(MPI_IN_PLACE);
    }
    deliver_at(__FILE__, __LINE__, name, allgathers, &call, form, 1);
}

static void allgather_body(void)
{
    call_open();
    lay_out_evenly(in_counts, in_places);
    allgather_blocks(allgather, "allgather", length);
}

static void allgathers_collect_everywhere(void)
{
    for_all(allgather_body);
}

static void allgatherv_body(void)
{
    call_open();
    lay_out(in_counts, in_places, uneven_count);
    allgather_blocks(allgatherv, "allgatherv", uneven_count(mine(rank)));
}

static void allgathers_of_different_lengths_collect(void)
{
    for_all(allgatherv_body);
}

static void alltoall_blocks(operation *alltoalls, const char *name)
{
    int peer;

    for (peer = 0; peer < peers; peer++) {
        put_block(sent, out, out_places[peer], mine(rank), theirs(peer), (int)out_counts[peer]);
        put_block(expected, in, in_places[peer], theirs(peer), mine(rank), (int)in_counts[peer]);
        if (in_place)
            put_block(before, in, in_places[peer], rank, peer, (int)in_counts[peer]);
    }
    if (in_place)
        no_sending(MPI_IN_PLACE);
    deliver_at(__FILE__, __LINE__, name, alltoalls, &call, form, 1);
}

static void alltoall_body(void)
{
    call_open();
    lay_out_evenly(out_counts, out_places);
    lay_out_evenly(in_counts, in_places);
    alltoall_blocks(alltoall, "alltoall");
}

static void alltoalls_transpose(void)
{
    for_all(alltoall_body);
}

/* In place, as many elements must go to a member as come from it. */
static int pair_count(int who)
{
    return (who + mine(rank)) % 3 == 1 ? 0 : length + (who + mine(rank)) % 2;
}

static void alltoallv_body(void)
{
    int peer;

    call_open();
    lay_out(out_counts, out_places, pair_count);
    lay_out(in_counts, in_places, pair_count);
    for (peer = 0; peer < peers; peer++) /* leaves in order, arrives in reverse order */
        out_places[peer] = peer * (MPI_Aint)(length + 2);
    alltoall_blocks(alltoallv, "alltoallv");
}

static void alltoalls_of_different_lengths_transpose(void)
{
    for_all(alltoallv_body);
}

/* Says a block as one element of a type that has all of it; the other end counts elements. */
static MPI_Datatype block_type(const struct layout *layout, MPI_Count *count, int as_one)
{
    MPI_Datatype type;

    check_ok(MPI_Type_contiguous_c(as_one ? *count : 1, layout->type, &type));
    check_ok(MPI_Type_commit(&type));
    *count = as_one ? 1 : *count;
    return type;
}

static void alltoallw_body(void)
{
    MPI_Datatype *out_types = calloc((size_t)peers, sizeof *out_types);
    MPI_Datatype *in_types = calloc((size_t)peers, sizeof *in_types);
    MPI_Count *out_pieces = calloc((size_t)peers, sizeof *out_pieces);
    MPI_Count *in_pieces = calloc((size_t)peers, sizeof *in_pieces);
    MPI_Aint *out_bytes = calloc((size_t)peers, sizeof *out_bytes);
    MPI_Aint *in_bytes = calloc((size_t)peers, sizeof *in_bytes);
    int peer;

    call_open();
    lay_out(out_counts, out_places, pair_count);
    lay_out(in_counts, in_places, pair_count);
    for (peer = 0; peer < peers; peer++) {
        out_pieces[peer] = out_counts[peer];
        in_pieces[peer] = in_counts[peer];
        out_types[peer] = block_type(out, &out_pieces[peer], peer % 2);
        in_types[peer] = block_type(in, &in_pieces[peer], (peer + rank) % 2 == 0);
        out_bytes[peer] = out_places[peer] * out->extent;
        in_bytes[peer] = in_places[peer] * in->extent;
    }
    call.sendcounts = out_pieces;
    call.senddispls = out_bytes;
    call.sendtypes = out_types;
    call.recvcounts = in_pieces;
    call.recvdispls = in_bytes;
    call.recvtypes = in_types;
    if (!in_place || !IS_MPICH) /* MPICH 4.0 fails in place among five */
        alltoall_blocks(alltoallw, "alltoallw");
    for (peer = 0; peer < peers; peer++) {
        check_ok(MPI_Type_free(&out_types[peer]));
        check_ok(MPI_Type_free(&in_types[peer]));
    }
    free(out_types);
    free(in_types);
    free(out_pieces);
    free(in_pieces);
    free(out_bytes);
    free(in_bytes);
}

static void alltoalls_of_different_types_transpose(void)
{
    for_all(alltoallw_body);
}

CASES(broadcasts_reach_all, gathers_collect, gathers_of_different_lengths_collect,
      scatters_deal_out, scatters_of_different_lengths_deal_out, allgathers_collect_everywhere,
      allgathers_of_different_lengths_collect, alltoalls_transpose,
      alltoalls_of_different_lengths_transpose, alltoalls_of_different_types_transpose)
