/* SPDX-License-Identifier: MIT */
/* Barrier, broadcast, gather and scatter with all their forms, at lengths of every algorithm. */
/* mpich: no    4.0 takes MPI_BOTTOM on both sides for the same buffer */
#include <stdlib.h>

#include "check.h"

static const int lengths[] = {0, 1, 2, 5, 8, 9, 10, 11, 40, 100, 1000, 4096, 70000};

enum { LENGTHS = sizeof lengths / sizeof lengths[0] };

static int value(int rank, int i)
{
    return rank * 100003 + i * 7 + 1;
}

static int *take(int count)
{
    int *block = malloc(((size_t)count + 1) * sizeof *block), i;

    for (i = 0; i <= count; i++)
        block[i] = -1;
    return block;
}

static int *take_filled(int rank, int count)
{
    int *block = take(count), i;

    for (i = 0; i < count; i++)
        block[i] = value(rank, i);
    return block;
}

/* How many of the elements are not those of that rank; the element after them must be untouched. */
static int wrong_in(const int *block, int rank, int count)
{
    int wrong = 0, i;

    for (i = 0; i < count; i++)
        wrong += block[i] != value(rank, i);
    return wrong;
}

static void nobody_leaves_a_barrier_before_all_have_come(void)
{
    double come, gone, last_to_come, first_to_go;
    int round;

    for (round = 0; round < 200; round++) {
        double until = MPI_Wtime() + (check_rank == round % check_size ? 2e-4 : 0);

        while (MPI_Wtime() < until)
            continue;
        come = MPI_Wtime();
        check_ok(MPI_Barrier(MPI_COMM_WORLD));
        gone = MPI_Wtime();
        /* The ranks are on one machine and read one clock. */
        MPI_Allreduce(&come, &last_to_come, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        MPI_Allreduce(&gone, &first_to_go, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
        check(last_to_come <= first_to_go);
    }
}

static void a_broadcast_reaches_all_from_every_root(void)
{
    int k, root;

    for (k = 0; k < LENGTHS; k++) {
        for (root = 0; root < check_size; root++) {
            int n = lengths[k];
            int *block = check_rank == root ? take_filled(root, n) : take(n);

            check_ok(MPI_Bcast(block, n, MPI_INT, root, MPI_COMM_WORLD));
            check_equal(wrong_in(block, root, n), 0);
            check_equal(block[n], -1);
            free(block);
        }
    }
}

static void broadcasts_in_a_row_do_not_mix(void)
{
    int i, got;

    for (i = 0; i < 500; i++) {
        got = check_rank == i % check_size ? i : -1;
        MPI_Bcast(&got, 1, MPI_INT, i % check_size, MPI_COMM_WORLD);
        check_equal(got, i);
    }
    for (i = 0; i < 500; i++) {
        got = check_rank == 0 ? i : -1; /* the root runs ahead */
        MPI_Bcast(&got, 1, MPI_INT, 0, MPI_COMM_WORLD);
        check_equal(got, i);
    }
}

static void a_broadcast_may_change_the_layout(void)
{
    int column[5] = {-1, -1, -1, -1, -1}, matrix[5][4], i;
    MPI_Datatype type;

    MPI_Type_vector(5, 1, 4, MPI_INT, &type);
    MPI_Type_commit(&type);
    for (i = 0; i < 20; i++)
        matrix[i / 4][i % 4] = i;
    if (check_rank == 0)
        MPI_Bcast(&matrix[0][2], 1, type, 0, MPI_COMM_WORLD);
    else
        MPI_Bcast(column, 5, MPI_INT, 0, MPI_COMM_WORLD);
    for (i = 0; check_rank != 0 && i < 5; i++)
        check_equal(column[i], i * 4 + 2);
    MPI_Type_free(&type);
}

static void a_gather_puts_the_blocks_in_order(void)
{
    int k, root, peer;

    for (k = 0; k < LENGTHS; k++) {
        for (root = 0; root < check_size; root++) {
            int n = lengths[k];
            int *mine = take_filled(check_rank, n);
            int *all = check_rank == root ? take(n * check_size) : NULL;

            check_ok(MPI_Gather(mine, n, MPI_INT, all, n, MPI_INT, root, MPI_COMM_WORLD));
            check_equal(wrong_in(mine, check_rank, n), 0);
            if (check_rank == root) {
                for (peer = 0; peer < check_size; peer++)
                    check_equal(wrong_in(all + peer * n, peer, n), 0);
                check_equal(all[n * check_size], -1);
            }
            free(mine);
            free(all);
        }
    }
}

static void a_gather_in_place_leaves_the_roots_block(void)
{
    int k, root = check_size - 1, peer;

    for (k = 0; k < LENGTHS; k++) {
        int n = lengths[k], i;
        int *mine = take_filled(check_rank, n), *all = take(n * check_size);

        for (i = 0; i < n; i++)
            all[root * n + i] = value(root, i);
        if (check_rank == root)
            check_ok(MPI_Gather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, n, MPI_INT, root,
                                MPI_COMM_WORLD));
        else
            check_ok(MPI_Gather(mine, n, MPI_INT, NULL, -1, MPI_DATATYPE_NULL, root,
                                MPI_COMM_WORLD));
        for (peer = 0; check_rank == root && peer < check_size; peer++)
            check_equal(wrong_in(all + peer * n, peer, n), 0);
        free(mine);
        free(all);
    }
}

/* Blocks of the v forms: rank r has r % 3 + scale elements, and the blocks lie in reverse with gaps
 * of one. */
static int blocks(int scale, int counts[], int displs[])
{
    int place = 0, peer;

    for (peer = check_size - 1; peer >= 0; peer--) {
        counts[peer] = scale == 0 ? 0 : peer % 3 * scale;
        displs[peer] = place;
        place += counts[peer] + 1;
    }
    return place;
}

static const int scales[] = {0, 1, 4, 30, 5000};

enum { SCALES = sizeof scales / sizeof scales[0] };

static void a_gatherv_puts_each_block_where_it_is_wanted(void)
{
    int counts[64], displs[64], k, root, peer;

    for (k = 0; k < SCALES; k++) {
        int total = blocks(scales[k], counts, displs), n = counts[check_rank];

        for (root = 0; root < check_size; root++) {
            int *mine = take_filled(check_rank, n), *all = take(total);

            if (check_rank == root)
                check_ok(MPI_Gatherv(mine, n, MPI_INT, all, counts, displs, MPI_INT, root,
                                     MPI_COMM_WORLD));
            else
                check_ok(MPI_Gatherv(mine, n, MPI_INT, NULL, NULL, NULL, MPI_DATATYPE_NULL, root,
                                     MPI_COMM_WORLD));
            for (peer = 0; check_rank == root && peer < check_size; peer++) {
                check_equal(wrong_in(all + displs[peer], peer, counts[peer]), 0);
                check_equal(all[displs[peer] + counts[peer]], -1);
            }
            free(mine);
            free(all);
        }
    }
}

static void a_scatter_deals_the_blocks_out(void)
{
    int k, root, peer, i;

    for (k = 0; k < LENGTHS; k++) {
        for (root = 0; root < check_size; root++) {
            int n = lengths[k];
            int *mine = take(n), *all = NULL;

            if (check_rank == root) {
                all = take(n * check_size);
                for (peer = 0; peer < check_size; peer++)
                    for (i = 0; i < n; i++)
                        all[peer * n + i] = value(peer, i);
            }
            check_ok(MPI_Scatter(all, n, MPI_INT, mine, n, MPI_INT, root, MPI_COMM_WORLD));
            check_equal(wrong_in(mine, check_rank, n), 0);
            check_equal(mine[n], -1);
            free(mine);
            free(all);
        }
    }
}

static void a_scatter_in_place_leaves_the_roots_block(void)
{
    int mine[3] = {-1, -1, -1}, all[64 * 3], i;

    for (i = 0; i < check_size * 3; i++)
        all[i] = value(i / 3, i % 3);
    if (check_rank == 0)
        check_ok(MPI_Scatter(all, 3, MPI_INT, MPI_IN_PLACE, -5, MPI_DATATYPE_NULL, 0,
                             MPI_COMM_WORLD));
    else
        check_ok(MPI_Scatter(NULL, -1, MPI_DATATYPE_NULL, mine, 3, MPI_INT, 0, MPI_COMM_WORLD));
    check_equal(wrong_in(check_rank == 0 ? all : mine, check_rank, 3), 0);
}

static void a_scatterv_deals_each_block_from_where_it_is(void)
{
    int counts[64], displs[64], k, root, peer, i;

    for (k = 0; k < SCALES; k++) {
        int total = blocks(scales[k], counts, displs), n = counts[check_rank];

        for (root = 0; root < check_size; root++) {
            int *mine = take(n), *all = NULL;

            if (check_rank == root) {
                all = take(total);
                for (peer = 0; peer < check_size; peer++)
                    for (i = 0; i < counts[peer]; i++)
                        all[displs[peer] + i] = value(peer, i);
                check_ok(MPI_Scatterv(all, counts, displs, MPI_INT, mine, n, MPI_INT, root,
                                      MPI_COMM_WORLD));
            } else {
                check_ok(MPI_Scatterv(NULL, NULL, NULL, MPI_DATATYPE_NULL, mine, n, MPI_INT, root,
                                      MPI_COMM_WORLD));
            }
            check_equal(wrong_in(mine, check_rank, n), 0);
            check_equal(mine[n], -1);
            free(mine);
            free(all);
        }
    }
}

static void an_allgather_gives_all_to_all(void)
{
    int k, peer, in_place;

    for (k = 0; k < LENGTHS; k++) {
        for (in_place = 0; in_place < 2; in_place++) {
            int n = lengths[k], i;
            int *mine = take_filled(check_rank, n), *all = take(n * check_size);

            for (i = 0; in_place && i < n; i++)
                all[check_rank * n + i] = value(check_rank, i);
            if (in_place)
                check_ok(MPI_Allgather(MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, all, n, MPI_INT,
                                       MPI_COMM_WORLD));
            else
                check_ok(MPI_Allgather(mine, n, MPI_INT, all, n, MPI_INT, MPI_COMM_WORLD));
            for (peer = 0; peer < check_size; peer++)
                check_equal(wrong_in(all + peer * n, peer, n), 0);
            check_equal(all[n * check_size], -1);
            free(mine);
            free(all);
        }
    }
}

static void an_allgatherv_puts_each_block_where_it_is_wanted(void)
{
    int counts[64], displs[64], k, peer, in_place, i;

    for (k = 0; k < SCALES; k++) {
        for (in_place = 0; in_place < 2; in_place++) {
            int total = blocks(scales[k], counts, displs), n = counts[check_rank];
            int *mine = take_filled(check_rank, n), *all = take(total);

            for (i = 0; in_place && i < n; i++)
                all[displs[check_rank] + i] = value(check_rank, i);
            check_ok(MPI_Allgatherv(in_place ? MPI_IN_PLACE : mine, n, MPI_INT, all, counts,
                                    displs, MPI_INT, MPI_COMM_WORLD));
            for (peer = 0; peer < check_size; peer++) {
                check_equal(wrong_in(all + displs[peer], peer, counts[peer]), 0);
                check_equal(all[displs[peer] + counts[peer]], -1);
            }
            free(mine);
            free(all);
        }
    }
}

static void blocks_may_change_their_layout_on_the_way(void)
{
    /* Each gives a column of 4, the root lays them side by side as columns of a matrix. */
    int mine[4][3], *matrix = take(4 * check_size), i, j;
    MPI_Datatype column, wide;

    for (i = 0; i < 12; i++)
        mine[i / 3][i % 3] = i % 3 == 1 ? value(check_rank, i / 3) : -9;
    MPI_Type_vector(4, 1, 3, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Type_vector(2, 1, 2, MPI_INT, &wide); /* elements 0 and 2 of 3 */
    MPI_Type_commit(&wide);
    MPI_Gather(&mine[0][1], 1, column, matrix, 4, MPI_INT, 0, MPI_COMM_WORLD);
    for (i = 0; check_rank == 0 && i < check_size; i++)
        for (j = 0; j < 4; j++)
            check_equal(matrix[4 * i + j], value(i, j));
    for (i = 0; i < 12; i++)
        mine[i / 3][i % 3] = -1;
    MPI_Scatter(matrix, 4, MPI_INT, &mine[0][0], 2, wide, 0, MPI_COMM_WORLD);
    check_equal(mine[0][0], value(check_rank, 0));
    check_equal(mine[0][1], -1);
    check_equal(mine[0][2], value(check_rank, 1));
    check_equal(mine[1][0], value(check_rank, 2)); /* the next element begins an extent later */
    check_equal(mine[1][2], value(check_rank, 3));
    MPI_Type_free(&column);
    MPI_Type_free(&wide);
    free(matrix);
}

static void collectives_and_messages_of_one_communicator_do_not_meet(void)
{
    int right = (check_rank + 1) % check_size, out = check_rank, in = -1, got = check_rank, sum;
    MPI_Request requests[2];

    MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
    MPI_Bcast(&got, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Allreduce(&out, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    check_equal(got, 0);
    MPI_Isend(&out, 1, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    check_equal(in, (check_rank + check_size - 1) % check_size);
}

static void the_large_forms_do_the_same(void)
{
    MPI_Count counts[64];
    MPI_Aint displs[64];
    int all[64 * 2], mine[2], got[2], i, root = check_size - 1;

    for (i = 0; i < check_size; i++) {
        counts[i] = 2;
        displs[i] = 2 * (check_size - 1 - i);
    }
    mine[0] = value(check_rank, 0);
    mine[1] = value(check_rank, 1);
    check_ok(MPI_Gatherv_c(mine, 2, MPI_INT, all, counts, displs, MPI_INT, root, MPI_COMM_WORLD));
    for (i = 0; check_rank == root && i < check_size; i++)
        check_equal(wrong_in(all + displs[i], i, 2), 0);
    check_ok(MPI_Scatterv_c(all, counts, displs, MPI_INT, got, 2, MPI_INT, root, MPI_COMM_WORLD));
    check_equal(wrong_in(got, check_rank, 2), 0);
    check_ok(MPI_Allgatherv_c(mine, 2, MPI_INT, all, counts, displs, MPI_INT, MPI_COMM_WORLD));
    for (i = 0; i < check_size; i++)
        check_equal(wrong_in(all + displs[i], i, 2), 0);
    check_ok(MPI_Allgather_c(mine, 2, MPI_INT, all, 2, MPI_INT, MPI_COMM_WORLD));
    check_ok(MPI_Gather_c(mine, 2, MPI_INT, all, 2, MPI_INT, root, MPI_COMM_WORLD));
    check_ok(MPI_Scatter_c(all, 2, MPI_INT, got, 2, MPI_INT, root, MPI_COMM_WORLD));
    check_equal(wrong_in(got, check_rank, 2), 0);
    check_ok(MPI_Bcast_c(got, 2, MPI_INT, root, MPI_COMM_WORLD));
    check_equal(wrong_in(got, root, 2), 0);
}

/* Displacements from MPI_BOTTOM are addresses: in bytes, or in elements of one byte. */
static void blocks_may_be_named_by_their_addresses(void)
{
    int own[64], got[64], i;
    MPI_Count ones[64], fours[64];
    MPI_Aint out_places[64], in_places[64];
    MPI_Datatype types[64];

    for (i = 0; i < check_size; i++) {
        own[i] = check_rank * 100 + i;
        ones[i] = 1;
        fours[i] = sizeof(int);
        types[i] = MPI_INT;
        MPI_Get_address(&own[i], &out_places[i]);
        MPI_Get_address(&got[i], &in_places[i]);
    }
    memset(got, -1, sizeof got);
    check_ok(MPI_Alltoallw_c(MPI_BOTTOM, ones, out_places, types, MPI_BOTTOM, ones, in_places,
                             types, MPI_COMM_WORLD));
    for (i = 0; i < check_size; i++)
        check_equal(got[i], i * 100 + check_rank);
    memset(got, -1, sizeof got);
    check_ok(MPI_Alltoallv_c(MPI_BOTTOM, fours, out_places, MPI_BYTE, MPI_BOTTOM, fours, in_places,
                             MPI_BYTE, MPI_COMM_WORLD));
    for (i = 0; i < check_size; i++)
        check_equal(got[i], i * 100 + check_rank);
    memset(got, -1, sizeof got);
    check_ok(MPI_Allgatherv_c(own, sizeof own[0], MPI_BYTE, MPI_BOTTOM, fours, in_places, MPI_BYTE,
                              MPI_COMM_WORLD));
    for (i = 0; i < check_size; i++)
        check_equal(got[i], i * 100);
}

CASES(nobody_leaves_a_barrier_before_all_have_come, a_broadcast_reaches_all_from_every_root,
      broadcasts_in_a_row_do_not_mix, a_broadcast_may_change_the_layout,
      a_gather_puts_the_blocks_in_order, a_gather_in_place_leaves_the_roots_block,
      a_gatherv_puts_each_block_where_it_is_wanted, a_scatter_deals_the_blocks_out,
      a_scatter_in_place_leaves_the_roots_block, a_scatterv_deals_each_block_from_where_it_is,
      an_allgather_gives_all_to_all, an_allgatherv_puts_each_block_where_it_is_wanted,
      blocks_may_change_their_layout_on_the_way,
      collectives_and_messages_of_one_communicator_do_not_meet, the_large_forms_do_the_same,
      blocks_may_be_named_by_their_addresses)
