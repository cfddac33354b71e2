/* SPDX-License-Identifier: MIT */
#include "topo/cart.h"

#include <criterion/criterion.h>
#include <limits.h>

#include "base/note.h"

static struct cart *grid(int ndims, const int dims[], const int periods[])
{
    struct cart *cart;

    cr_assert_eq(cart_create(INT_MAX, ndims, dims, periods, &cart), MPI_SUCCESS);
    return cart;
}

static struct cart *box(void)
{
    return grid(3, (int[]){2, 3, 4}, (int[]){0, 1, 0});
}

Test(cart, ranks_run_in_row_major_order)
{
    struct cart *cart = box();
    int rank = 0, coords[3], found;

    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 3; j++) {
            for (int k = 0; k < 4; k++, rank++) {
                cr_assert_eq(cart_rank(cart, (int[]){i, j, k}, &found), MPI_SUCCESS);
                cr_assert_eq(found, rank);
                cr_assert_eq(cart_coords(cart, rank, 3, coords), MPI_SUCCESS);
                cr_assert_eq(coords[0], i);
                cr_assert_eq(coords[1], j);
                cr_assert_eq(coords[2], k);
            }
        }
    }
    cr_assert_eq(cart->places, 24);
    cart_drop(cart);
}

Test(cart, rings_take_any_coordinate_and_open_dimensions_only_their_own)
{
    struct cart *cart = box();
    int rank = 77;

    cr_assert_eq(cart_rank(cart, (int[]){1, -1, 3}, &rank), MPI_SUCCESS);
    cr_assert_eq(rank, 12 + 8 + 3);
    cr_assert_eq(cart_rank(cart, (int[]){1, INT_MIN, 0}, &rank), MPI_SUCCESS);
    cr_assert_eq(rank, 12 + 4); /* -2^31 is 1 more than a multiple of 3 */
    cr_assert_eq(cart_rank(cart, (int[]){1, 3001, 0}, &rank), MPI_SUCCESS);
    cr_assert_eq(rank, 12 + 4);
    cr_assert_eq(cart_rank(cart, (int[]){2, 0, 0}, &rank), MPI_ERR_ARG);
    cr_assert_str_eq(note_text(), "coords[0] is 2, outside 0..1, in an open dimension");
    cr_assert_eq(cart_rank(cart, (int[]){0, 0, -1}, &rank), MPI_ERR_ARG);
    cr_assert_eq(rank, 12 + 4); /* untouched */
    cart_drop(cart);
}

Test(cart, ranks_outside_have_no_coordinates)
{
    struct cart *cart = box();
    int coords[3] = {7, 7, 7};

    cr_assert_eq(cart_coords(cart, 24, 3, coords), MPI_ERR_RANK);
    cr_assert_eq(cart_coords(cart, -1, 3, coords), MPI_ERR_RANK);
    cr_assert_eq(cart_coords(cart, 0, 2, coords), MPI_ERR_ARG);
    cr_assert_eq(coords[0], 7);
    cart_drop(cart);
}

Test(cart, the_shape_is_told_as_it_was_given)
{
    struct cart *cart = grid(2, (int[]){2, 3}, (int[]){5, 0});
    int dims[3] = {7, 7, 7}, periods[3] = {7, 7, 7};

    cr_assert_eq(cart_get(cart, 1, dims, periods), MPI_ERR_ARG);
    cr_assert_eq(dims[0], 7);
    cr_assert_eq(cart_get(cart, 3, dims, periods), MPI_SUCCESS);
    cr_assert_eq(dims[0], 2);
    cr_assert_eq(dims[1], 3);
    cr_assert_eq(dims[2], 7);
    cr_assert_eq(periods[0], 1);
    cr_assert_eq(periods[1], 0);
    cart_drop(cart);
}

static void assert_shift(const struct cart *cart, int rank, int direction, int displacement,
                         int source, int dest)
{
    int found_source, found_dest;

    cr_assert_eq(
        cart_shift(cart, rank, direction, displacement, &found_source, &found_dest), MPI_SUCCESS);
    cr_assert_eq(found_source, source, "from %d, not %d", found_source, source);
    cr_assert_eq(found_dest, dest, "to %d, not %d", found_dest, dest);
}

Test(cart, shifts_go_round_rings_and_end_at_open_ends)
{
    struct cart *cart = box();
    int source = 7, dest = 7;

    assert_shift(cart, 0, 0, 1, MPI_PROC_NULL, 12);
    assert_shift(cart, 12, 0, 1, 0, MPI_PROC_NULL);
    assert_shift(cart, 12, 0, -1, MPI_PROC_NULL, 0);
    assert_shift(cart, 5, 1, 1, 1, 9);
    assert_shift(cart, 9, 1, 1, 5, 1);
    assert_shift(cart, 9, 1, -4, 1, 5);
    assert_shift(cart, 9, 2, 0, 9, 9);
    assert_shift(cart, 9, 2, 2, MPI_PROC_NULL, 11);
    assert_shift(cart, 9, 2, INT_MIN, MPI_PROC_NULL, MPI_PROC_NULL);
    assert_shift(cart, 9, 1, INT_MAX, 5, 1); /* 2^31 - 1 is 1 more than a multiple of 3 */
    cr_assert_eq(cart_shift(cart, 0, 3, 1, &source, &dest), MPI_ERR_DIMS);
    cr_assert_eq(cart_shift(cart, 0, -1, 1, &source, &dest), MPI_ERR_DIMS);
    cr_assert_eq(source, 7);
    cart_drop(cart);
}

Test(cart, a_ring_of_one_is_its_own_neighbour)
{
    struct cart *cart = grid(1, (int[]){1}, (int[]){1});

    assert_shift(cart, 0, 0, 1, 0, 0);
    cart_drop(cart);
}

/* The founding document's example. */
Test(cart, a_grid_of_2_3_4_without_its_middle_is_three_of_2_4)
{
    struct cart *cart = box();
    bool is_taken[3][8] = {{false}};

    for (int rank = 0; rank < 24; rank++) {
        struct cart_part part;
        int coords[3], inner[2];

        cart_coords(cart, rank, 3, coords);
        cr_assert_eq(cart_sub(cart, rank, (int[]){1, 0, 1}, &part), MPI_SUCCESS);
        cr_assert_eq(part.color, coords[1]);
        cr_assert_not(is_taken[part.color][part.key]);
        is_taken[part.color][part.key] = true;
        cr_assert_eq(part.shape->ndims, 2);
        cr_assert_eq(part.shape->places, 8);
        cart_coords(part.shape, part.key, 2, inner);
        cr_assert_eq(inner[0], coords[0]);
        cr_assert_eq(inner[1], coords[2]);
        cart_drop(part.shape);
    }
    cart_drop(cart);
}

Test(cart, parts_keep_their_rings)
{
    struct cart *cart = box();
    struct cart_part part;

    cr_assert_eq(cart_sub(cart, 0, (int[]){0, 1, 1}, &part), MPI_SUCCESS);
    cr_assert(part.shape->dims[0].is_periodic);
    cr_assert_not(part.shape->dims[1].is_periodic);
    cart_drop(part.shape);
    cart_drop(cart);
}

Test(cart, a_grid_without_dimensions_has_one_place)
{
    struct cart *cart = grid(0, NULL, NULL), *box_of_24 = box();
    struct cart_part part;
    int rank = 7;

    cr_assert_eq(cart->places, 1);
    cr_assert_eq(cart_rank(cart, NULL, &rank), MPI_SUCCESS);
    cr_assert_eq(rank, 0);
    cr_assert_eq(cart_coords(cart, 0, 0, NULL), MPI_SUCCESS);
    cr_assert_eq(cart_get(cart, 0, NULL, NULL), MPI_SUCCESS);
    cr_assert_eq(cart_sub(cart, 0, NULL, &part), MPI_SUCCESS);
    cr_assert_eq(part.color, 0);
    cart_drop(part.shape);

    cr_assert_eq(cart_sub(box_of_24, 17, (int[]){0, 0, 0}, &part), MPI_SUCCESS);
    cr_assert_eq(part.color, 17);
    cr_assert_eq(part.key, 0);
    cr_assert_eq(part.shape->ndims, 0);
    cart_drop(part.shape);
    cart_drop(box_of_24);
    cart_drop(cart);
}

Test(cart, sizes_must_be_positive_and_fit_the_ranks)
{
    struct cart *untouched = NULL;
    const int open[3] = {0};

    cr_assert_eq(cart_create(6, 2, (int[]){2, 0}, open, &untouched), MPI_ERR_DIMS);
    cr_assert_eq(cart_create(6, 2, (int[]){-2, -3}, open, &untouched), MPI_ERR_DIMS);
    cr_assert_eq(cart_create(6, 2, (int[]){2, 4}, open, &untouched), MPI_ERR_DIMS);
    cr_assert_eq(cart_create(6, 3, (int[]){1 << 16, 1 << 16, 1}, open, &untouched), MPI_ERR_DIMS);
    cr_assert_null(untouched);
    cr_assert_eq(cart_create(7, 2, (int[]){2, 3}, open, &untouched), MPI_SUCCESS);
    cart_drop(untouched);
}

Test(cart, holders_share_a_shape)
{
    struct cart *cart = box();

    cart_class.hold(cart);
    cart_drop(cart);
    cr_assert_eq(cart->places, 24);
    cart_class.drop(cart);
    cart_drop(NULL);
    cr_assert_eq(cart_class.kind, MPI_CART);
}
