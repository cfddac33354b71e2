/* SPDX-License-Identifier: MIT */
/* Collectives between two groups: the even ranks of the world and its odd ones. */
#include <stdint.h>

#include "collective_forms.h"

static const int lengths[] = {0, 1, 9, 300, 20000};

enum { LENGTHS = sizeof lengths / sizeof lengths[0] };

static MPI_Comm local, inter;
static int rank, size, peers, length, form, is_first;
static int *out, *in, *counts, *places;

/* Numbers distinguish the groups. */
static int mine(int who)
{
    return who + (is_first ? 0 : 500);
}

static int theirs(int who)
{
    return who + (is_first ? 500 : 0);
}

static void for_all(void (*body)(void))
{
    int k;

    if (check_size < 2)
        return;
    is_first = check_rank % 2 == 0;
    MPI_Comm_split(MPI_COMM_WORLD, check_rank % 2, 0, &local);
    MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, is_first ? 1 : 0, 7, &inter);
    MPI_Comm_rank(inter, &rank);
    MPI_Comm_size(inter, &size);
    MPI_Comm_remote_size(inter, &peers);
    for (k = 0; k < LENGTHS; k++) {
        for (form = 0; form < FORMS; form++) {
            length = lengths[k];
            out = take((length + size) * (peers + size));
            in = take((length + size) * (peers + size));
            counts = take(peers);
            places = take(peers);
            body();
            free(out);
            free(in);
            free(counts);
            free(places);
        }
    }
    MPI_Comm_free(&inter);
    MPI_Comm_free(&local);
}

static void barrier_body(void)
{
    check_barrier(form, inter);
}

static void nobody_leaves_a_barrier_before_the_others_have_come(void)
{
    for_all(barrier_body);
}

/* Each rooted body goes through all roots of the first group, then of the second. */
static int root_argument, root_number, root_is_mine, i_am_root;

static void for_all_roots(void (*body)(void))
{
    int turn, root;

    for (turn = 0; turn < 2; turn++) {
        root_is_mine = is_first == (turn == 0);
        for (root = 0; root < (root_is_mine ? size : peers); root++) {
            i_am_root = root_is_mine && rank == root;
            root_number = root_is_mine ? mine(root) : theirs(root);
            root_argument = !root_is_mine ? root : i_am_root ? MPI_ROOT : MPI_PROC_NULL;
            body();
        }
    }
}

static void bcast_rooted(void)
{
    memset(in, -1, (size_t)length * sizeof *in);
    if (i_am_root)
        fill(in, root_number, 0, length);
    IN_FORM(form, NULL, Bcast, bcast, in, length, MPI_INT, root_argument, inter);
    if (!root_is_mine)
        check_equal(wrong(in, root_number, 0, length), 0);
    else if (!i_am_root && length > 0)
        check_equal(in[0], -1);
}

static void bcast_body(void)
{
    for_all_roots(bcast_rooted);
}

static void broadcasts_reach_the_other_group(void)
{
    for_all(bcast_body);
}

static void gather_rooted(void)
{
    int peer;

    fill(out, mine(rank), root_number, length);
    IN_FORM(form, NULL, Gather, gather, out, length, MPI_INT, in, length, MPI_INT, root_argument,
            inter);
    for (peer = 0; peer < peers && i_am_root; peer++)
        check_equal(wrong(in + peer * length, theirs(peer), root_number, length), 0);
}

static void gather_body(void)
{
    for_all_roots(gather_rooted);
}

static void gathers_collect_from_the_other_group(void)
{
    for_all(gather_body);
}

static void scatter_rooted(void)
{
    int peer;

    for (peer = 0; peer < peers && i_am_root; peer++)
        fill(out + peer * length, root_number, theirs(peer), length);
    IN_FORM(form, NULL, Scatter, scatter, out, length, MPI_INT, in, length, MPI_INT, root_argument,
            inter);
    if (!root_is_mine)
        check_equal(wrong(in, root_number, mine(rank), length), 0);
}

static void scatter_body(void)
{
    for_all_roots(scatter_rooted);
}

static void scatters_deal_out_to_the_other_group(void)
{
    for_all(scatter_body);
}

static void gatherv_rooted(void)
{
    int peer, at = 0;

    for (peer = 0; peer < peers; peer++) {
        counts[peer] = length + peer % 2;
        places[peer] = at;
        at += counts[peer];
    }
    fill(out, mine(rank), root_number, length + rank % 2);
    IN_FORM(form, NULL, Gatherv, gatherv, out, length + rank % 2, MPI_INT, in, counts, places,
            MPI_INT, root_argument, inter);
    for (peer = 0; peer < peers && i_am_root; peer++)
        check_equal(wrong(in + places[peer], theirs(peer), root_number, counts[peer]), 0);
}

static void gatherv_body(void)
{
    for_all_roots(gatherv_rooted);
}

static void gathers_of_different_lengths_collect(void)
{
    for_all(gatherv_body);
}

/* Arguments that count only at the root are wrong at a member whose rank is the root's. */
static void senders_arguments_rooted(void)
{
    int *nowhere = (int *)(uintptr_t)8;

    fill(out, mine(rank), root_number, length + rank % 2);
    if (i_am_root)
        gatherv_rooted();
    else
        IN_FORM(form, NULL, Gatherv, gatherv, out, length + rank % 2, MPI_INT, nowhere, nowhere,
                nowhere, MPI_DATATYPE_NULL, root_argument, inter);
    IN_FORM(form, NULL, Scatterv, scatterv, i_am_root ? out : nowhere, i_am_root ? counts : nowhere,
            i_am_root ? places : nowhere, i_am_root ? MPI_INT : MPI_DATATYPE_NULL, in,
            length + rank % 2, MPI_INT, root_argument, inter);
}

static void senders_arguments_body(void)
{
    for_all_roots(senders_arguments_rooted);
}

static void arguments_that_count_at_the_root_alone_are_not_looked_at(void)
{
    for_all(senders_arguments_body);
}

/* The first group's blocks are twice as long as the second's. */
static void allgather_body(void)
{
    int ours = length * (is_first ? 2 : 1), others = length * (is_first ? 1 : 2), peer;

    free(out);
    free(in);
    out = take(ours);
    in = take(others * peers);
    fill(out, mine(rank), 0, ours);
    IN_FORM(form, NULL, Allgather, allgather, out, ours, MPI_INT, in, others, MPI_INT, inter);
    for (peer = 0; peer < peers; peer++)
        check_equal(wrong(in + peer * others, theirs(peer), 0, others), 0);
    check_equal(in[others * peers], -1);
}

static void each_group_gets_what_the_other_has(void)
{
    for_all(allgather_body);
}

static void alltoall_body(void)
{
    int peer;

    for (peer = 0; peer < peers; peer++) {
        counts[peer] = length;
        places[peer] = peer * length;
        fill(out + peer * length, mine(rank), theirs(peer), length);
    }
    IN_FORM(form, NULL, Alltoall, alltoall, out, length, MPI_INT, in, length, MPI_INT, inter);
    for (peer = 0; peer < peers; peer++)
        check_equal(wrong(in + peer * length, theirs(peer), mine(rank), length), 0);
    memset(in, -1, (size_t)(length * peers) * sizeof *in);
    IN_FORM(form, NULL, Alltoallv, alltoallv, out, counts, places, MPI_INT, in, counts, places,
            MPI_INT, inter);
    for (peer = 0; peer < peers; peer++)
        check_equal(wrong(in + peer * length, theirs(peer), mine(rank), length), 0);
}

static void all_to_all_of_the_other_group(void)
{
    for_all(alltoall_body);
}

static int wrong_sums(const int *got, int first, int count, int other_group)
{
    int i, wrong = 0;

    for (i = 0; i < count; i++) {
        int members = other_group ? peers : size, member, sum = 0;

        for (member = 0; member < members; member++)
            sum += (other_group ? theirs(member) : mine(member)) * 3 + first + i;
        wrong += got[i] != sum;
    }
    return wrong;
}

static void fill_operand(int count)
{
    int i;

    for (i = 0; i < count; i++)
        out[i] = mine(rank) * 3 + i;
}

static void allreduce_body(void)
{
    fill_operand(length);
    IN_FORM(form, NULL, Allreduce, allreduce, out, in, length, MPI_INT, MPI_SUM, inter);
    check_equal(wrong_sums(in, 0, length, 1), 0);
    check_equal(in[length], -1);
}

static void each_group_gets_the_sum_of_the_other(void)
{
    for_all(allreduce_body);
}

static void reduce_rooted(void)
{
    fill_operand(length);
    IN_FORM(form, NULL, Reduce, reduce, out, in, length, MPI_INT, MPI_SUM, root_argument, inter);
    if (i_am_root)
        check_equal(wrong_sums(in, 0, length, 1), 0);
}

static void reduce_body(void)
{
    for_all_roots(reduce_rooted);
}

static void a_root_gets_the_sum_of_the_other_group(void)
{
    for_all(reduce_body);
}

/* Both groups must have as many elements in all. */
static void reduce_scatter_body(void)
{
    int total = length * size * peers, *blocks = malloc((size_t)size * sizeof *blocks), member;

    free(out);
    out = take(total);
    fill_operand(total);
    for (member = 0; member < size; member++)
        blocks[member] = length * peers;
    free(in);
    in = take(length * peers);
    IN_FORM(form, NULL, Reduce_scatter, reduce_scatter, out, in, blocks, MPI_INT, MPI_SUM, inter);
    check_equal(wrong_sums(in, rank * length * peers, length * peers, 1), 0);
    memset(in, -1, (size_t)(length * peers) * sizeof *in);
    IN_FORM(form, NULL, Reduce_scatter_block, reduce_scatter_block, out, in, length * peers,
            MPI_INT, MPI_SUM, inter);
    check_equal(wrong_sums(in, rank * length * peers, length * peers, 1), 0);
    free(blocks);
}

static void sums_of_the_other_group_are_scattered(void)
{
    for_all(reduce_scatter_body);
}

CASES(nobody_leaves_a_barrier_before_the_others_have_come, broadcasts_reach_the_other_group,
      gathers_collect_from_the_other_group,
      scatters_deal_out_to_the_other_group, gathers_of_different_lengths_collect,
      arguments_that_count_at_the_root_alone_are_not_looked_at,
      each_group_gets_what_the_other_has, all_to_all_of_the_other_group,
      each_group_gets_the_sum_of_the_other, a_root_gets_the_sum_of_the_other_group,
      sums_of_the_other_group_are_scattered)
