/* SPDX-License-Identifier: MIT */
/* Wrong arguments of calls on grids. */
/* mpich: no    4.0 has other classes, takes sizes below 1, and crashes at missing arrays */
#include "check.h"

static void grids_check_their_arguments(void)
{
    int none[1] = {0}, negative[1] = {-1}, large[1] = {0}, periods[1] = {0}, six[2] = {0, 4};
    MPI_Comm grid = MPI_COMM_NULL;

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    large[0] = check_size + 1;
    check_class(MPI_Cart_create(MPI_COMM_NULL, 1, large, periods, 0, &grid), MPI_ERR_COMM);
    check_class(MPI_Cart_create(MPI_COMM_WORLD, -1, large, periods, 0, &grid), MPI_ERR_DIMS);
    check_class(MPI_Cart_create(MPI_COMM_WORLD, 1, negative, periods, 0, &grid), MPI_ERR_DIMS);
    check_class(MPI_Cart_create(MPI_COMM_WORLD, 1, large, periods, 0, &grid), MPI_ERR_DIMS);
    check_class(MPI_Cart_create(MPI_COMM_WORLD, 1, none, periods, 0, &grid), MPI_ERR_DIMS);
    check_class(MPI_Cart_create(MPI_COMM_WORLD, 1, NULL, periods, 0, &grid), MPI_ERR_ARG);
    check_class(MPI_Cart_create(MPI_COMM_WORLD, 1, none, NULL, 0, &grid), MPI_ERR_ARG);
    check(grid == MPI_COMM_NULL);
    check_class(MPI_Dims_create(6, 2, six), MPI_ERR_DIMS); /* 6 is no multiple of 4 */
    check_equal(six[0], 0);
    check_class(MPI_Dims_create(0, 1, none), MPI_ERR_DIMS);
    check_class(MPI_Dims_create(4, -1, none), MPI_ERR_DIMS);
    check_class(MPI_Dims_create(4, 1, negative), MPI_ERR_DIMS);
    check_class(MPI_Dims_create(4, 1, NULL), MPI_ERR_ARG);
}

static void a_communicator_without_a_grid_has_no_coordinates(void)
{
    int value, coords[2] = {0, 0}, remain[2] = {1, 1};
    MPI_Comm part;

    check_class(MPI_Cartdim_get(MPI_COMM_WORLD, &value), MPI_ERR_TOPOLOGY);
    check_class(MPI_Cart_get(MPI_COMM_WORLD, 1, coords, coords, coords), MPI_ERR_TOPOLOGY);
    check_class(MPI_Cart_rank(MPI_COMM_WORLD, coords, &value), MPI_ERR_TOPOLOGY);
    check_class(MPI_Cart_coords(MPI_COMM_WORLD, 0, 1, coords), MPI_ERR_TOPOLOGY);
    check_class(MPI_Cart_shift(MPI_COMM_WORLD, 0, 1, &value, &value), MPI_ERR_TOPOLOGY);
    check_class(MPI_Cart_sub(MPI_COMM_WORLD, remain, &part), MPI_ERR_TOPOLOGY);
    check_class(MPI_Cart_coords(MPI_COMM_NULL, 0, 1, coords), MPI_ERR_COMM);
}

static void places_outside_a_grid_are_refused(void)
{
    int dims[2] = {check_size, 1}, periods[2] = {0, 1}, coords[2] = {0, 0}, value = 77;
    MPI_Comm grid;

    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    check_class(MPI_Cart_coords(grid, check_size, 2, coords), MPI_ERR_RANK);
    check_class(MPI_Cart_coords(grid, -1, 2, coords), MPI_ERR_RANK);
    check_class(MPI_Cart_coords(grid, 0, -1, coords), MPI_ERR_ARG);
    check_class(MPI_Cart_coords(grid, 0, 1, coords), MPI_ERR_ARG);
    check_class(MPI_Cart_coords(grid, 0, 2, NULL), MPI_ERR_ARG);
    coords[0] = check_size;
    check_class(MPI_Cart_rank(grid, coords, &value), MPI_ERR_ARG);
    coords[0] = -1;
    check_class(MPI_Cart_rank(grid, coords, &value), MPI_ERR_ARG);
    check_class(MPI_Cart_rank(grid, NULL, &value), MPI_ERR_ARG);
    coords[0] = 0;
    check_class(MPI_Cart_rank(grid, coords, NULL), MPI_ERR_ARG);
    check_class(MPI_Cart_shift(grid, 2, 1, &value, &value), MPI_ERR_DIMS);
    check_class(MPI_Cart_shift(grid, -1, 1, &value, &value), MPI_ERR_DIMS);
    check_class(MPI_Cart_shift(grid, 0, 1, NULL, &value), MPI_ERR_ARG);
    check_class(MPI_Cart_get(grid, 1, coords, coords, coords), MPI_ERR_ARG);
    check_class(MPI_Cart_get(grid, -1, coords, coords, coords), MPI_ERR_ARG);
    check_class(MPI_Cartdim_get(grid, NULL), MPI_ERR_ARG);
    check_class(MPI_Cart_sub(grid, NULL, &grid), MPI_ERR_ARG);
    check_equal(value, 77);
    MPI_Comm_free(&grid);
}

CASES(grids_check_their_arguments, a_communicator_without_a_grid_has_no_coordinates,
      places_outside_a_grid_are_refused)
