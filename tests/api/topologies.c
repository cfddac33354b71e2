/* SPDX-License-Identifier: MIT */
/* Grids: who stands where, who is next to whom, and what remains of a grid that is cut. */
#include <stdlib.h>

#include "check.h"

static void dims_are(int nodes, int ndims, int first, int second, int third, int expected_first,
                     int expected_second, int expected_third)
{
    int dims[3] = {first, second, third};

    check_ok(MPI_Dims_create(nodes, ndims, dims));
    check_equal(dims[0], expected_first);
    check_equal(dims[1], ndims > 1 ? expected_second : second);
    check_equal(dims[2], ndims > 2 ? expected_third : third);
}

static void dims_are_balanced(void)
{
    dims_are(6, 2, 0, 0, 0, 3, 2, 0);
    dims_are(7, 2, 0, 0, 0, 7, 1, 0);
    dims_are(6, 3, 0, 3, 0, 2, 3, 1);
    dims_are(1, 3, 0, 0, 0, 1, 1, 1);
    dims_are(64, 3, 0, 0, 0, 4, 4, 4);
    dims_are(16, 2, 0, 0, 0, 4, 4, 0);
    dims_are(12, 2, 0, 0, 0, 4, 3, 0);
    dims_are(12, 1, 0, 0, 0, 12, 0, 0);
    dims_are(24, 3, 0, 0, 0, 4, 3, 2);
    dims_are(6, 2, 2, 3, 0, 2, 3, 0);
}

/* Of all grids of this size there must be none whose extremes are nearer. */
static void no_grid_of_two_dimensions_is_more_balanced(void)
{
    int nodes, side;

    for (nodes = 1; nodes <= 1000; nodes++) {
        int dims[2] = {0, 0}, best = 1;

        MPI_Dims_create(nodes, 2, dims);
        for (side = 1; side * side <= nodes; side++)
            if (nodes % side == 0)
                best = side;
        check_equal(dims[1], best);
        check_equal(dims[0], nodes / best);
    }
}

static void a_line_is_numbered_in_order(void)
{
    int dims[1] = {check_size}, periods[1] = {0}, rank = -1, coords[1] = {-1}, i;
    int back = -1, ahead = -1;
    MPI_Comm line;

    check_ok(MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &line));
    MPI_Comm_rank(line, &rank);
    check_equal(rank, check_rank);
    for (i = 0; i < check_size; i++) {
        check_ok(MPI_Cart_coords(line, i, 1, coords));
        check_equal(coords[0], i);
        check_ok(MPI_Cart_rank(line, &i, &rank));
        check_equal(rank, i);
    }
    check_ok(MPI_Cart_shift(line, 0, 1, &back, &ahead));
    check_equal(back, check_rank == 0 ? MPI_PROC_NULL : check_rank - 1);
    check_equal(ahead, check_rank == check_size - 1 ? MPI_PROC_NULL : check_rank + 1);
    check_ok(MPI_Cart_shift(line, 0, -2, &back, &ahead));
    check_equal(back, check_rank + 2 >= check_size ? MPI_PROC_NULL : check_rank + 2);
    check_equal(ahead, check_rank < 2 ? MPI_PROC_NULL : check_rank - 2);
    MPI_Comm_free(&line);
}

static void a_ring_has_no_ends(void)
{
    int dims[1] = {check_size}, periods[1] = {1}, back = -1, ahead = -1, rank, coord, disp;
    MPI_Comm ring;

    check_ok(MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 1, &ring));
    MPI_Comm_rank(ring, &rank);
    for (disp = -check_size; disp <= check_size; disp++) {
        if (disp == 0)
            continue;
        check_ok(MPI_Cart_shift(ring, 0, disp, &back, &ahead));
        check_equal(ahead, ((rank + disp) % check_size + check_size) % check_size);
        check_equal(back, ((rank - disp) % check_size + check_size) % check_size);
    }
    coord = -1;
    check_ok(MPI_Cart_rank(ring, &coord, &rank));
    check_equal(rank, check_size - 1);
    coord = 3 * check_size + 1;
    check_ok(MPI_Cart_rank(ring, &coord, &rank));
    check_equal(rank, 1 % check_size);
    MPI_Comm_free(&ring);
}

static void a_grid_is_numbered_row_by_row_and_leaves_the_surplus_out(void)
{
    int dims[2] = {check_size / 2, 2}, periods[2] = {0, 1}, got[2], rings[2], coords[2] = {-1, -1};
    int ndims = -1, rank = -1, i, here[2];
    MPI_Comm grid = MPI_COMM_WORLD;

    if (check_size < 2)
        return;
    check_ok(MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid));
    if (check_rank >= check_size / 2 * 2) {
        check(grid == MPI_COMM_NULL);
        return;
    }
    check_ok(MPI_Cartdim_get(grid, &ndims));
    check_equal(ndims, 2);
    MPI_Comm_rank(grid, &rank);
    for (i = 0; i < check_size / 2 * 2; i++) {
        check_ok(MPI_Cart_coords(grid, i, 2, coords));
        check_equal(coords[0], i / 2);
        check_equal(coords[1], i % 2);
    }
    check_ok(MPI_Cart_get(grid, 2, got, rings, here));
    check_equal(got[0], dims[0]);
    check_equal(got[1], 2);
    check_equal(rings[0], 0);
    check_equal(rings[1], 1);
    check_equal(here[0], rank / 2);
    check_equal(here[1], rank % 2);
    MPI_Comm_free(&grid);
}

static void a_grid_of_no_dimensions_has_one_place(void)
{
    MPI_Comm point = MPI_COMM_WORLD;
    int size = -1, ndims = -1, rank = -1;

    check_ok(MPI_Cart_create(MPI_COMM_WORLD, 0, NULL, NULL, 0, &point));
    if (check_rank != 0) {
        check(point == MPI_COMM_NULL);
        return;
    }
    MPI_Comm_size(point, &size);
    check_equal(size, 1);
    check_ok(MPI_Cartdim_get(point, &ndims));
    check_equal(ndims, 0);
    check_ok(MPI_Cart_rank(point, NULL, &rank));
    check_equal(rank, 0);
    MPI_Comm_free(&point);
}

static void neighbours_exchange_along_every_dimension(void)
{
    int dims[3] = {0, 0, 0}, periods[3] = {1, 0, 1}, direction, rank, back, ahead, in;
    MPI_Comm grid;

    MPI_Dims_create(check_size, 3, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 1, &grid);
    MPI_Comm_rank(grid, &rank);
    for (direction = 0; direction < 3; direction++) {
        int coords[3], theirs[3], from = -1;

        check_ok(MPI_Cart_shift(grid, direction, 1, &back, &ahead));
        in = -7;
        check_ok(MPI_Sendrecv(&rank, 1, MPI_INT, ahead, 0, &in, 1, MPI_INT, back, 0, grid,
                              MPI_STATUS_IGNORE));
        check_ok(MPI_Cart_coords(grid, rank, 3, coords));
        memcpy(theirs, coords, sizeof theirs);
        theirs[direction]--;
        if (periods[direction] || theirs[direction] >= 0)
            check_ok(MPI_Cart_rank(grid, theirs, &from));
        else
            from = -7;
        check_equal(in, from);
    }
    MPI_Comm_free(&grid);
}

static void a_cut_grid_keeps_the_chosen_dimensions(void)
{
    int dims[2] = {0, 0}, periods[2] = {1, 0}, remain[2], got[2], rings[2], coords[2], here[2];
    int which, size, rank, ndims, sum, expected, i, one;
    MPI_Comm grid, part;

    MPI_Dims_create(check_size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_coords(grid, rank, 2, coords);
    for (which = 0; which < 2; which++) {
        remain[which] = 1;
        remain[1 - which] = 0;
        check_ok(MPI_Cart_sub(grid, remain, &part));
        check_ok(MPI_Cartdim_get(part, &ndims));
        check_equal(ndims, 1);
        MPI_Comm_size(part, &size);
        check_equal(size, dims[which]);
        check_ok(MPI_Cart_get(part, 1, got, rings, here));
        check_equal(got[0], dims[which]);
        check_equal(rings[0], periods[which]);
        check_equal(here[0], coords[which]);
        /* Its members are those of the same row, or column. */
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, part);
        for (expected = 0, i = 0; i < dims[which]; i++) {
            coords[which] = i;
            MPI_Cart_rank(grid, coords, &one);
            expected += one;
        }
        check_equal(sum, expected);
        MPI_Cart_coords(grid, rank, 2, coords);
        MPI_Comm_free(&part);
    }
    MPI_Comm_free(&grid);
}

static void a_grid_cut_to_nothing_is_a_point(void)
{
    int dims[2] = {0, 0}, periods[2] = {1, 1}, remain[2] = {0, 0}, size = -1, ndims = -1;
    MPI_Comm grid, point;

    MPI_Dims_create(check_size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    check_ok(MPI_Cart_sub(grid, remain, &point));
#ifdef MPICH_VERSION
    if (point == MPI_COMM_NULL) /* 4.0 makes one point in all, not one for each member */
        return;
#endif
    MPI_Comm_size(point, &size);
    check_equal(size, 1);
    check_ok(MPI_Cartdim_get(point, &ndims));
    check_equal(ndims, 0);
    MPI_Comm_free(&point);
    MPI_Comm_free(&grid);
}

static void a_duplicate_keeps_the_grid(void)
{
    int dims[1] = {check_size}, periods[1] = {1}, ndims = -1, got, ring, here;
    MPI_Comm grid, dup;

    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &grid);
    MPI_Comm_dup(grid, &dup);
    MPI_Comm_free(&grid);
    check_ok(MPI_Cartdim_get(dup, &ndims));
    check_equal(ndims, 1);
    check_ok(MPI_Cart_get(dup, 1, &got, &ring, &here));
    check_equal(got, check_size);
    check_equal(ring, 1);
    check_equal(here, check_rank);
    MPI_Comm_free(&dup);
}

CASES(dims_are_balanced, no_grid_of_two_dimensions_is_more_balanced, a_line_is_numbered_in_order,
      a_ring_has_no_ends, a_grid_is_numbered_row_by_row_and_leaves_the_surplus_out,
      a_grid_of_no_dimensions_has_one_place, neighbours_exchange_along_every_dimension,
      a_cut_grid_keeps_the_chosen_dimensions, a_grid_cut_to_nothing_is_a_point,
      a_duplicate_keeps_the_grid)
