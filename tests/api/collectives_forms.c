/* SPDX-License-Identifier: MIT */
/* What moves data, in every form, on several communicators, at lengths of every algorithm. */
#include "collective_forms.h"

static const int lengths[] = {0, 1, 3, 7, 11, 200, 3000, 20000};

enum { LENGTHS = sizeof lengths / sizeof lengths[0], ELEMENTS_MAX = 200000 };

static MPI_Comm comm;
static int rank, size, length, form;
static int *out, *in, *counts, *places, *more_counts, *more_places;

static int sum_to(int count)
{
    return count * (count - 1) / 2;
}

/* Runs a body with each combination. */
static void for_all(void (*body)(void))
{
    int number, k;

    for (number = 0; number < COMMS; number++) {
        comm = comm_number(number);
        rank = comm_rank(comm);
        size = comm_size(comm);
        for (k = 0; k < LENGTHS; k++) {
            length = lengths[k];
            if (length * size > ELEMENTS_MAX)
                continue;
            for (form = 0; form < FORMS; form++) {
                out = take((length + size) * size);
                in = take((length + size) * size);
                counts = take(size);
                places = take(size);
                more_counts = take(size);
                more_places = take(size);
                body();
                free(out);
                free(in);
                free(counts);
                free(places);
                free(more_counts);
                free(more_places);
            }
        }
        comm_done(&comm);
    }
}

static void barrier_body(void)
{
    check_barrier(form, comm);
}

static void nobody_leaves_a_barrier_before_all_have_come(void)
{
    for_all(barrier_body);
}

static int root;

static void clear_unless_root(void)
{
    if (rank != root)
        memset(in, -1, (size_t)length * sizeof *in);
}

static void bcast_body(void)
{
    for (root = 0; root < size; root++) {
        clear_unless_root();
        if (rank == root)
            fill(in, root, 0, length);
        IN_FORM(form, clear_unless_root, Bcast, bcast, in, length, MPI_INT, root, comm);
        check_equal(wrong(in, root, 0, length), 0);
        check_equal(in[length], -1);
    }
}

static void broadcasts_reach_all(void)
{
    for_all(bcast_body);
}

static void gather_body(void)
{
    int peer;

    for (root = 0; root < size; root++) {
        fill(out, rank, root, length);
        memset(in, -1, (size_t)(length * size) * sizeof *in);
        if (form == PERSISTENT && rank == root && length > 0) {
            fill(in + rank * length, rank, root, length);
            IN_FORM(form, NULL, Gather, gather, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, length,
                    MPI_INT, root, comm);
        } else {
            IN_FORM(form, NULL, Gather, gather, out, length, MPI_INT, in, length, MPI_INT, root,
                    comm);
        }
        for (peer = 0; peer < size; peer++)
            check_equal(wrong(in + peer * length, peer, root, rank == root ? length : 0), 0);
        check_equal(in[rank == root ? length * size : 0], -1);
    }
}

static void gathers_collect(void)
{
    for_all(gather_body);
}

/* Rank r's block has length + r elements, in reverse order of the ranks. */
static void lay_out(int *block_counts, int *block_places)
{
    int peer, at = 0;

    for (peer = size - 1; peer >= 0; peer--) {
        block_counts[peer] = length + peer;
        block_places[peer] = at;
        at += length + peer;
    }
}

static void gatherv_body(void)
{
    int peer;

    lay_out(counts, places);
    for (root = 0; root < size; root += size > 2 ? 2 : 1) {
        fill(out, rank, root, length + rank);
        memset(in, -1, (size_t)(length * size + sum_to(size)) * sizeof *in);
        IN_FORM(form, NULL, Gatherv, gatherv, out, length + rank, MPI_INT, in, counts, places,
                MPI_INT, root, comm);
        for (peer = 0; peer < size && rank == root; peer++)
            check_equal(wrong(in + places[peer], peer, root, counts[peer]), 0);
        check_equal(in[rank == root ? length * size + sum_to(size) : 0], -1);
    }
}

static void gathers_of_different_lengths_collect(void)
{
    for_all(gatherv_body);
}

static void scatter_body(void)
{
    int peer;

    for (root = 0; root < size; root++) {
        for (peer = 0; peer < size && rank == root; peer++)
            fill(out + peer * length, root, peer, length);
        IN_FORM(form, NULL, Scatter, scatter, out, length, MPI_INT, in, length, MPI_INT, root,
                comm);
        check_equal(wrong(in, root, rank, length), 0);
        check_equal(in[length], -1);
    }
}

static void scatters_deal_out(void)
{
    for_all(scatter_body);
}

static void scatterv_body(void)
{
    int peer;

    lay_out(counts, places);
    for (root = 0; root < size; root += size > 2 ? 2 : 1) {
        for (peer = 0; peer < size && rank == root; peer++)
            fill(out + places[peer], root, peer, counts[peer]);
        memset(in, -1, (size_t)(length + size) * sizeof *in);
        if (rank == root && form == NONBLOCKING)
            IN_FORM(form, NULL, Scatterv, scatterv, out, counts, places, MPI_INT, MPI_IN_PLACE, 0,
                    MPI_DATATYPE_NULL, root, comm);
        else
            IN_FORM(form, NULL, Scatterv, scatterv, out, counts, places, MPI_INT, in,
                    length + rank, MPI_INT, root, comm);
        if (rank != root || form != NONBLOCKING)
            check_equal(wrong(in, root, rank, length + rank), 0);
    }
}

static void scatters_of_different_lengths_deal_out(void)
{
    for_all(scatterv_body);
}

static void allgather_body(void)
{
    int peer;

    fill(out, rank, 0, length);
    if (form == NONBLOCKING && length > 0) {
        fill(in + rank * length, rank, 0, length);
        IN_FORM(form, NULL, Allgather, allgather, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, length,
                MPI_INT, comm);
    } else {
        IN_FORM(form, NULL, Allgather, allgather, out, length, MPI_INT, in, length, MPI_INT, comm);
    }
    for (peer = 0; peer < size; peer++)
        check_equal(wrong(in + peer * length, peer, 0, length), 0);
    check_equal(in[length * size], -1);
}

static void allgathers_collect_everywhere(void)
{
    for_all(allgather_body);
}

static void allgatherv_body(void)
{
    int peer;

    lay_out(counts, places);
    fill(out, rank, 0, length + rank);
    IN_FORM(form, NULL, Allgatherv, allgatherv, out, length + rank, MPI_INT, in, counts, places,
            MPI_INT, comm);
    for (peer = 0; peer < size; peer++)
        check_equal(wrong(in + places[peer], peer, 0, counts[peer]), 0);
    check_equal(in[length * size + sum_to(size)], -1);
}

static void allgathers_of_different_lengths_collect(void)
{
    for_all(allgatherv_body);
}

static void fill_to_all(int *block)
{
    int peer;

    for (peer = 0; peer < size; peer++)
        fill(block + peer * length, rank, peer, length);
}

static void fill_in_again(void)
{
    fill_to_all(in);
}

static void alltoall_body(void)
{
    int peer, round;

    fill_to_all(out);
    for (round = 0; round < 2; round++) {
        if (round == 1) { /* in place */
            fill_to_all(in);
            IN_FORM(form, fill_in_again, Alltoall, alltoall, MPI_IN_PLACE, 0, MPI_DATATYPE_NULL,
                    in, length, MPI_INT, comm);
        } else {
            IN_FORM(form, NULL, Alltoall, alltoall, out, length, MPI_INT, in, length, MPI_INT,
                    comm);
        }
        for (peer = 0; peer < size; peer++)
            check_equal(wrong(in + peer * length, peer, rank, length), 0);
        check_equal(in[length * size], -1);
    }
}

static void alltoalls_transpose(void)
{
    for_all(alltoall_body);
}

/* From r to s go length + (r + s) % 2 elements; blocks lie in reverse order where they arrive. */
static void lay_out_pairs(void)
{
    int peer, at = 0, back = 0;

    for (peer = 0; peer < size; peer++) {
        counts[peer] = length + (rank + peer) % 2;
        places[peer] = at;
        at += counts[peer];
    }
    for (peer = size - 1; peer >= 0; peer--) {
        more_counts[peer] = length + (rank + peer) % 2;
        more_places[peer] = back;
        back += more_counts[peer];
    }
}

static void fill_pairs(int *block, const int *at)
{
    int peer;

    for (peer = 0; peer < size; peer++)
        fill(block + at[peer], rank, peer, counts[peer]);
}

static void fill_pairs_again(void)
{
    fill_pairs(in, more_places);
}

static void check_pairs(void)
{
    int peer;

    for (peer = 0; peer < size; peer++)
        check_equal(wrong(in + more_places[peer], peer, rank, more_counts[peer]), 0);
    check_equal(in[more_places[0] + more_counts[0]], -1);
}

static void alltoallv_body(void)
{
    lay_out_pairs();
    fill_pairs(out, places);
    IN_FORM(form, NULL, Alltoallv, alltoallv, out, counts, places, MPI_INT, in, more_counts,
            more_places, MPI_INT, comm);
    check_pairs();
    fill_pairs_again();
    IN_FORM(form, fill_pairs_again, Alltoallv, alltoallv, MPI_IN_PLACE, NULL, NULL,
            MPI_DATATYPE_NULL, in, more_counts, more_places, MPI_INT, comm);
    check_pairs();
}

static void alltoalls_of_different_lengths_transpose(void)
{
    for_all(alltoallv_body);
}

/* Sent as ints, received as one contiguous type per block; displacements in bytes. */
static void alltoallw_body(void)
{
    MPI_Datatype *sent = malloc((size_t)size * sizeof *sent);
    MPI_Datatype *received = malloc((size_t)size * sizeof *received);
    int *ones = take(size), *sent_places = take(size), *received_places = take(size), peer;

    lay_out_pairs();
    fill_pairs(out, places);
    for (peer = 0; peer < size; peer++) {
        sent[peer] = MPI_INT;
        MPI_Type_contiguous(more_counts[peer], MPI_INT, &received[peer]);
        MPI_Type_commit(&received[peer]);
        ones[peer] = 1;
        sent_places[peer] = places[peer] * (int)sizeof(int);
        received_places[peer] = more_places[peer] * (int)sizeof(int);
    }
    IN_FORM(form, NULL, Alltoallw, alltoallw, out, counts, sent_places, sent, in, ones,
            received_places, received, comm);
    check_pairs();
    fill_pairs_again();
    IN_FORM(form, fill_pairs_again, Alltoallw, alltoallw, MPI_IN_PLACE, NULL, NULL, NULL, in, ones,
            received_places, received, comm);
    check_pairs();
    for (peer = 0; peer < size; peer++)
        MPI_Type_free(&received[peer]);
    free(sent);
    free(received);
    free(ones);
    free(sent_places);
    free(received_places);
}

static void alltoalls_of_different_types_transpose(void)
{
    for_all(alltoallw_body);
}

/* Every second int of a matrix row, both sides different. */
static void layouts_may_differ_on_the_two_sides(void)
{
    MPI_Datatype row, strided;
    int i, peer;

    comm = MPI_COMM_WORLD;
    rank = check_rank;
    size = check_size;
    MPI_Type_vector(20, 1, 2, MPI_INT, &row);
    MPI_Type_create_resized(row, 0, 40 * (MPI_Aint)sizeof(int), &strided);
    MPI_Type_free(&row);
    MPI_Type_commit(&strided);
    for (form = 0; form < FORMS; form++) {
        out = take(20 * size);
        in = take(40 * size);
        for (peer = 0; peer < size; peer++)
            fill(out + 20 * peer, rank, peer, 20);
        IN_FORM(form, NULL, Alltoall, alltoall, out, 20, MPI_INT, in, 1, strided, comm);
        for (peer = 0; peer < size; peer++)
            for (i = 0; i < 20; i++) {
                check_equal(in[40 * peer + 2 * i], element(peer, rank, i));
                check_equal(in[40 * peer + 2 * i + 1], -1);
            }
        IN_FORM(form, NULL, Allgather, allgather, out, 20, MPI_INT, in, 1, strided, comm);
        for (peer = 0; peer < size; peer++)
            for (i = 0; i < 20; i++)
                check_equal(in[40 * peer + 2 * i], element(peer, 0, i));
        free(out);
        free(in);
    }
    MPI_Type_free(&strided);
}

CASES(nobody_leaves_a_barrier_before_all_have_come, broadcasts_reach_all, gathers_collect,
      gathers_of_different_lengths_collect, scatters_deal_out,
      scatters_of_different_lengths_deal_out, allgathers_collect_everywhere,
      allgathers_of_different_lengths_collect, alltoalls_transpose,
      alltoalls_of_different_lengths_transpose, alltoalls_of_different_types_transpose,
      layouts_may_differ_on_the_two_sides)
