/* SPDX-License-Identifier: MIT */
/* Grids: who stands where, who is next to whom, and what remains of a grid that is cut. */
/* ranks: 1 2 5 12 */
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

/* No grid of this size may have extremes that are nearer. */
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

/* ---- against a model ------------------------------------------------------------------------- */

enum { DIMS_MAX = 4 };

struct model {
    int ndims, places;
    int dims[DIMS_MAX], periods[DIMS_MAX];
};

/* Numbers that are the same at all ranks, whatever the machine. */
static unsigned random_state;

static int random_below(int limit)
{
    random_state = random_state * 1103515245u + 12345u;
    return (int)(random_state / 65536u % (unsigned)limit);
}

/* Any grid that there are ranks for, with places left over or not. */
static struct model draw_grid(int ndims)
{
    struct model model = {.ndims = ndims, .places = 1};
    int i;

    for (i = 0; i < ndims; i++) {
        model.dims[i] = 1 + random_below(check_size / model.places);
        model.places *= model.dims[i];
        model.periods[i] = random_below(2);
    }
    return model;
}

static int model_rank(const struct model *model, const int coords[])
{
    int rank = 0, i;

    for (i = 0; i < model->ndims; i++) {
        int size = model->dims[i], at = coords[i];

        if (model->periods[i])
            at = (at % size + size) % size;
        else if (at < 0 || at >= size)
            return MPI_PROC_NULL;
        rank = rank * size + at;
    }
    return rank;
}

static void model_coords(const struct model *model, int rank, int coords[])
{
    int i;

    for (i = model->ndims - 1; i >= 0; i--) {
        coords[i] = rank % model->dims[i];
        rank /= model->dims[i];
    }
}

static void grid_is_like(MPI_Comm grid, const struct model *model)
{
    int size = -1, ndims = -1, status = -1, self, rank, i, step;
    int dims[DIMS_MAX], periods[DIMS_MAX], coords[DIMS_MAX], here[DIMS_MAX], found;

    MPI_Comm_size(grid, &size);
    MPI_Comm_rank(grid, &self);
    check_equal(size, model->places);
    check_ok(MPI_Topo_test(grid, &status));
    check_equal(status, MPI_CART);
    check_ok(MPI_Cartdim_get(grid, &ndims));
    check_equal(ndims, model->ndims);
    check_ok(MPI_Cart_get(grid, DIMS_MAX, dims, periods, coords));
    model_coords(model, self, here);
    for (i = 0; i < ndims; i++) {
        check_equal(dims[i], model->dims[i]);
        check_equal(periods[i], model->periods[i]);
        check_equal(coords[i], here[i]);
    }
    for (rank = 0; rank < model->places; rank++) {
        model_coords(model, rank, here);
        check_ok(MPI_Cart_coords(grid, rank, DIMS_MAX, coords));
        for (i = 0; i < ndims; i++)
            check_equal(coords[i], here[i]);
        for (i = 0; i < ndims; i++)
            if (model->periods[i])
                here[i] += (random_below(5) - 2) * model->dims[i];
        check_ok(MPI_Cart_rank(grid, here, &found));
        check_equal(found, rank);
    }
    model_coords(model, self, here);
    for (i = 0; i < ndims; i++) {
        for (step = -3; step <= 3; step++) {
            int source = -7, dest = -7, at = here[i];

            if (step == 0)
                continue;
            check_ok(MPI_Cart_shift(grid, i, step, &source, &dest));
            here[i] = at - step;
            check_equal(source, model_rank(model, here));
            here[i] = at + step;
            check_equal(dest, model_rank(model, here));
            here[i] = at;
        }
    }
}

static void random_grids_are_like_the_model(void)
{
    int round;

    random_state = 1;
    for (round = 0; round < 40; round++) {
        struct model model = draw_grid(1 + round % DIMS_MAX);
        MPI_Comm grid = MPI_COMM_WORLD;
        unsigned state = random_state;

        check_ok(MPI_Cart_create(MPI_COMM_WORLD, model.ndims, model.dims, model.periods, 0, &grid));
        if (check_rank < model.places) {
            grid_is_like(grid, &model);
            MPI_Comm_free(&grid);
        } else {
            check(grid == MPI_COMM_NULL);
        }
        random_state = state; /* as if it had not been drawn from */
    }
}

/* Which dimensions remain, as bits: the part has the caller, where its other coordinates are, and
 * all that agree with it in the dimensions that are gone. */
static void part_is_like(MPI_Comm grid, const struct model *model, int kept)
{
    int remain[DIMS_MAX], here[DIMS_MAX], theirs[DIMS_MAX], self, i, rank, of_grid;
    struct model part = {.places = 1};
    MPI_Comm comm;

    MPI_Comm_rank(grid, &self);
    model_coords(model, self, here);
    for (i = 0; i < model->ndims; i++) {
        remain[i] = kept >> i & 1;
        if (!remain[i])
            continue;
        part.dims[part.ndims] = model->dims[i];
        part.periods[part.ndims++] = model->periods[i];
        part.places *= model->dims[i];
    }
    check_ok(MPI_Cart_sub(grid, remain, &comm));
#ifdef MPICH_VERSION
    if (comm == MPI_COMM_NULL) /* 4.0 makes one point in all, not one for each member */
        return;
#endif
    grid_is_like(comm, &part);
    for (rank = 0; rank < part.places; rank++) {
        int coords[DIMS_MAX], k = 0;

        model_coords(&part, rank, coords);
        memcpy(theirs, here, sizeof theirs);
        for (i = 0; i < model->ndims; i++)
            if (remain[i])
                theirs[i] = coords[k++];
        of_grid = self;
        MPI_Bcast(&of_grid, 1, MPI_INT, rank, comm);
        check_equal(of_grid, model_rank(model, theirs));
    }
    MPI_Comm_free(&comm);
}

static void every_part_of_a_grid_of_four_dimensions_is_like_the_model(void)
{
    int round, kept;

    random_state = 2;
    for (round = 0; round < 4; round++) {
        struct model model = draw_grid(DIMS_MAX);
        unsigned state = random_state;
        MPI_Comm grid;

        MPI_Cart_create(MPI_COMM_WORLD, model.ndims, model.dims, model.periods, 0, &grid);
        for (kept = 0; grid != MPI_COMM_NULL && kept < 1 << DIMS_MAX; kept++)
            part_is_like(grid, &model, kept);
        if (grid != MPI_COMM_NULL)
            MPI_Comm_free(&grid);
        random_state = state;
    }
}

/* The founding documents' shapes: line, ring, rectangle, cylinder, torus, hypercube. */
static void a_hypercube_is_a_torus_of_two_in_each_direction(void)
{
    int dims[3] = {2, 2, 2}, periods[3] = {1, 1, 1}, i, back, ahead, rank;
    MPI_Comm cube;

    if (check_size < 8)
        return;
    check_ok(MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 0, &cube));
    if (cube == MPI_COMM_NULL)
        return;
    MPI_Comm_rank(cube, &rank);
    for (i = 0; i < 3; i++) {
        check_ok(MPI_Cart_shift(cube, i, 1, &back, &ahead));
        check_equal(back, rank ^ 4 >> i);
        check_equal(ahead, back);
    }
    MPI_Comm_free(&cube);
}

CASES(dims_are_balanced, no_grid_of_two_dimensions_is_more_balanced, a_line_is_numbered_in_order,
      a_ring_has_no_ends, a_grid_is_numbered_row_by_row_and_leaves_the_surplus_out,
      a_grid_of_no_dimensions_has_one_place, neighbours_exchange_along_every_dimension,
      a_cut_grid_keeps_the_chosen_dimensions, a_grid_cut_to_nothing_is_a_point,
      a_duplicate_keeps_the_grid, random_grids_are_like_the_model,
      every_part_of_a_grid_of_four_dimensions_is_like_the_model,
      a_hypercube_is_a_torus_of_two_in_each_direction)
